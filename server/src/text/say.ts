import type { Language } from '@kutu/contract/common'
import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { en } from './en.ts'
import { lg } from './lg.ts'
import { sw } from './sw.ts'
import { isMoment, type Moment, sayMoment } from './times.ts'

export type Key = keyof typeof en
/** In place of the name of somebody whom Kutu has forgotten; rests as JSON. */
export type Former = { former: true }
/** What fills a sentence. */
export type Values = Record<string, string | number | Moment | Former>

const catalogues = { en, sw, lg } satisfies Record<Language, Record<Key, string>>

const speakers = Object.fromEntries(
  Object.entries(catalogues).map(([locale, messages]) => {
    const speaker = setupI18n({ locale, messages: { [locale]: messages } })
    speaker.setMessagesCompiler(compileMessage)
    return [locale, speaker]
  }),
)

/** One sentence of the catalogue in a language; `values` fill its ICU placeholders, a moment in the words of that language. */
export function say(language: Language, key: Key, values: Values = {}): string {
  const speaker = speakers[language]
  if (!speaker) throw new Error(`no catalogue for ${language}`)
  const worded = Object.entries(values).map(([name, value]) => [
    name,
    isMoment(value) ? sayMoment(language, value) : isFormer(value) ? say(language, 'accounts.former_member') : value,
  ])
  return speaker._(key, Object.fromEntries(worded))
}

const isFormer = (value: Values[string]): value is Former => typeof value === 'object' && 'former' in value

/** The best of our languages for an Accept-Language header; English when none fits. */
export function languageOf(header: string | undefined): Language {
  const wanted = (header ?? '')
    .split(',')
    .map(part => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.find(parameter => parameter.trim().startsWith('q='))
      return { tag: tag.toLowerCase().split('-')[0], quality: quality ? Number(quality.trim().slice(2)) : 1 }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  for (const { tag } of wanted) if (tag === 'en' || tag === 'sw' || tag === 'lg') return tag
  return 'en'
}
