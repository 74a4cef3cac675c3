import { createHash } from 'node:crypto'
import { newAccountLimits } from '@kutu/contract/community/moderation'
import type { App } from '../../context.ts'
import { advisoryLock } from '../../platform/db/advisory-lock.ts'
import type { Tx } from '../../platform/db/database.ts'
import { apiError } from '../../platform/http/api-error.ts'
import type { Caller } from '../../platform/http/authorization.ts'
import { getActivatedAt } from '../accounts/users/users.ts'
import { canModerate, limits } from './policy.ts'

/**
 * Serializes the writes of one author and checks the limits of new accounts, so that simultaneous requests all count.
 * @throws ApiError first_day_limit if a new account has reached its limit
 */
export async function enforceNewAccountLimit(
  app: App,
  tx: Tx,
  caller: Caller,
  kind: 'posts' | 'responses',
): Promise<void> {
  await advisoryLock(tx, `author ${caller.id}`)
  if (canModerate(caller) || !app.config.rateLimits) return
  const activatedAt = await getActivatedAt(tx, caller.id)
  if (!activatedAt) return
  const remainingMs = activatedAt.getTime() + limits.newAccountPeriodMs - app.clock.now().getTime()
  if (remainingMs <= 0 || (await countWrittenSince(tx, caller.id, kind, activatedAt)) < newAccountLimits[kind]) return
  throw apiError('first_day_limit', { values: newAccountLimits, retryAfter: Math.ceil(remainingMs / 1000) })
}

async function countWrittenSince(tx: Tx, id: string, kind: 'posts' | 'responses', since: Date): Promise<number> {
  const max = newAccountLimits[kind]
  const posts = tx.selectFrom('posts').select('id').where('farmer_id', '=', id).where('created_at', '>=', since)
  const responses = tx.selectFrom('responses').select('id').where('author_id', '=', id).where('created_at', '>=', since)
  const rows = await (kind === 'posts' ? posts.limit(max).execute() : responses.limit(max).execute())
  return rows.length
}

/**
 * Returns the SHA-256 of the normalized texts. Case, compatibility forms, white space and invisible characters make no
 * difference.
 */
export function hashContent(...texts: string[]): Buffer {
  return hashExactly(...texts.map(normalize))
}

const normalize = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Z}\p{Cf}]+/gu, ' ')
    .trim()

/** Returns the SHA-256 of texts that are the same only character by character. */
export function hashExactly(...texts: string[]): Buffer {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(text).update('\0')
  return hash.digest()
}
