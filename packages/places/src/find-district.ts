import { type CountryCode, type District, districts } from './districts.ts'

/** Returns lower-case words without accents and punctuation, separated by single spaces. */
const normalize = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const normalizedNames = new Map(districts.map(({ code, name }) => [code, normalize(name)]))
const nameOf = (district: District): string => normalizedNames.get(district.code) ?? ''

/** Names of countries as people write them in a location. */
const countryNames: Record<CountryCode, string> = {
  UG: 'uganda',
  KE: 'kenya',
  TZ: 'tanzania',
  RW: 'rwanda',
  BI: 'burundi',
  ET: 'ethiopia',
}

/**
 * Returns the one district that a text names, such as a farm location, and undefined if it names none or several. `country`
 * decides between districts of one name, unless the text names a country itself.
 */
export function findDistrictInText(text: string, country?: string | null): District | undefined {
  const words = ` ${normalize(text)} `
  const named = districts.filter(district => words.includes(` ${nameOf(district)} `))
  // "Bujumbura Rural" is meant, not the shorter name that it contains.
  const longest = named.filter(
    a => !named.some(b => b !== a && nameOf(b) !== nameOf(a) && nameOf(b).includes(nameOf(a))),
  )
  const inNamedCountry = longest.filter(district => words.includes(` ${countryNames[district.country]} `))
  if (inNamedCountry.length === 1) return inNamedCountry[0]
  if (longest.length === 1) return longest[0]
  const inCountry = longest.filter(district => district.country === country)
  return inCountry.length === 1 ? inCountry[0] : undefined
}

/** Returns the districts whose name starts with the search text, then those that contain it, at most `max`. */
export function searchDistricts(search: string, { country, max }: { country?: CountryCode; max: number }): District[] {
  const text = normalize(search)
  const offered = country ? districts.filter(district => district.country === country) : districts
  const starting = offered.filter(district => nameOf(district).startsWith(text))
  const containing = offered.filter(district => nameOf(district).includes(text) && !starting.includes(district))
  return [...starting, ...containing].slice(0, max)
}
