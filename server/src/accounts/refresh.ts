import { randomUUID } from 'node:crypto'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import { refuse } from '../http/errors.ts'
import { signAccessToken } from './access-tokens.ts'
import { isLostReply, limits } from './policy.ts'
import { derivedToken, hashOfToken, isSameHash } from './secrets.ts'
import { endSessions, type Tokens } from './sessions.ts'

/**
 * Exchanges a refresh token for a new pair. The successor is derived from the token presented and from the retry key, so
 * whoever asks again with both, and nobody else, can be given the same successor again until that is used, be it after a
 * day without a network; who sent no key only within the grace. Any other second use ends the session (RFC 9700).
 * @throws unauthenticated
 */
export async function refreshSession(app: App, presented: string, retryKey?: string): Promise<Tokens> {
  const bare = derivedToken(app, 'refresh', presented)
  const keyed = retryKey === undefined ? undefined : derivedToken(app, 'refresh', `${presented}:${retryKey}`)
  const outcome = await write(app, async tx => {
    const found = await lockToken(tx, presented)
    const now = app.clock.now()
    if (!found || found.revoked_at || found.deactivated_at || found.expires_at <= now) return undefined
    if (found.used_at === null) {
      await rotate(app, tx, found, keyed ?? bare)
      return { ...found, successor: keyed ?? bare }
    }
    const given = await successorOf(tx, found)
    const successor = [keyed, bare].find(token => token !== undefined && isOf(token, given))
    const use = { usedAt: found.used_at, successorUsedAt: given.used_at, isSameTry: successor === keyed }
    if (successor !== undefined && isLostReply(use, now)) return { ...found, successor }
    await endSessions(app, tx, found.user_id, { only: found.session_id })
    const subject = { type: 'user', id: found.user_id }
    await audit(app, tx, {
      actor: null,
      action: 'session.reuse_detected',
      subject,
      after: { session: found.session_id },
    })
    return undefined
  })
  // Thrown only after the transaction, so that the end of a stolen session is kept.
  if (!outcome) throw refuse('unauthenticated')
  const access = await signAccessToken(app, { userId: outcome.user_id, sessionId: outcome.session_id })
  return { access, refresh: outcome.successor }
}

type Found = NonNullable<Awaited<ReturnType<typeof lockToken>>>

/** Two requests with one token take turns here: the second finds it used. */
const lockToken = (tx: Tx, token: string) =>
  tx
    .selectFrom('refresh_tokens as r')
    .innerJoin('sessions as s', 's.id', 'r.session_id')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['r.id', 'r.session_id', 'r.used_at', 'r.replaced_by', 'r.expires_at'])
    .select(['s.user_id', 's.revoked_at', 'u.deactivated_at'])
    .where('r.token_hash', '=', hashOfToken(token))
    .forUpdate('r')
    .executeTakeFirst()

async function rotate(app: App, tx: Tx, { id, session_id }: Found, successor: string): Promise<void> {
  const now = app.clock.now()
  const successorId = randomUUID()
  await tx
    .updateTable('refresh_tokens')
    .set({ used_at: now, replaced_by: successorId })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('refresh_tokens')
    .values({
      id: successorId,
      session_id,
      token_hash: hashOfToken(successor),
      issued_at: now,
      expires_at: new Date(now.getTime() + limits.refreshLife),
      used_at: null,
      replaced_by: null,
    })
    .execute()
  await tx.updateTable('sessions').set({ last_used_at: now }).where('id', '=', session_id).execute()
}

const isOf = (token: string, { token_hash }: { token_hash: Buffer }) => isSameHash(hashOfToken(token), token_hash)

/** Of a token that was used. */
const successorOf = (tx: Tx, { replaced_by }: Found) =>
  tx
    .selectFrom('refresh_tokens')
    .select(['token_hash', 'used_at'])
    .where('id', '=', replaced_by)
    .executeTakeFirstOrThrow()
