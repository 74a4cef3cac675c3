import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatZonedDateTime, toZonedDateTime } from '../../../platform/i18n/zoned-date-time.ts'
import { countSeptets, toGsm7 } from '../../../platform/sms/gsm7.ts'
import { buildSmsText } from './booking-sms.ts'

const now = new Date('2026-11-21T09:00:00Z')
const when = toZonedDateTime(new Date('2026-11-24T11:00:00Z'), 'Africa/Nairobi', now)
const languages = ['en', 'sw', 'lg'] as const
const kinds = ['appointment', 'day', 'hour'] as const

describe('an SMS about an appointment', () => {
  it('names the other party and the time with its zone, in the recipient’s language', () => {
    const messages = languages.flatMap(language =>
      kinds.map(kind => buildSmsText(kind, language, { name: 'okello', when })),
    )
    expect(messages).toEqual([
      'Kutu: okello confirms your appointment: Tue 24 Nov, 14:00 EAT.',
      'Kutu: your appointment with okello is Tue 24 Nov, 14:00 EAT.',
      'Kutu: soon, your appointment with okello: Tue 24 Nov, 14:00 EAT.',
      'Kutu: okello amethibitisha mkutano wako: Jumanne 24 Nov, 14:00 EAT.',
      'Kutu: mkutano wako na okello ni Jumanne 24 Nov, 14:00 EAT.',
      'Kutu: karibuni, mkutano wako na okello: Jumanne 24 Nov, 14:00 EAT.',
      'Kutu: okello akakasizza okusisinkana kwo: Lwakubiri 24 Nov, 14:00 EAT.',
      'Kutu: okusisinkana kwo ne okello kuli Lwakubiri 24 Nov, 14:00 EAT.',
      'Kutu: kumpi, okusisinkana kwo ne okello: Lwakubiri 24 Nov, 14:00 EAT.',
    ])
  })

  it('replaces characters that GSM-7 does not have', () => {
    expect(buildSmsText('day', 'lg', { name: 'ŋŋoma', when })).toContain("ne ng'ng'oma kuli")
  })

  it('fits one message with the longest name and the longest time, and still names the time', () => {
    const usernames = fc.stringMatching(/^[\p{L}\p{N}_][\p{L}\p{M}\p{N}._@+-]{0,149}$/u)
    const zones = fc.constantFrom('Africa/Nairobi', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Chatham')
    const days = fc.date({ min: now, max: new Date('2028-12-31T00:00:00Z'), noInvalidDate: true })
    fc.assert(
      fc.property(
        usernames,
        zones,
        days,
        fc.constantFrom(...languages),
        fc.constantFrom(...kinds),
        (name, zone, day, language, kind) => {
          const at = toZonedDateTime(day, zone, now)
          const text = buildSmsText(kind, language, { name, when: at })
          expect(countSeptets(text)).toBeLessThanOrEqual(160)
          expect(toGsm7(text)).toBe(text)
          expect(text).toContain(`${formatZonedDateTime(language, at)}.`)
          const gsmName = toGsm7(name)
          if (countSeptets(gsmName) <= 50) expect(text).toContain(gsmName)
        },
      ),
      { numRuns: 300 },
    )
    for (const language of languages)
      for (const kind of kinds)
        expect(countSeptets(buildSmsText(kind, language, { name: 'ŋ'.repeat(150), when }))).toBeLessThanOrEqual(160)
  })
})
