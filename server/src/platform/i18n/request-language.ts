import { AsyncLocalStorage } from 'node:async_hooks'
import type { Language } from '@kutu/contract/common'

const languageStorage = new AsyncLocalStorage<Language>()

/** Runs a function with `language` as the language of the current request. */
export const runWithLanguage = <T>(language: Language, callback: () => T): T => languageStorage.run(language, callback)

/** Returns the language of the current request; English outside of a request, for example in a job. */
export const getRequestLanguage = (): Language => languageStorage.getStore() ?? 'en'
