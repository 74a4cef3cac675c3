import type { Language } from '@kutu/contract/common'
import { type ErrorReply, type ErrorWord, errorStatus } from '@kutu/contract/errors'
import type { z } from 'zod'
import { type Key, say, type Values } from '../text/say.ts'

type FieldMistake = { field: string; key: Key; values?: Values }

/** A refusal with its stable word; its sentence is looked up in the reader's language when it is sent. */
export class Refusal extends Error {
  readonly word: ErrorWord
  readonly values: Values
  readonly fields: FieldMistake[]
  readonly retryAfter: number | undefined
  constructor(word: ErrorWord, { values = {}, fields = [], retryAfter }: RefusalDetails = {}) {
    super(word)
    this.word = word
    this.values = values
    this.fields = fields
    this.retryAfter = retryAfter
  }
}
export type RefusalDetails = { values?: Values; fields?: FieldMistake[]; retryAfter?: number }

export const refuse = (word: ErrorWord, details?: RefusalDetails) => new Refusal(word, details)
/** Longer waits are told in minutes: nobody counts 900 seconds. */
export const tooMany = (seconds: number) => {
  const minutes = seconds < 90 ? 0 : Math.ceil(seconds / 60)
  return refuse('too_many_requests', { values: { seconds, minutes }, retryAfter: seconds })
}
/** The same, where it is known when there may be more. */
export const tooManyUntil = (next: Date, now: Date) => tooMany(Math.ceil((next.getTime() - now.getTime()) / 1000))
/** A field error found after the shape was right, such as a phone number that no country has. */
export const fieldMistake = (field: string, key: Key, values: Values = {}) =>
  new Refusal('validation_failed', { fields: [{ field, key, values }] })

export function refusalReply(refusal: Refusal, language: Language): ErrorReply {
  const status = errorStatus[refusal.word]
  const reply: ErrorReply = {
    status,
    error: refusal.word,
    message: say(language, `error.${refusal.word}`, refusal.values),
  }
  if (refusal.fields.length > 0)
    reply.errors = refusal.fields.map(({ field, key, values }) => ({ field, message: say(language, key, values) }))
  return reply
}

/** Every field mistake of a request at once, in words of ours instead of the library's. */
export function shapeRefusal(error: z.ZodError): Refusal {
  const fields = error.issues.map(issue => ({
    field: issue.path.map(String).join('.') || 'body',
    ...mistakeOf(issue),
  }))
  return new Refusal('validation_failed', { fields })
}

/** What the contract's own checks say is wrong. */
const reasons: Record<string, Key> = { required: 'field.required', characters: 'field.characters' }

function mistakeOf(issue: z.core.$ZodIssue): { key: Key; values?: Values } {
  if (issue.code === 'custom') return { key: reasons[String(issue.params?.reason)] ?? 'field.invalid' }
  const isText = 'origin' in issue && issue.origin === 'string'
  const isMissing = issue.input === undefined || (issue.code === 'invalid_union' && issue.input === '')
  if (isMissing) return { key: 'field.required' }
  if (issue.code === 'too_small' && isText)
    return Number(issue.minimum) <= 1
      ? { key: 'field.required' }
      : { key: 'field.too_short', values: { min: Number(issue.minimum) } }
  if (issue.code === 'too_big' && isText) return { key: 'field.too_long', values: { max: Number(issue.maximum) } }
  if (issue.code === 'too_small') return { key: 'field.too_small', values: { min: Number(issue.minimum) } }
  if (issue.code === 'too_big') return { key: 'field.too_large', values: { max: Number(issue.maximum) } }
  if (issue.code === 'invalid_value')
    return { key: 'field.choice', values: { choices: issue.values.map(String).join(', ') } }
  if (issue.code === 'invalid_format' && issue.format === 'email') return { key: 'field.email' }
  return { key: 'field.invalid' }
}
