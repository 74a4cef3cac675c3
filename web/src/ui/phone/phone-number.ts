import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/mobile/examples'

/** The result of parsing a number that may be incomplete. */
export type ParsedPhone = {
  countryCode: CountryCode | undefined
  isValid: boolean
  isPossible: boolean
  countryCallingCode: string | undefined
  nationalNumber: string | undefined
  type: string | undefined
  formatInternational: string | undefined
  formatNational: string | undefined
  e164: string | undefined
}

/** Parses a number of the given country, or of another one if it has a country code (+254 …). */
export function parsePhone(typed: string, country: CountryCode | undefined): ParsedPhone {
  const number = parsePhoneNumberFromString(typed, country ? { defaultCountry: country } : {})
  return {
    countryCode: number?.country ?? country,
    isValid: number?.isValid() ?? false,
    isPossible: number?.isPossible() ?? false,
    countryCallingCode: number?.countryCallingCode,
    nationalNumber: number?.nationalNumber,
    type: number?.getType(),
    formatInternational: number?.formatInternational(),
    formatNational: number?.formatNational(),
    e164: number?.number,
  }
}

/** Returns true if a number begins with a calling code that no country has, such as +999. A part of a code may still become one. */
export function hasUnknownCallingCode(typed: string): boolean {
  const digits = /^\s*\+(.*)$/.exec(typed)?.[1]?.replace(/\D/g, '') ?? ''
  return !getCountries()
    .map(country => getCountryCallingCode(country))
    .some(code => code.startsWith(digits) || digits.startsWith(code))
}

/** Returns the code if it is a known country. An unknown code is a programming error, so it is only logged. */
export function toCountryCode(code: string): CountryCode | undefined {
  if (isSupportedCountry(code)) return code
  // biome-ignore lint/suspicious/noConsole: a message for developers
  console.warn(`No phone number is of the country ${code}`)
  return undefined
}

export const formatExample = (country: CountryCode): string | undefined =>
  getExampleNumber(country, examples)?.formatNational()
