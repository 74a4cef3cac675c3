import { AsyncLocalStorage } from 'node:async_hooks'
import type { Language } from '@kutu/contract/common'

const reader = new AsyncLocalStorage<Language>()

/** Does work whose answer somebody reads in that language. */
export const readIn = <T>(language: Language, work: () => T): T => reader.run(language, work)

/** For a word that stands deep within an answer, as what a former member is called; English where nobody reads, as in a job. */
export const readersLanguage = (): Language => reader.getStore() ?? 'en'
