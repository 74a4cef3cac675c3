import type { Clock } from '../../../clock.ts'
import type { Config } from '../../../config.ts'

export type CheckStatus = 'ok' | 'warning' | 'error'

/** The areas that are checked. docs/operate.md has a section “Doctor: AREA” for each. */
export const areas = [
  'configuration',
  'secrets',
  'server',
  'database',
  'jobs',
  'storage',
  'disk',
  'email',
  'sms',
  'weather',
  'time',
  'certificate',
  'push',
  'model',
  'backups',
] as const
export type Area = (typeof areas)[number]

/** One line of the report. */
export type CheckResult = {
  area: Area
  status: CheckStatus
  /** The finding. Never a password, a token or an address of a user. */
  message: string
  /** The advice; none if all is well. */
  remedy?: string
}

export type CheckContext = {
  config: Config
  clock: Clock
  /** Longest wait for an answer of another system, in milliseconds. */
  timeoutMs: number
  modelsDir: string
  /** SHA-256 by path within `modelsDir`, as recorded by the build; undefined when running from the sources. */
  modelChecksums: Record<string, string> | undefined
  /** Recipient of a test email; undefined to send none. */
  sendMailTo: string | undefined
}

export const ok = (area: Area, message: string): CheckResult => ({ area, status: 'ok', message })
export const warning = (area: Area, message: string, remedy: string): CheckResult => ({
  area,
  status: 'warning',
  message,
  remedy,
})
export const error = (area: Area, message: string, remedy: string): CheckResult => ({
  area,
  status: 'error',
  message,
  remedy,
})

/** Returns the message of anything thrown; errors of several connection attempts have only a code. */
export const describeError = (thrown: unknown): string => {
  if (!(thrown instanceof Error)) return String(thrown)
  const cause = thrown.cause instanceof Error ? describeError(thrown.cause) : ''
  const code = 'code' in thrown ? String(thrown.code) : ''
  return [thrown.message || code || thrown.name, cause].filter(Boolean).join(': ')
}
