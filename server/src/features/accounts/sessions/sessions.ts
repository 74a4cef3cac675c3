import { randomBytes, randomUUID } from 'node:crypto'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import type { CompleteInsert } from '../../../platform/db/complete-insert.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { limits } from '../policy.ts'
import { isApproved } from '../profile/present-user.ts'
import { hashToken } from '../secrets.ts'
import { signAccessToken, verifyAccessToken } from './access-tokens.ts'

export type TokenPair = { access: string; refresh: string }

/** Creates a session and returns its first token pair. */
export async function createSession(app: App, tx: Tx, userId: string, userAgent: string): Promise<TokenPair> {
  const sessionId = randomUUID()
  const now = app.clock.now()
  await tx
    .insertInto('sessions')
    .values({
      id: sessionId,
      user_id: userId,
      user_agent: userAgent,
      created_at: now,
      last_used_at: now,
      revoked_at: null,
    } satisfies CompleteInsert<'sessions'>)
    .execute()
  const refresh = randomBytes(32).toString('base64url')
  await tx
    .insertInto('refresh_tokens')
    .values({
      id: randomUUID(),
      session_id: sessionId,
      token_hash: hashToken(refresh),
      issued_at: now,
      expires_at: new Date(now.getTime() + limits.refreshTokenLifetime),
      used_at: null,
      replaced_by: null,
    } satisfies CompleteInsert<'refresh_tokens'>)
    .execute()
  return { access: await signAccessToken(app, { userId, sessionId }), refresh }
}

/** Returns the caller of an access token. @throws unauthenticated */
export async function authenticate(app: App, token: string): Promise<Caller> {
  const caller = await findCaller(app, token)
  if (!caller) throw apiError('unauthenticated')
  return caller
}

/**
 * Returns the caller of an access token, or undefined if the token or its session is invalid. Reads the database on
 * every request, so that sign-out, deactivation and approval take effect immediately.
 */
export async function findCaller(app: App, token: string): Promise<Caller | undefined> {
  const claims = await verifyAccessToken(app, token)
  if (!claims) return undefined
  const row = await app.db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['u.id', 'u.role', 'u.username', 'u.approval'])
    .where('s.id', '=', claims.sessionId)
    .where('u.id', '=', claims.userId)
    .where('s.revoked_at', 'is', null)
    .where('u.deactivated_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { id, role, username } = row
  return { id, role, username, isApproved: isApproved(row), sessionId: claims.sessionId }
}

/** Returns true while the session exists and the account is not deactivated. Used by open event streams. */
export async function isSessionActive(app: App, { id, sessionId }: Caller): Promise<boolean> {
  const session = await app.db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('s.id')
    .where('s.id', '=', sessionId)
    .where('u.id', '=', id)
    .where('s.revoked_at', 'is', null)
    .where('u.deactivated_at', 'is', null)
    .executeTakeFirst()
  return session !== undefined
}

/** Returns the ids of a user's sessions that are not revoked; empty for a deactivated account. */
export async function listActiveSessionIds(app: App, userId: string): Promise<Set<string>> {
  const rows = await app.db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('s.id')
    .where('s.user_id', '=', userId)
    .where('s.revoked_at', 'is', null)
    .where('u.deactivated_at', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function signOut(app: App, caller: Caller): Promise<void> {
  await withTransaction(app, async tx => {
    const revokedCount = await revokeSessions(app, tx, caller.id, { only: caller.sessionId })
    if (revokedCount === 0) return
    const subject = { type: 'user', id: caller.id }
    await audit(app, tx, { actor: caller.id, action: 'session.closed', subject })
  })
}

/** Revokes a user's sessions: all, all except one, or only one. Returns how many were revoked. */
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
  return Number(numUpdatedRows)
}
