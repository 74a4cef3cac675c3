import {
  type CountryCode,
  getExampleNumber,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/mobile/examples'

/** Everything known about a number as typed so far. */
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

/** Reads what was typed as a number of the chosen country, or of another one where it says so itself (+254 …). */
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

/** A country one can choose. An unknown code leaves it open; that is a mistake of ours, so only the log hears of it. */
export function toCountryCode(code: string): CountryCode | undefined {
  if (isSupportedCountry(code)) return code
  // biome-ignore lint/suspicious/noConsole: there is nobody to show it to
  console.warn(`No phone number is of the country ${code}`)
  return undefined
}

export const formatExample = (country: CountryCode): string | undefined =>
  getExampleNumber(country, examples)?.formatNational()
