import type { SignInChallenge } from '@kutu/contract/accounts/sign-in-challenge'
import type { Language } from '@kutu/contract/common'
import { type ErrorCode, type ErrorReply, errorStatus } from '@kutu/contract/errors'
import type { z } from 'zod'
import { fieldLabels } from '../i18n/catalogs/field-labels.ts'
import { type MessageKey, type MessageValues, t } from '../i18n/translate.ts'

type FieldError = { field: string; key: MessageKey; values?: MessageValues }

/** An error reply with a stable code. Its sentence is translated into the reader's language when it is sent. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly values: MessageValues
  readonly fields: FieldError[]
  readonly retryAfter: number | undefined
  readonly challenge: SignInChallenge | undefined
  constructor(code: ErrorCode, { values = {}, fields = [], retryAfter, challenge }: ApiErrorDetails = {}) {
    super(code)
    this.code = code
    this.values = values
    this.fields = fields
    this.retryAfter = retryAfter
    this.challenge = challenge
  }
}
export type ApiErrorDetails = {
  values?: MessageValues
  fields?: FieldError[]
  retryAfter?: number
  /** For `second_factor_required`. */
  challenge?: SignInChallenge
}

export const apiError = (code: ErrorCode, details?: ApiErrorDetails) => new ApiError(code, details)
/** Returns the error for an exceeded limit. The wait is shown in the largest unit of which it has one and a half. */
export const tooManyRequests = (seconds: number) =>
  apiError('too_many_requests', { values: roundWait(seconds), retryAfter: seconds })

function roundWait(seconds: number): MessageValues {
  if (seconds < 90) return { unit: 'seconds', count: seconds }
  const minutes = Math.ceil(seconds / 60)
  return minutes < 90 ? { unit: 'minutes', count: minutes } : { unit: 'hours', count: Math.ceil(minutes / 60) }
}
/** Returns the error for an exceeded limit that ends at `retryAt`. */
export const tooManyRequestsUntil = (retryAt: Date, now: Date) =>
  tooManyRequests(Math.ceil((retryAt.getTime() - now.getTime()) / 1000))
/** Returns a validation error of one field found after the schema check, such as an impossible phone number. */
export const fieldError = (field: string, key: MessageKey, values: MessageValues = {}) =>
  new ApiError('validation_failed', { fields: [{ field, key, values }] })

export function toErrorReply(error: ApiError, language: Language): ErrorReply {
  const status = errorStatus[error.code]
  const errors = error.fields.map(({ field, key, values }) => ({ field, message: t(language, key, values) }))
  const [first] = errors
  return {
    status,
    error: error.code,
    // Some clients show only this sentence, so it names the first mistake.
    message:
      error.code === 'validation_failed' && first
        ? describeMistake(first, language)
        : t(language, `error.${error.code}`, error.values),
    ...(errors.length > 0 && { errors }),
    ...(error.challenge && { challenge: error.challenge }),
  }
}

/** Returns a sentence about the mistake in a field. Fields that only programs send have no label. */
function describeMistake({ field, message }: { field: string; message: string }, language: Language): string {
  if (field === wholeBody) return t(language, 'error.malformed_request')
  // The path of a list item (`crop_types.2`) has the label of its list.
  const label = fieldLabels[field.split('.')[0] ?? '']?.[language]
  return label ? `${label}: ${message}` : t(language, 'error.invalid_value', { field, message })
}

/** The field of a mistake that is in no single field, such as a body that is a list. */
const wholeBody = 'body'

/** Converts the issues of a schema check to field errors with our own sentences: the first of each field. */
export function validationError(error: z.ZodError): ApiError {
  const fields = new Map<string, FieldError>()
  for (const issue of error.issues) {
    const field = issue.path.map(String).join('.') || wholeBody
    if (!fields.has(field)) fields.set(field, { field, ...describeIssue(issue) })
  }
  return new ApiError('validation_failed', { fields: [...fields.values()] })
}

/** Messages of the contract's custom checks, by their `reason`. */
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
