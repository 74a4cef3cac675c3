import { randomBytes, randomUUID } from 'node:crypto'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { getRefreshTokenExpiry, limits } from '../policy.ts'
import { isApproved } from '../profile/present-user.ts'
import { getRequiredStep } from '../second-factor/policy.ts'
import { hashToken } from '../secrets.ts'
import { signAccessToken, verifyAccessToken } from './access-tokens.ts'
import { selectAccountSecurity } from './required-step.ts'

export type TokenPair = { access: string; refresh: string }

/** Creates a session and returns its first token pair. Ends the least recently used sessions above the limit. */
export async function createSession(app: App, tx: Tx, userId: string, userAgent: string): Promise<TokenPair> {
  // One sign-in of an account at a time, so that concurrent ones cannot exceed the limit.
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  await endSurplusSessions(app, tx, userId)
  const now = app.clock.now()
  const sessionId = randomUUID()
  await insertInto(tx, 'sessions', {
    id: sessionId,
    user_id: userId,
    user_agent: userAgent,
    created_at: now,
    last_used_at: now,
    revoked_at: null,
    password_confirmed_at: null,
  }).execute()
  return issueTokens(app, tx, { id: sessionId, user_id: userId, created_at: now })
}

/** Returns a new token pair of a session. The other tokens of the session stay valid. */
export async function issueTokens(
  app: App,
  tx: Tx,
  session: { id: string; user_id: string; created_at: Date },
): Promise<TokenPair> {
  const refresh = randomBytes(32).toString('base64url')
  await insertRefreshToken(app, tx, { id: randomUUID(), session, token: refresh })
  return { access: await signAccessToken(app, { userId: session.user_id, sessionId: session.id }), refresh }
}

export async function insertRefreshToken(
  app: App,
  tx: Tx,
  { id, session, token }: { id: string; session: { id: string; created_at: Date }; token: string },
): Promise<void> {
  const now = app.clock.now()
  await insertInto(tx, 'refresh_tokens', {
    id,
    session_id: session.id,
    token_hash: hashToken(token),
    issued_at: now,
    expires_at: getRefreshTokenExpiry(session, now),
    used_at: null,
    replaced_by: null,
  }).execute()
}

/** Revokes the least recently used sessions, so that one more is within the limit. */
async function endSurplusSessions(app: App, tx: Tx, userId: string): Promise<void> {
  const surplus = await tx
    .updateTable('sessions')
    .set({ revoked_at: app.clock.now() })
    .where('id', 'in', query =>
      query
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .orderBy('last_used_at', 'desc')
        .orderBy('id', 'desc')
        .offset(limits.maxSessions - 1),
    )
    .returning('id')
    .execute()
  if (surplus.length > 0) await voidPendingEmailChanges(app, tx, userId)
  for (const { id } of surplus)
    await audit(app, tx, { actor: userId, action: 'session.closed_over_limit', after: { session: id } })
}

/**
 * Returns the caller of an access token. `onIdentified` is called with the user of a correctly signed token before the
 * database is read, to limit requests.
 * @throws unauthenticated, and what `onIdentified` throws
 */
export async function authenticate(app: App, token: string, onIdentified?: (userId: string) => void): Promise<Caller> {
  const caller = await findCaller(app, token, onIdentified)
  if (!caller) throw apiError('unauthenticated')
  return caller
}

/**
 * Returns the caller of an access token, or undefined if the token or its session is invalid. Reads the database on
 * every request, so that sign-out, deactivation and approval take effect immediately.
 */
export async function findCaller(
  app: App,
  token: string,
  onIdentified?: (userId: string) => void,
): Promise<Caller | undefined> {
  const claims = await verifyAccessToken(app, token)
  if (!claims) return undefined
  onIdentified?.(claims.userId)
  const row = await selectLiveSessions(app)
    .select(['u.id', 'u.username', 'u.approval', 's.created_at', 's.password_confirmed_at'])
    .select(selectAccountSecurity)
    .where('s.id', '=', claims.sessionId)
    .where('u.id', '=', claims.userId)
    .executeTakeFirst()
  if (!row) return undefined
  const { id, role, username, created_at, password_confirmed_at } = row
  const { sessionId } = claims
  const requiredStep = getRequiredStep(row, app.config.adminSecondFactor)
  const passwordConfirmedAt = password_confirmed_at ?? created_at
  return { id, role, username, isApproved: isApproved(row), requiredStep, sessionId, passwordConfirmedAt }
}

/** Selects the sessions that are neither revoked nor too old, of accounts that are not deactivated. */
const selectLiveSessions = (app: App) =>
  app.db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .where('s.revoked_at', 'is', null)
    .where('s.created_at', '>', new Date(app.clock.now().getTime() - limits.sessionLifetime))
    .where('u.deactivated_at', 'is', null)

/** Returns true while the session lasts and the account is not deactivated. Used by open event streams. */
export async function isSessionActive(app: App, { id, sessionId }: Caller): Promise<boolean> {
  const session = await selectLiveSessions(app)
    .select('s.id')
    .where('s.id', '=', sessionId)
    .where('u.id', '=', id)
    .executeTakeFirst()
  return session !== undefined
}

/** Returns the ids of a user's sessions that have not ended; empty for a deactivated account. */
export async function listActiveSessionIds(app: App, userId: string): Promise<Set<string>> {
  const rows = await selectLiveSessions(app).select('s.id').where('s.user_id', '=', userId).execute()
  return new Set(rows.map(({ id }) => id))
}

export async function signOut(db: Db, app: App, caller: Caller): Promise<void> {
  await withTransaction(db, async tx => {
    const revokedCount = await revokeSessions(app, tx, caller.id, { only: caller.sessionId })
    if (revokedCount === 0) return
    await audit(app, tx, { actor: caller.id, action: 'session.closed' })
  })
}

/**
 * Revokes a user's sessions: all, all except one, or only one. Returns how many were revoked. A pending change of the
 * email address ends with them: a thief may have requested it, and its link would take the account over.
 */
export async function revokeSessions(
  app: App,
  tx: Tx,
  userId: string,
  { except, only }: { except?: string; only?: string } = {},
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ revoked_at: app.clock.now() })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(except !== undefined, query => query.where('id', '!=', except ?? ''))
    .$if(only !== undefined, query => query.where('id', '=', only ?? ''))
    .executeTakeFirst()
  await voidPendingEmailChanges(app, tx, userId)
  return Number(numUpdatedRows)
}

/** Voids changes of the email address that were requested and not confirmed. Their links then do nothing. */
export async function voidPendingEmailChanges(app: App, tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('email_changes')
    .set({ voided_at: app.clock.now() })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .where('voided_at', 'is', null)
    .execute()
}
