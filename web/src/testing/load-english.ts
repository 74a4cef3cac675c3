import { loadCatalogs, setLocale } from '../i18n/i18n.ts'
import { stubGlobals } from './stub-globals.ts'

/** Loads English catalogs for components that are rendered without a browser, with the globals that i18n and the session read. */
export async function loadEnglish(...catalogs: Parameters<typeof loadCatalogs>): Promise<void> {
  stubGlobals({
    localStorage: { getItem: () => null },
    document: { documentElement: {} },
    navigator: { languages: ['en'] },
  })
  await loadCatalogs(...catalogs)
  await setLocale('en')
}
