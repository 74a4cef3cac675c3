import type { App } from '../../../context.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { type ApiError, apiError, tooManyRequests } from '../../../platform/http/api-error.ts'
import type { RequestOrigin } from '../../../platform/http/handlers.ts'
import { limits } from '../policy.ts'
import { hashToken } from '../secrets.ts'
import { hashOfUnknownDevices, identifyNetwork, identifySource } from './known-devices.ts'

/** A counter of wrong passwords for one email address, with or without an account. */
type Counter = { sourceHash: Buffer; max: number; windowMs: number; exceeded: (seconds: number) => ApiError }

const signInBlocked = (seconds: number) => apiError('sign_in_blocked', { retryAfter: seconds })

/**
 * Returns the counters that a sign-in attempt is subject to. A known device has one of its own, so that nobody else can
 * lock it out. An unknown device shares one with its network and one with all unknown devices.
 */
export async function getFailureCounters(
  app: App,
  email: string,
  origin: RequestOrigin,
  exceeded: Counter['exceeded'] = signInBlocked,
): Promise<Counter[]> {
  const { network, consecutive } = limits.signInFailures
  const source = await identifySource(app, email, origin)
  const deviceCounter = { sourceHash: source.hash, ...consecutive, exceeded }
  // After too many wrong passwords the token of a device is void: it may have been stolen.
  if (source.isKnownDevice && (await findExceeded(app, email, [deviceCounter])) === undefined) return [deviceCounter]
  return [
    { sourceHash: identifyNetwork(app, email, origin.network).hash, ...network, exceeded: tooManyRequests },
    { sourceHash: hashOfUnknownDevices(app, email), ...consecutive, exceeded },
  ]
}

/** @throws too_many_requests, sign_in_blocked if one of the counters has reached its limit */
export async function assertMayGuess(app: App, email: string, counters: readonly Counter[]): Promise<void> {
  if (!app.config.rateLimits) return
  const error = await findExceeded(app, email, counters)
  if (error) throw error
}

async function findExceeded(app: App, email: string, counters: readonly Counter[]): Promise<ApiError | undefined> {
  const hashes = counters.map(({ sourceHash }) => sourceHash)
  const rows = await app.db
    .selectFrom('sign_in_failures')
    .select(['source_hash', 'failures', 'first_at'])
    .where('email_hash', '=', hashToken(email))
    .where('source_hash', 'in', hashes)
    .execute()
  for (const { sourceHash, max, windowMs, exceeded } of counters) {
    const row = rows.find(({ source_hash }) => source_hash.equals(sourceHash))
    if (!row || row.failures < max) continue
    const seconds = Math.ceil((row.first_at.getTime() + windowMs - app.clock.now().getTime()) / 1000)
    if (seconds > 0) return exceeded(seconds)
  }
  return undefined
}

/**
 * Counts a wrong password and returns true if that was more than a counter allows, which only happens to concurrent
 * attempts. The first failure after a window has passed starts at one again.
 */
export async function recordSignInFailure(
  app: App,
  tx: Tx,
  email: string,
  counters: readonly Counter[],
): Promise<boolean> {
  const now = app.clock.now()
  let isExceeded = false
  for (const { sourceHash: source_hash, max, windowMs } of counters) {
    const windowStart = new Date(now.getTime() - windowMs)
    const row = { email_hash: hashToken(email), source_hash, failures: 1, first_at: now }
    const { failures } = await insertInto(tx, 'sign_in_failures', row)
      .onConflict(conflict =>
        conflict.columns(['email_hash', 'source_hash']).doUpdateSet(({ eb, ref }) => {
          const isWindowOver = eb(ref('sign_in_failures.first_at'), '<=', windowStart)
          return {
            failures: eb
              .case()
              .when(isWindowOver)
              .then(1)
              .else(eb(ref('sign_in_failures.failures'), '+', 1))
              .end(),
            first_at: eb.case().when(isWindowOver).then(now).else(ref('sign_in_failures.first_at')).end(),
          }
        }),
      )
      .returning('failures')
      .executeTakeFirstOrThrow()
    if (failures > max) isExceeded = true
  }
  return isExceeded
}

/** Resets all counts of an email address, after a successful sign-in or a new password. */
export async function clearSignInFailures(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('email_hash', '=', hashToken(email)).execute()
}
