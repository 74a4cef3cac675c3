import type { Language } from '@kutu/contract/common'
import { type Messages, setupI18n } from '@lingui/core'
import type { CatalogueName, TextKey, Values } from './catalogue.ts'
import { locales, preferredLanguage, rememberLanguage } from './language.ts'

/** A build carries parsed sentences; elsewhere Lingui parses them itself. */
const i18n = setupI18n({})

const files = import.meta.glob<Record<string, Messages>>('./{en,sw,lg}/*.ts')
const wanted = new Set<CatalogueName>()
const loaded = new Set<string>()

async function loadCatalogue(language: Language, name: CatalogueName): Promise<void> {
  const path = `./${language}/${name}.ts`
  if (loaded.has(path)) return
  const messages = (await files[path]?.())?.[name]
  if (!messages) throw new Error(`No text catalogue ${path}`)
  loaded.add(path)
  i18n.load(language, messages)
}

/** Brings the sentences of a part of the product, in the active language; keeps them when the language changes. */
export async function loadText(...names: CatalogueName[]): Promise<void> {
  for (const name of names) wanted.add(name)
  await Promise.all(names.map(name => loadCatalogue(activeLanguage(), name)))
}

/** Changes the language of everything on the screen, once all its sentences have arrived. */
export async function speak(language: Language): Promise<void> {
  await Promise.all([...wanted].map(name => loadCatalogue(language, name)))
  document.documentElement.lang = language
  i18n.activate(language, locales[language])
}

export async function chooseLanguage(language: Language): Promise<void> {
  await speak(language)
  rememberLanguage(language)
}

export function activeLanguage(): Language {
  return i18n.locale === 'sw' || i18n.locale === 'lg' || i18n.locale === 'en' ? i18n.locale : preferredLanguage()
}

export const onLanguageChange = (listener: () => void): (() => void) => i18n.on('change', listener)

/** One sentence in the active language, for code outside a component; inside one use `useText`. */
export function say<Key extends TextKey>(key: Key, ...[values]: Values<Key>): string {
  return i18n._(key, values)
}
