import type { Language } from '@kutu/contract/common'
import { type Messages, setupI18n } from '@lingui/core'
import type { CatalogName, MessageKey, MessageValues } from './catalogs.ts'
import { detectLocale, intlLocales, isLocaleStored, storeLocale } from './locales.ts'

/** In a build the catalogs are compiled already; in development Lingui compiles messages on load. */
const i18n = setupI18n({})

const catalogFiles = import.meta.glob<Record<string, Messages>>('./{en,sw,lg}/*.ts')
const requestedCatalogs = new Set<CatalogName>()
const loaded = new Set<string>()

async function loadCatalog(language: Language, name: CatalogName): Promise<void> {
  const path = `./${language}/${name}.ts`
  if (loaded.has(path)) return
  const messages = (await catalogFiles[path]?.())?.[name]
  if (!messages) throw new Error(`No message catalog ${path}`)
  loaded.add(path)
  i18n.load(language, messages)
}

/** Loads catalogs in the active language, and in another one when the language changes. */
export async function loadCatalogs(...names: CatalogName[]): Promise<void> {
  for (const name of names) requestedCatalogs.add(name)
  await Promise.all(names.map(name => loadCatalog(getLocale(), name)))
}

/** Switches the language of the whole page after all its catalogs have been loaded, also those requested meanwhile. */
export async function setLocale(language: Language): Promise<void> {
  let count: number
  do {
    count = requestedCatalogs.size
    await Promise.all([...requestedCatalogs].map(name => loadCatalog(language, name)))
  } while (requestedCatalogs.size > count)
  document.documentElement.lang = language
  i18n.activate(language, intlLocales[language])
}

export async function setPreferredLocale(language: Language): Promise<void> {
  await setLocale(language)
  storeLocale(language)
}

/** Switches to the language of the person whose link was opened, on a device where nobody has chosen one. It is not stored. */
export async function suggestLocale(language: Language): Promise<void> {
  if (isLocaleStored() || language === getLocale()) return
  // If the catalogs cannot be loaded, the current language stays.
  await setLocale(language).catch(() => undefined)
}

export function getLocale(): Language {
  return i18n.locale === 'sw' || i18n.locale === 'lg' || i18n.locale === 'en' ? i18n.locale : detectLocale()
}

/** Calls the listener when another language is active. Lingui reports a change for each loaded catalog as well. */
export function onLocaleChange(listener: () => void): () => void {
  let locale = getLocale()
  return i18n.on('change', () => {
    if (getLocale() === locale) return
    locale = getLocale()
    listener()
  })
}

/** Returns a message in the active language, for code outside components. Components use `useTranslation`. */
export function t<Key extends MessageKey>(key: Key, ...[values]: MessageValues<Key>): string {
  return i18n._(key, values)
}
