import { describe, expect, it } from 'vitest'
import { checkDigit } from './account-numbers.ts'
import { gate } from './gate.ts'
import { phoneNumberIn } from './phone-numbers.ts'
import { approvalAfter, isLostReply, nextLetterAt } from './policy.ts'

const now = new Date('2026-05-01T12:00:00Z')
const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const after = (minutes: number) => before(-minutes)

describe('letters to one account', () => {
  it('are free until the third in 15 minutes', () => {
    expect(nextLetterAt([], now)).toBeUndefined()
    expect(nextLetterAt([before(1), before(2)], now)).toBeUndefined()
    expect(nextLetterAt([before(1), before(14), before(2)], now)).toEqual(after(1))
    expect(nextLetterAt([before(1), before(2), before(15)], now)).toBeUndefined()
  })

  it('are ten a day', () => {
    const hourly = Array.from({ length: 10 }, (_, index) => before(60 * (index + 1)))
    expect(nextLetterAt(hourly, now)).toEqual(after(14 * 60))
    expect(nextLetterAt(hourly.slice(1), now)).toBeUndefined()
  })
})

it('an application goes from waiting to approved or declined, and between those two', () => {
  expect(approvalAfter('waiting', 'approve')).toBe('approved')
  expect(approvalAfter('waiting', 'decline')).toBe('declined')
  expect(approvalAfter('declined', 'approve')).toBe('approved')
  expect(approvalAfter('approved', 'decline')).toBe('declined')
  expect(approvalAfter('approved', 'approve')).toBeUndefined()
  expect(approvalAfter('declined', 'decline')).toBeUndefined()
})

it('a refresh token that comes again is a lost reply before its successor is used, within ten seconds or in the same try', () => {
  const tenSeconds = { usedAt: new Date(now.getTime() - 10_000), successorUsedAt: null }
  const later = { ...tenSeconds, usedAt: new Date(now.getTime() - 10_001) }
  expect(isLostReply({ ...tenSeconds, isSameTry: false }, now)).toBe(true)
  expect(isLostReply({ ...later, isSameTry: false }, now)).toBe(false)
  expect(isLostReply({ ...later, isSameTry: true }, now)).toBe(true)
  expect(isLostReply({ ...later, successorUsedAt: now, isSameTry: true }, now)).toBe(false)
  expect(isLostReply({ usedAt: now, successorUsedAt: now, isSameTry: false }, now)).toBe(false)
})

it('an account number tells a slip of the pen', () => {
  expect(checkDigit('572')).toBe('4')
  for (const wrong of ['100011', '100010', '101001', '200001']) expect(checkDigit(wrong)).not.toBe(checkDigit('100001'))
})

it('a phone number is Ugandan unless it says otherwise, and must exist', () => {
  expect(phoneNumberIn('0772 123 456')).toBe('+256772123456')
  expect(phoneNumberIn('+254712345678')).toBe('+254712345678')
  for (const wrong of ['12', '+256 12', 'call 0772123456', '0772123456 x12', '+999123456789', ''])
    expect(phoneNumberIn(wrong)).toBeUndefined()
})

describe('a gate', () => {
  const held = () => {
    let open = () => undefined as unknown
    const work = new Promise<void>(resolve => {
      open = () => resolve()
    })
    return { work: () => work, open: () => open() }
  }

  it('runs a few at once in order, lets some wait and sends the rest away', async () => {
    const through = gate({ atOnce: 2, waiting: 1 })
    const started: number[] = []
    const works = [held(), held(), held()]
    const runs = works.map(({ work }, index) =>
      through(() => {
        started.push(index)
        return work()
      }),
    )
    await expect(through(async () => undefined)).rejects.toMatchObject({ word: 'overloaded' })
    expect(started).toEqual([0, 1])
    works[0]?.open()
    await runs[0]
    works[2]?.open()
    await runs[2]
    expect(started).toEqual([0, 1, 2])
    works[1]?.open()
    await runs[1]
  })

  it('gives the place back when a work fails', async () => {
    const through = gate({ atOnce: 1, waiting: 1 })
    const failing = through(() => Promise.reject(new Error('broken')))
    const next = through(async () => 'in')
    await expect(failing).rejects.toThrow('broken')
    expect(await next).toBe('in')
    expect(await through(async () => 'again')).toBe('again')
  })
})
