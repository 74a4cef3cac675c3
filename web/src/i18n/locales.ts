import type { Language } from '@kutu/contract/common'

export const languages = ['en', 'sw', 'lg'] as const satisfies readonly Language[]
const storageKey = 'language'

/** Most browsers have no Intl data for Luganda: numbers use Ugandan English. */
export const intlLocales: Record<Language, string[]> = {
  en: ['en-UG', 'en-GB'],
  sw: ['sw-KE', 'sw', 'en-GB'],
  lg: ['lg-UG', 'en-UG', 'en-GB'],
}

/** Dates in Luganda are formatted in English on every device, and then translated (`luganda-dates.ts`). */
export const intlDateLocales: Record<Language, string[]> = { ...intlLocales, lg: ['en-UG', 'en-GB'] }

const isLanguage = (value: unknown): value is Language => languages.some(language => language === value)

/**
 * Returns the language chosen earlier, else that of the address (`?lang=sw`, which search engines list), else the first supported
 * language of the device, else English.
 */
export function detectLocale(): Language {
  const stored = localStorage.getItem(storageKey)
  if (isLanguage(stored)) return stored
  // Unit tests of single modules have no address.
  const linked = new URLSearchParams(globalThis.location?.search).get('lang')
  if (isLanguage(linked)) return linked
  return navigator.languages.map(tag => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en'
}

export const isLocaleStored = (): boolean => localStorage.getItem(storageKey) !== null

export function storeLocale(language: Language): void {
  localStorage.setItem(storageKey, language)
}
