import type { Language } from '@kutu/contract/common'
import { type ErrorCode, type ErrorReply, errorStatus } from '@kutu/contract/errors'
import type { z } from 'zod'
import { type MessageKey, type MessageValues, t } from '../i18n/translate.ts'

type FieldError = { field: string; key: MessageKey; values?: MessageValues }

/** A refusal with its stable word; its sentence is looked up in the reader's language when it is sent. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly values: MessageValues
  readonly fields: FieldError[]
  readonly retryAfter: number | undefined
  constructor(code: ErrorCode, { values = {}, fields = [], retryAfter }: ApiErrorDetails = {}) {
    super(code)
    this.code = code
    this.values = values
    this.fields = fields
    this.retryAfter = retryAfter
  }
}
export type ApiErrorDetails = { values?: MessageValues; fields?: FieldError[]; retryAfter?: number }

export const apiError = (code: ErrorCode, details?: ApiErrorDetails) => new ApiError(code, details)
/** Longer waits are told in minutes: nobody counts 900 seconds. */
export const tooManyRequests = (seconds: number) => {
  const minutes = seconds < 90 ? 0 : Math.ceil(seconds / 60)
  return apiError('too_many_requests', { values: { seconds, minutes }, retryAfter: seconds })
}
/** The same, where it is known when there may be more. */
export const tooManyRequestsUntil = (retryAt: Date, now: Date) =>
  tooManyRequests(Math.ceil((retryAt.getTime() - now.getTime()) / 1000))
/** A field error found after the shape was right, such as a phone number that no country has. */
export const fieldError = (field: string, key: MessageKey, values: MessageValues = {}) =>
  new ApiError('validation_failed', { fields: [{ field, key, values }] })

export function toErrorReply(error: ApiError, language: Language): ErrorReply {
  const status = errorStatus[error.code]
  const reply: ErrorReply = {
    status,
    error: error.code,
    message: t(language, `error.${error.code}`, error.values),
  }
  if (error.fields.length > 0)
    reply.errors = error.fields.map(({ field, key, values }) => ({ field, message: t(language, key, values) }))
  return reply
}

/** Every field mistake of a request at once, in words of ours instead of the library's. */
export function validationError(error: z.ZodError): ApiError {
  const fields = error.issues.map(issue => ({
    field: issue.path.map(String).join('.') || 'body',
    ...describeIssue(issue),
  }))
  return new ApiError('validation_failed', { fields })
}

/** What the contract's own checks say is wrong. */
const customIssueKeys: Record<string, MessageKey> = { required: 'field.required', characters: 'field.characters' }

function describeIssue(issue: z.core.$ZodIssue): { key: MessageKey; values?: MessageValues } {
  if (issue.code === 'custom') return { key: customIssueKeys[String(issue.params?.reason)] ?? 'field.invalid' }
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
