import type { ErrorCode } from '@kutu/contract/errors'
import type { Logger } from 'pino'
import type { App } from '../../context.ts'
import { extendLogContext } from './log-context.ts'
import { createPseudonym } from './pseudonyms.ts'

/**
 * The events in the field `event` of the log, which all concern security, with their meaning. docs/reference.md lists them.
 * The line also holds request_id, network, agent and user, as far as they are known.
 */
export const securityEvents = {
  'audit.recorded': 'an entry of the audit log was committed; `action` says which',
  'request.invalid': 'the input was rejected (400, 413, 415, 422)',
  'request.unauthenticated': 'no valid token, wrong password or code of a sign-in (401)',
  'request.forbidden': 'not allowed for this user, or not allowed to sign in (403)',
  'request.not_found': 'unknown path, or an object that does not exist or is hidden from the caller (404, 405)',
  'request.limited': 'refused by a limit (429)',
  'request.failed': 'an error of the server (500)',
} as const
export type SecurityEvent = keyof typeof securityEvents

type Fields = {
  event: SecurityEvent
  action?: string
  actor?: string | null
  subject?: string
}

/** Writes the line of an event. Never pass an email address, a phone number or a name. */
export function logSecurityEvent(log: Logger, fields: Fields, message: string): void {
  log.info(fields, message)
}

/** The log fields that describe the error of a completed request. */
export type Refusal = { event: SecurityEvent; error: ErrorCode } | { error: ErrorCode }

const eventByStatus: Record<number, SecurityEvent> = {
  400: 'request.invalid',
  401: 'request.unauthenticated',
  403: 'request.forbidden',
  404: 'request.not_found',
  405: 'request.not_found',
  413: 'request.invalid',
  415: 'request.invalid',
  422: 'request.invalid',
  429: 'request.limited',
  500: 'request.failed',
}

/** Describes an error reply for the line of its request. Conflicts and interruptions are no security events. */
export function describeRefusal(error: ErrorCode, status: number): Refusal {
  const event = eventByStatus[status]
  return event ? { event, error } : { error }
}

/** Adds the pseudonym of an email address, with or without an account, to the lines of the request and to its audit entries. */
export const logEmail = ({ config, clock }: App, email: string): void =>
  extendLogContext({ email: createPseudonym(config.tokenSecret, 'email', email, clock.now()) })
