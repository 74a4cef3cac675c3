import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/min'
import { normalizeForSearch, similarity } from '../string-similarity.ts'

export type Country = { code: CountryCode; name: string; callingCode: string }

export const defaultCountry: CountryCode = 'UG'
export const preferredCountries: readonly CountryCode[] = ['UG', 'KE']
/** Misspelled names match from this similarity on: Ugandda, Keniya. */
const minSimilarity = 0.75

/** Returns every country with a calling code, named in the given language: preferred countries first, then by name. */
export function listCountries(locales: readonly string[]): Country[] {
  const names = new Intl.DisplayNames([...locales], { type: 'region' })
  const collator = new Intl.Collator([...locales])
  const rank = (code: CountryCode) => {
    const at = preferredCountries.indexOf(code)
    return at < 0 ? preferredCountries.length : at
  }
  return getCountries()
    .map(code => ({ code, name: names.of(code) ?? code, callingCode: getCountryCallingCode(code) }))
    .sort((one, other) => rank(one.code) - rank(other.code) || collator.compare(one.name, other.name))
}

/** Ranks exact prefixes first, then substrings, then similar names. 0 is no match. */
function scoreMatch(country: Country, query: string): number {
  const name = normalizeForSearch(country.name)
  const digits = query.replace(/^\+|^00/, '')
  if (normalizeForSearch(country.code) === query || (/^\d+$/.test(digits) && country.callingCode.startsWith(digits)))
    return 3
  if (name.startsWith(query)) return 3
  if (name.includes(query)) return 2
  const bestSimilarity = Math.max(similarity(query, name), ...name.split(/[\s-]+/).map(word => similarity(query, word)))
  return bestSimilarity >= minSimilarity ? bestSimilarity : 0
}

export function searchCountries(countries: readonly Country[], input: string): readonly Country[] {
  const query = normalizeForSearch(input)
  if (query === '') return countries
  return countries
    .map(country => ({ country, score: scoreMatch(country, query) }))
    .filter(match => match.score > 0)
    .sort((one, other) => other.score - one.score)
    .map(match => match.country)
}
