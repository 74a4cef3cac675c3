import type { SignInChallenge } from '@kutu/contract/accounts/sign-in-challenge'
import type { ErrorCode, ErrorReply } from '@kutu/contract/errors'
import { t } from '../i18n/i18n.ts'

/** An error reply of the server. `message` is a sentence in the reader's language, `code` is stable. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: readonly { field: string; message: string }[]
  /** The second factors that `second_factor_required` offers. */
  readonly challenge: SignInChallenge | undefined

  constructor(reply: ErrorReply) {
    super(reply.message)
    this.name = 'ApiError'
    this.status = reply.status
    this.code = reply.error
    this.errors = reply.errors ?? []
    this.challenge = reply.challenge
  }

  is(code: ErrorCode): boolean {
    return this.code === code
  }
}

/** The server was not reached. */
export class OfflineError extends Error {
  constructor() {
    super(t('error.offline'))
    this.name = 'OfflineError'
  }
}

/** Returns the message to show for anything that a request can throw. */
export const getErrorMessage = (error: unknown): string =>
  error instanceof ApiError || error instanceof OfflineError ? error.message : t('error.unreadable')

/** Returns the server's message about one field, if it has one. */
export const getFieldError = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError ? error.errors.find(each => each.field === field)?.message : undefined

/** Other servers answer with an `error` and a `message` too, but not with the status beside them and a code. */
const isErrorReply = (value: unknown, status: number): value is ErrorReply =>
  typeof value === 'object' &&
  value !== null &&
  'status' in value &&
  value.status === status &&
  'error' in value &&
  typeof value.error === 'string' &&
  /^[a-z_]+$/.test(value.error) &&
  'message' in value &&
  typeof value.message === 'string'

export function toApiError(status: number, body: unknown): ApiError {
  if (isErrorReply(body, status)) return new ApiError(body)
  return new ApiError({ status, error: 'internal', message: t('error.unreadable') })
}
