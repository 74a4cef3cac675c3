import { describe, expect, it } from 'vitest'
import { isRetryAfterLostReply, nextApproval, nextEmailAt } from './policy.ts'
import { dammCheckDigit } from './signup/account-numbers.ts'
import { parsePhoneNumber } from './signup/phone-numbers.ts'

const now = new Date('2026-05-01T12:00:00Z')
const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const after = (minutes: number) => before(-minutes)

describe('emails to one account', () => {
  it('are limited to three in 15 minutes', () => {
    expect(nextEmailAt([], now)).toBeUndefined()
    expect(nextEmailAt([before(1), before(2)], now)).toBeUndefined()
    expect(nextEmailAt([before(1), before(14), before(2)], now)).toEqual(after(1))
    expect(nextEmailAt([before(1), before(2), before(15)], now)).toBeUndefined()
  })

  it('are limited to ten a day', () => {
    const hourly = Array.from({ length: 10 }, (_, index) => before(60 * (index + 1)))
    expect(nextEmailAt(hourly, now)).toEqual(after(14 * 60))
    expect(nextEmailAt(hourly.slice(1), now)).toBeUndefined()
  })
})

it('an application goes from waiting to approved or declined, and between these two', () => {
  expect(nextApproval('waiting', 'approve')).toBe('approved')
  expect(nextApproval('waiting', 'decline')).toBe('declined')
  expect(nextApproval('declined', 'approve')).toBe('approved')
  expect(nextApproval('approved', 'decline')).toBe('declined')
  expect(nextApproval('approved', 'approve')).toBeUndefined()
  expect(nextApproval('declined', 'decline')).toBeUndefined()
})

it('a second use of a refresh token is a retry while its successor is unused, within ten seconds or with the same key', () => {
  const tenSeconds = { usedAt: new Date(now.getTime() - 10_000), successorUsedAt: null }
  const later = { ...tenSeconds, usedAt: new Date(now.getTime() - 10_001) }
  expect(isRetryAfterLostReply({ ...tenSeconds, hasSameIdempotencyKey: false }, now)).toBe(true)
  expect(isRetryAfterLostReply({ ...later, hasSameIdempotencyKey: false }, now)).toBe(false)
  expect(isRetryAfterLostReply({ ...later, hasSameIdempotencyKey: true }, now)).toBe(true)
  expect(isRetryAfterLostReply({ ...later, successorUsedAt: now, hasSameIdempotencyKey: true }, now)).toBe(false)
  expect(isRetryAfterLostReply({ usedAt: now, successorUsedAt: now, hasSameIdempotencyKey: false }, now)).toBe(false)
})

it('the check digit of an account number detects typing errors', () => {
  expect(dammCheckDigit('572')).toBe('4')
  for (const wrong of ['100011', '100010', '101001', '200001'])
    expect(dammCheckDigit(wrong)).not.toBe(dammCheckDigit('100001'))
})

it('a phone number without a country code is Ugandan and must be valid', () => {
  expect(parsePhoneNumber('0772 123 456')).toBe('+256772123456')
  expect(parsePhoneNumber('+254712345678')).toBe('+254712345678')
  for (const wrong of ['12', '+256 12', 'call 0772123456', '0772123456 x12', '+999123456789', ''])
    expect(parsePhoneNumber(wrong)).toBeUndefined()
})
