import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import { getRefreshTokenExpiry, isRetryAfterLostReply } from '../policy.ts'
import { deriveTokens, hashToken, isSameHash } from '../secrets.ts'
import { signAccessToken } from './access-tokens.ts'
import { insertRefreshToken, revokeSessions, type TokenPair } from './sessions.ts'

/**
 * Exchanges a refresh token for a new token pair (refresh token rotation, RFC 9700 section 4.14).
 *
 * The successor is derived from the presented token and the Idempotency-Key. A client that repeats its request with both
 * gets the same successor again until that is used, even after a day offline. Without a key this works only within the
 * grace period. Any other second use means that the token was stolen and revokes the session.
 * @throws unauthenticated
 */
export async function refreshSession(app: App, refreshToken: string, idempotencyKey?: string): Promise<TokenPair> {
  // One per accepted secret, the current one first: a reply may have been lost before the secret was rotated.
  const successorsWithoutKey = deriveTokens(app, 'refresh', refreshToken)
  const successorsWithKey =
    idempotencyKey === undefined ? [] : deriveTokens(app, 'refresh', `${refreshToken}:${idempotencyKey}`)
  const outcome = await withTransaction(app, async tx => {
    await lockSession(tx, refreshToken)
    const current = await lockRefreshToken(tx, refreshToken)
    const now = app.clock.now()
    if (!current || current.revoked_at || current.deactivated_at || current.expires_at <= now) return undefined
    if (getRefreshTokenExpiry(current, now) <= now) return undefined
    if (current.used_at === null) {
      const [successor = ''] = [...successorsWithKey, ...successorsWithoutKey]
      await rotateRefreshToken(app, tx, current, successor)
      return { ...current, successor }
    }
    const issuedSuccessor = await findSuccessor(tx, current)
    const successor = [...successorsWithKey, ...successorsWithoutKey].find(token => hasHash(token, issuedSuccessor))
    const reuse = {
      usedAt: current.used_at,
      successorUsedAt: issuedSuccessor.used_at,
      hasSameIdempotencyKey: successor !== undefined && successorsWithKey.includes(successor),
    }
    if (successor !== undefined && isRetryAfterLostReply(reuse, now)) return { ...current, successor }
    await revokeSessions(app, tx, current.user_id, { only: current.session_id })
    const subject = { type: 'user', id: current.user_id }
    await audit(app, tx, {
      actor: null,
      action: 'session.reuse_detected',
      subject,
      after: { session: current.session_id },
    })
    return undefined
  })
  // Thrown after the transaction, so that the revocation of a stolen session is committed.
  if (!outcome) throw apiError('unauthenticated')
  const access = await signAccessToken(app, { userId: outcome.user_id, sessionId: outcome.session_id })
  return { access, refresh: outcome.successor }
}

type LockedRefreshToken = NonNullable<Awaited<ReturnType<typeof lockRefreshToken>>>

/** Locks the session of a refresh token. Concurrent requests with its tokens run one after the other. */
const lockSession = (tx: Tx, token: string) =>
  tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', eb =>
      eb.selectFrom('refresh_tokens').select('session_id').where('token_hash', '=', hashToken(token)),
    )
    .forNoKeyUpdate()
    .execute()

/** Finds a refresh token and locks it. Concurrent requests with one token run one after the other; the second finds it used. */
const lockRefreshToken = (tx: Tx, token: string) =>
  tx
    .selectFrom('refresh_tokens as r')
    .innerJoin('sessions as s', 's.id', 'r.session_id')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['r.id', 'r.session_id', 'r.used_at', 'r.replaced_by', 'r.expires_at'])
    .select(['s.user_id', 's.created_at', 's.revoked_at', 'u.deactivated_at'])
    .where('r.token_hash', '=', hashToken(token))
    .forUpdate('r')
    .executeTakeFirst()

async function rotateRefreshToken(app: App, tx: Tx, current: LockedRefreshToken, successor: string): Promise<void> {
  for (const { id } of await listOlderBranches(tx, current))
    await replaceToken(app, tx, { ...current, id }, randomBytes(32).toString('base64url'))
  await replaceToken(app, tx, current, successor)
  const last_used_at = app.clock.now()
  await tx.updateTable('sessions').set({ last_used_at }).where('id', '=', current.session_id).execute()
}

async function replaceToken(
  app: App,
  tx: Tx,
  { id, session_id, created_at }: LockedRefreshToken,
  successor: string,
): Promise<void> {
  const successorId = randomUUID()
  await tx
    .updateTable('refresh_tokens')
    .set({ used_at: app.clock.now(), replaced_by: successorId })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertRefreshToken(app, tx, { id: successorId, session: { id: session_id, created_at }, token: successor })
}

/**
 * Lists the unused tokens that the first use of a token ends, so that a later use of one is a second use. Only a token that
 * replaced no other ends any: it began a branch, at the sign-in or at a change of the password, and ends the older ones.
 */
async function listOlderBranches(tx: Tx, { id, session_id }: LockedRefreshToken): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select other.id from refresh_tokens as other join refresh_tokens as first on first.session_id = other.session_id
    where first.id = ${id} and other.session_id = ${session_id} and other.id <> first.id and other.used_at is null
      and not exists (select from refresh_tokens as before where before.replaced_by = first.id)
      and (other.issued_at < first.issued_at
        or exists (select from refresh_tokens as before where before.replaced_by = other.id))`.execute(tx)
  return rows
}

const hasHash = (token: string, { token_hash }: { token_hash: Buffer }) => isSameHash(hashToken(token), token_hash)

/** Finds the token that replaced a used one. */
const findSuccessor = (tx: Tx, { replaced_by }: LockedRefreshToken) =>
  tx
    .selectFrom('refresh_tokens')
    .select(['token_hash', 'used_at'])
    .where('id', '=', replaced_by)
    .executeTakeFirstOrThrow()
