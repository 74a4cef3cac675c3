import { kindByType } from '@kutu/contract/notifications/notification-kinds'
import { notificationType } from '@kutu/contract/notifications/notifications'
import { describe, expect, it } from 'vitest'
import { en } from '../../../platform/i18n/catalogs/en.ts'
import { type MessageKey, t } from '../../../platform/i18n/translate.ts'
import { toZonedDateTime } from '../../../platform/i18n/zoned-date-time.ts'

const keys = Object.keys(en).filter((key): key is MessageKey =>
  /^(calendar\.|text\.|notification\.booking_|mail\.booking_)/.test(key),
)
const values = {
  reader: 'amina',
  name: 'okello',
  when: toZonedDateTime(new Date('2026-11-24T11:00:00Z'), 'Africa/Nairobi', new Date('2026-11-21T09:00:00Z')),
  kind: 'day',
  hasReason: 'yes',
  reason: 'I am in the field.',
  hasPhone: 'yes',
  phone: '+254712345678',
  email: 'okello@example.org',
  wasApproved: 'yes',
  link: 'https://kutu.example.org/account/addresses/bookings',
}
const when = { en: 'Tue 24 Nov, 14:00 EAT', sw: 'Jumanne 24 Nov, 14:00 EAT', lg: 'Lwakubiri 24 Nov, 14:00 EAT' }
const languages = ['en', 'sw', 'lg'] as const

describe('the catalog texts about bookings', () => {
  it('are complete in every language and name the time zone with each time', () => {
    const types = notificationType.options.filter(type => kindByType[type] === 'bookings')
    expect(types.length).toBeGreaterThan(5)
    expect(keys).toEqual(expect.arrayContaining(types.map(type => `notification.${type}`)))
    for (const key of ['mail.booking_approved.text', 'text.appointment', 'text.day', 'text.hour', 'calendar.summary'])
      expect(keys).toContain(key)
    for (const language of languages)
      for (const key of keys) {
        const message = t(language, key, values)
        expect(message).not.toMatch(/[{}]|undefined|\[object/)
        if (!key.startsWith('calendar.')) expect(message, `${language} ${key}`).toContain(when[language])
      }
  })

  it('of the reminder emails are as specified', () => {
    const lines = languages.map(language => t(language, 'mail.booking_reminder.text', values).split('\n')[2])
    expect(lines).toEqual([
      'your appointment with okello is Tue 24 Nov, 14:00 EAT.',
      'mkutano wako na okello ni Jumanne 24 Nov, 14:00 EAT.',
      'okusisinkana kwo ne okello kuli Lwakubiri 24 Nov, 14:00 EAT.',
    ])
    expect(languages.map(language => t(language, 'mail.booking_reminder.subject', values))).toEqual([
      'Reminder: your appointment, Tue 24 Nov, 14:00 EAT',
      'Kumbusho: mkutano wako, Jumanne 24 Nov, 14:00 EAT',
      'Okujjukiza: okusisinkana kwo, Lwakubiri 24 Nov, 14:00 EAT',
    ])
  })

  it('contain no empty parts without a phone number, a reason or a calendar file', () => {
    const bare = { ...values, hasPhone: 'no', phone: '', hasReason: 'no', reason: '', wasApproved: 'no' }
    expect(t('en', 'mail.booking_cancelled.text', bare)).toBe(
      'Hello amina,\n\nokello cancelled the booking of Tue 24 Nov, 14:00 EAT.\n\nYour bookings:\nhttps://kutu.example.org/account/addresses/bookings\n\nKutu',
    )
    for (const language of languages) expect(t(language, 'calendar.description', bare)).toMatch(/\n\n[^\n:]+: okello@/)
  })
})
