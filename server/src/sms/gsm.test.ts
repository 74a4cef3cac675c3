import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inGsm, lengthInGsm, shortenedTo } from './gsm.ts'

/** Every character of the default alphabet and its extension, from the tables of 3GPP TS 23.038. */
const alphabet = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/

describe('a text message', () => {
  it('spells what its alphabet lacks', () => {
    expect(inGsm('Eŋŋamba y’omukugu “Kayé” – 5 000…')).toBe("Eng'ng'amba y'omukugu \"Kayé\" - 5 000...")
    expect(inGsm('Wanjirũ Ŋŋoma Façade Ångström 🌽 玉米 ①')).toBe("Wanjiru Ng'ng'oma Facade Ångström ? ?? 1")
    expect(inGsm('e\u0301te\u0301\u200d')).toBe('été')
  })

  it('counts the characters of the extension double', () => {
    expect(lengthInGsm('€ {a}')).toBe(8)
    expect(lengthInGsm('kutu\nèé')).toBe(7)
  })

  it('holds its alphabet alone, whatever was written, and is then left as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), written => {
        const text = inGsm(written)
        expect(text).toMatch(alphabet)
        expect(inGsm(text)).toBe(text)
      }),
    )
  })

  it('is cut to what fits, never in the middle of a double character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.integer({ min: 3, max: 160 }), (written, most) => {
        const text = inGsm(written)
        const cut = shortenedTo(most, text)
        expect(lengthInGsm(cut)).toBeLessThanOrEqual(most)
        if (lengthInGsm(text) <= most) expect(cut).toBe(text)
        else expect(text.startsWith(cut.slice(0, -3).trimEnd())).toBe(true)
      }),
    )
  })
})
