import { describe, expect, it } from 'vitest'
import { formatExample, hasUnknownCallingCode, parsePhone, toCountryCode } from './phone-number.ts'

describe('a phone number', () => {
  it('is parsed as a national number of the selected country', () => {
    expect(parsePhone('0712 345 678', 'UG')).toEqual({
      countryCode: 'UG',
      isValid: true,
      isPossible: true,
      // The small metadata set validates numbers but rarely knows their type.
      type: undefined,
      countryCallingCode: '256',
      nationalNumber: '712345678',
      formatNational: '0712 345678',
      formatInternational: '+256 712 345678',
      e164: '+256712345678',
    })
  })

  it('determines its country if it has a country code', () => {
    expect(parsePhone('+254712123456', 'UG')).toMatchObject({ countryCode: 'KE', isValid: true, e164: '+254712123456' })
  })

  it('is invalid while it is too short and keeps the selected country', () => {
    expect(parsePhone('0712', 'UG')).toMatchObject({ countryCode: 'UG', isValid: false, isPossible: false })
  })

  it('is invalid without a country', () => {
    expect(parsePhone('0712345678', undefined)).toMatchObject({ countryCode: undefined, isValid: false })
  })

  it('rejects an unknown country', () => {
    expect([toCountryCode('XX'), toCountryCode(''), toCountryCode('KE')]).toEqual([undefined, undefined, 'KE'])
  })

  it('rejects a calling code of no country, but not the beginning of one', () => {
    const typed = ['+', '+2', '+25', '+256772', '+99', '+999 123', '+800 1234', '0999', '']
    expect(typed.filter(hasUnknownCallingCode)).toEqual(['+999 123', '+800 1234'])
  })

  it('has from 2 to 17 digits after the country code', () => {
    const isParsed = (digits: number) => parsePhone('1'.repeat(digits), 'UG').nationalNumber !== undefined
    expect([1, 2, 17, 18].map(isParsed)).toEqual([false, true, true, false])
  })

  it('has a valid example for its country', () => {
    expect(parsePhone(formatExample('UG') ?? '', 'UG').isValid).toBe(true)
  })
})
