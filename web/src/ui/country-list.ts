import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/min'
import { plain, similarity } from './similarity.ts'

export type Country = { code: CountryCode; name: string; callingCode: string }

export const defaultCountry: CountryCode = 'UG'
export const preferredCountries: readonly CountryCode[] = ['UG', 'KE']
/** From this likeness on, a misspelt name finds its country: Ugandda, Keniya. */
const searchThreshold = 0.75

/** Every country a number can be in, named in the given language: the preferred first, then by name. */
export function countriesIn(locales: readonly string[]): Country[] {
  const names = new Intl.DisplayNames([...locales], { type: 'region' })
  const order = new Intl.Collator([...locales])
  const rank = (code: CountryCode) => {
    const at = preferredCountries.indexOf(code)
    return at < 0 ? preferredCountries.length : at
  }
  return getCountries()
    .map(code => ({ code, name: names.of(code) ?? code, callingCode: getCountryCallingCode(code) }))
    .sort((one, other) => rank(one.code) - rank(other.code) || order.compare(one.name, other.name))
}

/** Exact beginnings first, then what contains the words, then what is only like them. */
function score(country: Country, query: string): number {
  const name = plain(country.name)
  const digits = query.replace(/^\+|^00/, '')
  if (plain(country.code) === query || (/^\d+$/.test(digits) && country.callingCode.startsWith(digits))) return 3
  if (name.startsWith(query)) return 3
  if (name.includes(query)) return 2
  const likeness = Math.max(similarity(query, name), ...name.split(/[\s-]+/).map(word => similarity(query, word)))
  return likeness >= searchThreshold ? likeness : 0
}

export function searchCountries(countries: readonly Country[], typed: string): readonly Country[] {
  const query = plain(typed)
  if (query === '') return countries
  return countries
    .map(country => ({ country, score: score(country, query) }))
    .filter(found => found.score > 0)
    .sort((one, other) => other.score - one.score)
    .map(found => found.country)
}
