import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** A phone number in E.164; one without a country code is Ugandan. Undefined when no country has such a number. */
export function parsePhoneNumber(input: string): string | undefined {
  const number = parsePhoneNumberFromString(input, { defaultCountry: 'UG', extract: false })
  return number?.isValid() && !number.ext ? number.number : undefined
}
