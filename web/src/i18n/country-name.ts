import type { CountryCode } from '@kutu/places/districts'
import { intlLocales } from './locales.ts'

/** Returns the name of a country in a language. Where the browser does not know it, as in Luganda, it is in English. */
export const getCountryName = (country: CountryCode, language: keyof typeof intlLocales): string =>
  new Intl.DisplayNames(intlLocales[language], { type: 'region' }).of(country) ?? country
