import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Parses a phone number and returns it in E.164, or undefined if it is invalid. Without a country code it is Ugandan. */
export function parsePhoneNumber(input: string): string | undefined {
  const number = parsePhoneNumberFromString(input, { defaultCountry: 'UG', extract: false })
  return number?.isValid() && !number.ext ? number.number : undefined
}
