import { randomBytes, randomUUID } from 'node:crypto'
import type { App } from '../../../context.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import { hashToken } from '../secrets.ts'
import { secondFactorLimits } from './policy.ts'
import type { ChallengePurpose } from './tables.ts'

type NewChallenge = {
  userId: string
  purpose: ChallengePurpose
  webauthnChallenge?: string | undefined
  /** Encrypted. */
  secret?: string
}

/** Stores a challenge and returns its token, which only the client knows. */
export async function createChallenge(
  app: App,
  tx: Tx,
  { userId, purpose, webauthnChallenge, secret }: NewChallenge,
): Promise<{ token: string; expiresAt: Date }> {
  const { signInLifetime, setupLifetime } = secondFactorLimits
  const now = app.clock.now()
  const expiresAt = new Date(now.getTime() + (purpose === 'sign_in' ? signInLifetime : setupLifetime))
  const token = randomBytes(32).toString('base64url')
  await insertInto(tx, 'second_factor_challenges', {
    id: randomUUID(),
    user_id: userId,
    purpose,
    token_hash: hashToken(token),
    webauthn_challenge: webauthnChallenge ?? null,
    secret: secret ?? null,
    created_at: now,
    expires_at: expiresAt,
    used_at: null,
  }).execute()
  return { token, expiresAt }
}

export type Challenge = { id: string; user_id: string; webauthn_challenge: string | null; secret: string | null }

/**
 * Counts a try before it is judged, so that concurrent tries cannot exceed the limit, and returns the challenge.
 * @throws challenge_expired also if it was used, tried too often, or belongs to another user or purpose
 */
export async function countTry(
  app: App,
  token: string,
  { purpose, userId }: { purpose: ChallengePurpose; userId?: string },
): Promise<Challenge> {
  const challenge = await withTransaction(app, tx =>
    tx
      .updateTable('second_factor_challenges')
      .set(({ eb, ref }) => ({ tries: eb(ref('tries'), '+', 1) }))
      .where('token_hash', '=', hashToken(token))
      .where('purpose', '=', purpose)
      .where('used_at', 'is', null)
      .where('expires_at', '>', app.clock.now())
      .where('tries', '<', secondFactorLimits.maxTries)
      .$if(userId !== undefined, query => query.where('user_id', '=', userId ?? ''))
      .returning(['id', 'user_id', 'webauthn_challenge', 'secret'])
      .executeTakeFirst(),
  )
  if (!challenge) throw apiError('challenge_expired')
  return challenge
}

/** Marks a challenge as used. @throws challenge_expired if another request was first */
export async function consumeChallenge(app: App, tx: Tx, { id }: Challenge): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('second_factor_challenges')
    .set({ used_at: app.clock.now() })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw apiError('challenge_expired')
}

/** Voids every challenge of a user, when the password or the factors have changed. */
export async function deleteChallenges(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('second_factor_challenges').where('user_id', '=', userId).execute()
}
