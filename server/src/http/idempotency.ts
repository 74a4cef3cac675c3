import { createHash } from 'node:crypto'
import { CompactEncrypt, compactDecrypt } from 'jose'
import type { App } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { transaction } from '../db/write.ts'
import { refuse } from './errors.ts'

/** A request that may be retried: whose it is, which call, and what it asked. */
export type Attempt = { scope: string; key: string; call: string; requestHash: string }
export type Answer = { status: number; reply: unknown }

/**
 * Does `work` at most once per key. The key's row and the work share one transaction: a second request with the same
 * key waits at the unique index until the first has ended, then gets the first one's answer; a refusal leaves no trace,
 * so it may be tried again.
 */
export async function once(app: App, attempt: Attempt, work: (app: App) => Promise<Answer>): Promise<Answer> {
  return transaction(app.db, async tx => {
    const isFirst = await claim(app, tx, attempt)
    if (!isFirst) {
      const first = await answeredBefore({ ...app, db: tx }, attempt)
      if (!first) throw refuse('request_in_progress')
      return first
    }
    const answer = await work({ ...app, db: tx })
    await tx
      .updateTable('idempotency_keys')
      .set({ status: answer.status, reply: await sealed(app, answer.reply) })
      .where('scope', '=', attempt.scope)
      .where('key', '=', attempt.key)
      .execute()
    return answer
  })
}

async function claim(app: App, tx: Tx, { scope, key, call, requestHash }: Attempt): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotency_keys')
    .values({ scope, key, call, request_hash: requestHash, created_at: app.clock.now() })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * The answer that a request with this key got, or undefined when there is none yet.
 * @throws Refusal idempotency_key_reused when that request was another one
 */
export async function answeredBefore(
  app: App,
  { scope, key, call, requestHash }: Attempt,
): Promise<Answer | undefined> {
  const row = await app.db
    .selectFrom('idempotency_keys')
    .select(['call', 'request_hash', 'status', 'reply'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row || row.status === null || row.reply === null) return undefined
  if (row.call !== call || row.request_hash !== requestHash) throw refuse('idempotency_key_reused')
  return { status: row.status, reply: await opened(app, row.reply) }
}

/** Kept answers may hold tokens, so they rest encrypted. */
async function sealed(app: App, reply: unknown): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(reply ?? null))
  return new CompactEncrypt(text).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(sealKey(app))
}

async function opened(app: App, reply: string): Promise<unknown> {
  const { plaintext } = await compactDecrypt(reply, sealKey(app))
  return JSON.parse(new TextDecoder().decode(plaintext))
}

const sealKey = (app: App) => createHash('sha256').update(`idempotency:${app.config.tokenSecret}`).digest()

export function hashOf(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

/** Forgets what a caller was answered. */
export async function forgetReplies(tx: Tx, callerId: string): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('scope', '=', callerId).execute()
}
