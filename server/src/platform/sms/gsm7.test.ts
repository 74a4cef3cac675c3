import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countParts, countSeptets, toGsm7, truncateToSeptets } from './gsm7.ts'

/** All characters of the GSM 7-bit default alphabet and its extension table (3GPP TS 23.038). */
const alphabet = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/

describe('an SMS', () => {
  it('replaces characters that GSM 7-bit lacks', () => {
    expect(toGsm7('Eŋŋamba y’omukugu “Kayé” – 5 000…')).toBe("Eng'ng'amba y'omukugu \"Kayé\" - 5 000...")
    expect(toGsm7('Wanjirũ Ŋŋoma Façade Ångström 🌽 玉米 ①')).toBe("Wanjiru Ng'ng'oma Facade Ångström ? ?? 1")
    expect(toGsm7('e\u0301te\u0301\u200d')).toBe('été')
  })

  it('counts characters of the extension table twice', () => {
    expect(countSeptets('€ {a}')).toBe(8)
    expect(countSeptets('kutu\nèé')).toBe(7)
  })

  it('is paid by parts: 160 characters or 153 each, with one other character 70 or 67 each', () => {
    expect([160, 161, 306, 307, 459, 460].map(length => countParts('a'.repeat(length)))).toEqual([1, 2, 2, 3, 3, 4])
    expect([70, 71, 134, 135].map(length => countParts('ŋ'.repeat(length)))).toEqual([1, 2, 2, 3])
    expect(countParts(`${'a'.repeat(70)}ŋ`)).toBe(2)
    // The escape of an extended character stays with it: 152 and one septet that nothing fits into.
    expect(countParts(`${'a'.repeat(152)}€${'a'.repeat(151)}`)).toBe(2)
    expect(countParts(`${'a'.repeat(152)}€${'a'.repeat(152)}`)).toBe(3)
    expect(countParts(`${'ŋ'.repeat(66)}🌽${'ŋ'.repeat(66)}`)).toBe(3)
  })

  it('contains only GSM 7-bit characters after conversion, and converting it again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), input => {
        const text = toGsm7(input)
        expect(text).toMatch(alphabet)
        expect(toGsm7(text)).toBe(text)
      }),
    )
  })

  it('is truncated to the maximum length, never within an extended character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.integer({ min: 3, max: 160 }), (input, max) => {
        const text = toGsm7(input)
        const truncated = truncateToSeptets(max, text)
        expect(countSeptets(truncated)).toBeLessThanOrEqual(max)
        if (countSeptets(text) <= max) expect(truncated).toBe(text)
        else expect(text.startsWith(truncated.slice(0, -3).trimEnd())).toBe(true)
      }),
    )
  })
})
