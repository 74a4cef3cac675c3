import { AsyncLocalStorage } from 'node:async_hooks'
import type { Language } from '@kutu/contract/common'

const languageStorage = new AsyncLocalStorage<Language>()

/** Does work whose answer somebody reads in that language. */
export const runWithLanguage = <T>(language: Language, callback: () => T): T => languageStorage.run(language, callback)

/** For a word that stands deep within an answer, as what a former member is called; English where nobody reads, as in a job. */
export const getRequestLanguage = (): Language => languageStorage.getStore() ?? 'en'
