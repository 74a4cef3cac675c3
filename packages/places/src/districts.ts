import type { DistrictRow } from './district-row.ts'
import { burundi } from './districts/burundi.ts'
import { ethiopia } from './districts/ethiopia.ts'
import { kenya } from './districts/kenya.ts'
import { rwanda } from './districts/rwanda.ts'
import { tanzania } from './districts/tanzania.ts'
import { uganda } from './districts/uganda.ts'

/** ISO 3166 codes of the countries with districts, in the order in which they are offered. */
export const countryCodes = ['UG', 'KE', 'TZ', 'RW', 'BI', 'ET'] as const
export type CountryCode = (typeof countryCodes)[number]

/** A district of Uganda or Rwanda, a county of Kenya, a region of Tanzania, a province of Burundi or a zone of Ethiopia. */
export type District = {
  /** The country and the name in small letters, such as `UG-mbale`. It is stored, so it must never change. */
  code: string
  country: CountryCode
  name: string
  /** Degrees north of the equator, two decimals. */
  latitude: number
  /** Degrees east of Greenwich, two decimals. */
  longitude: number
}

const rows: Record<CountryCode, readonly DistrictRow[]> = {
  UG: uganda,
  KE: kenya,
  TZ: tanzania,
  RW: rwanda,
  BI: burundi,
  ET: ethiopia,
}

/** All districts, by country and then by name. */
export const districts: readonly District[] = countryCodes.flatMap(country =>
  rows[country].map(([name, latitude, longitude]) => ({
    code: `${country}-${name
      .toLowerCase()
      .replaceAll("'", '')
      .replaceAll(/[^a-z]+/g, '-')}`,
    country,
    name,
    latitude,
    longitude,
  })),
)

/** Returns the country of a district's code. */
export const countryOf = (code: string): CountryCode => code.slice(0, 2) as CountryCode

const districtsByCode = new Map(districts.map(district => [district.code, district]))

/** Returns the district with a code, undefined for an unknown one. */
export const getDistrict = (code: string): District | undefined => districtsByCode.get(code)
