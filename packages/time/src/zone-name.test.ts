import { expect, it } from 'vitest'
import { getTimeZoneName } from './zone-name.ts'

it('a zone is named by its short name at the instant, or by its offset', () => {
  const winter = '2026-11-24T11:00:00Z'
  expect(
    ['Africa/Kampala', 'Africa/Kigali', 'Europe/Berlin', 'UTC'].map(zone => getTimeZoneName(winter, zone)),
  ).toEqual(['EAT', 'CAT', 'CET', 'UTC'])
  expect(getTimeZoneName(new Date('2027-07-01T12:00:00Z'), 'Europe/London')).toBe('BST')
  expect(getTimeZoneName(winter, 'Asia/Kathmandu')).toBe('GMT+5:45')
})
