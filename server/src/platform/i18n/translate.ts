import { findCard } from '@kutu/advice/cards/all-cards'
import { getShortForm, getShortTitle } from '@kutu/advice/cards/short-forms'
import type { Language } from '@kutu/contract/common'
import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { en } from './catalogs/en.ts'
import { lg } from './catalogs/lg.ts'
import { sw } from './catalogs/sw.ts'
import { type CalendarDay, formatDay, formatZonedDateTime, type ZonedDateTime } from './zoned-date-time.ts'

export type MessageKey = keyof typeof en
/** Placeholder for the name of an erased user. Stored as JSON in notifications and jobs. */
export type FormerMember = { former: true }
/** Placeholder for the title of a disease card, in the language of the reader. */
export type CardTitle = { card: string }
/** Placeholder for a part of a card in short form: its title, the three steps as numbered lines, or what to look for. */
export type ShortCard = { short: 'title' | 'steps' | 'signs'; of: string }
/** Values for the ICU placeholders of a message. */
export type MessageValues = Record<
  string,
  string | number | ZonedDateTime | CalendarDay | FormerMember | CardTitle | ShortCard
>

const catalogs = { en, sw, lg } satisfies Record<Language, Record<MessageKey, string>>

const i18nByLanguage = Object.fromEntries(
  Object.entries(catalogs).map(([locale, messages]) => {
    const i18n = setupI18n({ locale, messages: { [locale]: messages } })
    i18n.setMessagesCompiler(compileMessage)
    return [locale, i18n]
  }),
)

/** Returns true if the catalogs have a message of this key. */
export const hasMessage = (key: string): key is MessageKey => key in en

/** Translates a message. `values` fill its ICU placeholders; dates are formatted in the same language. */
export function t(language: Language, key: MessageKey, values: MessageValues = {}): string {
  const i18n = i18nByLanguage[language]
  if (!i18n) throw new Error(`no catalog for ${language}`)
  const formattedValues = Object.entries(values).map(([name, value]) => [name, formatValue(language, value)])
  return i18n._(key, Object.fromEntries(formattedValues))
}

function formatValue(language: Language, value: MessageValues[string]): string | number {
  if (typeof value !== 'object') return value
  if ('former' in value) return t(language, 'accounts.former_member')
  if ('card' in value) return findCard(value.card)?.title[language] ?? ''
  if ('short' in value) return formatShortCard(language, value)
  return 'day' in value ? formatDay(language, value) : formatZonedDateTime(language, value)
}

function formatShortCard(language: Language, { short, of }: ShortCard): string {
  const card = findCard(of)
  if (!card) return ''
  if (short === 'title') return getShortTitle(card)[language]
  const form = getShortForm(card)
  if (short === 'signs') return form?.signs[language] ?? ''
  return form?.steps.map((step, i) => `${i + 1} ${step[language]}`).join('\n') ?? ''
}

/** Returns the best supported language for an Accept-Language header (RFC 9110, 12.5.4); English if none matches. */
export function negotiateLanguage(header: string | undefined): Language {
  const languageRanges = (header ?? '')
    .split(',')
    .map(part => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters.find(parameter => parameter.trim().startsWith('q='))
      return { tag: tag.toLowerCase().split('-')[0], quality: quality ? Number(quality.trim().slice(2)) : 1 }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  for (const { tag } of languageRanges) if (tag === 'en' || tag === 'sw' || tag === 'lg') return tag
  return 'en'
}
