import { createHash } from 'node:crypto'
import { firstDayLimits } from '@kutu/contract/moderation'
import { activatedAtOf } from '../accounts/users.ts'
import type { App } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { lockNamed } from '../db/lock-named.ts'
import { refuse } from '../http/errors.ts'
import type { Caller } from '../http/session.ts'
import { limits, mayModerate } from './policy.ts'

/**
 * Lets one writer write one thing at a time, so that many tries at once count as many.
 * @throws Refusal first_day_limit for a new account that has written enough
 */
export async function admitWriter(app: App, tx: Tx, caller: Caller, kind: 'posts' | 'responses'): Promise<void> {
  await lockNamed(tx, `writes ${caller.id}`)
  if (mayModerate(caller) || !app.config.rateLimits) return
  const openedAt = await activatedAtOf(tx, caller.id)
  if (!openedAt) return
  const left = openedAt.getTime() + limits.firstDay - app.clock.now().getTime()
  if (left <= 0 || (await writtenSince(tx, caller.id, kind, openedAt)) < firstDayLimits[kind]) return
  throw refuse('first_day_limit', { values: firstDayLimits, retryAfter: Math.ceil(left / 1000) })
}

async function writtenSince(tx: Tx, id: string, kind: 'posts' | 'responses', since: Date): Promise<number> {
  const most = firstDayLimits[kind]
  const posts = tx.selectFrom('posts').select('id').where('farmer_id', '=', id).where('created_at', '>=', since)
  const responses = tx.selectFrom('responses').select('id').where('author_id', '=', id).where('created_at', '>=', since)
  const rows = await (kind === 'posts' ? posts.limit(most).execute() : responses.limit(most).execute())
  return rows.length
}

/** What makes two texts the same: case, look-alike forms, spaces and invisible marks do not tell them apart. */
export function fingerprintOf(...texts: string[]): Buffer {
  const hash = createHash('sha256')
  for (const text of texts) {
    const bare = text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[\s\p{Z}\p{Cf}]+/gu, ' ')
    hash.update(bare.trim()).update('\0')
  }
  return hash.digest()
}
