import { compileMessage } from '@lingui/message-utils/compileMessage'
import { describe, expect, it } from 'vitest'
import { languages } from './locales.ts'

/** Keys whose message is the same in English and in another language, such as names. All others must be translated. */
const untranslatedKeys: ReadonlySet<string> = new Set([
  'app.name',
  'language.en',
  'language.sw',
  'language.lg',
  'moderation.because',
  'notifications.text',
  'book.meeting.whatsapp',
  'past_analysis.title',
  // Two numbers and a dash.
  'map.bounds',
  // The names of laws.
  'privacy.rights.law',
])

type Messages = Record<string, string>
const files = import.meta.glob<Record<string, Messages>>('./{en,sw,lg}/*.ts', { eager: true })

function getCatalog(language: string, name: string): Messages {
  const messages = files[`./${language}/${name}.ts`]?.[name]
  if (!messages) throw new Error(`text/${language}/${name}.ts does not export ${name}`)
  return messages
}

const names = Object.keys(files)
  .filter(path => path.startsWith('./en/'))
  .map(path => path.slice('./en/'.length, -'.ts'.length))
const translations = languages.filter(language => language !== 'en')

/** Returns each placeholder of a compiled message as `name` or `name, kind`, at any depth, sorted. */
function placeholders(tokens: unknown): string[] {
  if (!Array.isArray(tokens)) return []
  return tokens
    .flatMap(token => {
      if (!Array.isArray(token)) return []
      const [name, kind, branches] = token
      const inside = typeof branches === 'object' && branches ? Object.values(branches).flatMap(placeholders) : []
      return [kind ? `${name}, ${kind}` : String(name), ...inside]
    })
    .sort()
}
const uniquePlaceholders = (sentence: string) => [...new Set(placeholders(compileMessage(sentence)))]

const all = names.flatMap(name =>
  Object.entries(getCatalog('en', name)).map(([key, english]) => ({ name, key, english })),
)

describe('the catalogs', () => {
  it('define each key in one catalog only', () => {
    const keys = all.map(({ key }) => key)
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  })

  it.each(translations)('have the same keys in %s as in English, none of them empty', language => {
    for (const name of names) {
      const translated = getCatalog(language, name)
      expect(Object.keys(translated).sort(), name).toEqual(Object.keys(getCatalog('en', name)).sort())
      expect(Object.entries(translated).filter(([, sentence]) => sentence.trim() === '')).toEqual([])
    }
  })

  it.each(translations)('have the same placeholders in %s as in English', language => {
    const differing = all.filter(({ name, key, english }) => {
      const translated = getCatalog(language, name)[key] ?? ''
      return uniquePlaceholders(translated).join() !== uniquePlaceholders(english).join()
    })
    expect(differing.map(({ key }) => key)).toEqual([])
  })

  it.each(translations)('have no English message in %s', language => {
    const untranslated = all.filter(({ name, key, english }) => getCatalog(language, name)[key] === english)
    expect(untranslated.map(({ key }) => key).filter(key => !untranslatedKeys.has(key))).toEqual([])
  })

  it('list no key as untranslated that is translated in every language', () => {
    const same = new Set(
      all
        .filter(({ name, key, english }) => translations.some(language => getCatalog(language, name)[key] === english))
        .map(({ key }) => key),
    )
    expect([...untranslatedKeys].filter(key => !same.has(key))).toEqual([])
  })
})
