import { createHash, createHmac } from 'node:crypto'
import type { App } from '../../context.ts'
import { insertInto } from '../db/complete-insert.ts'
import type { Db, Tx } from '../db/database.ts'
import { runTransaction } from '../db/transaction.ts'
import { decryptAtRest, deriveKey, deriveKeys, encryptAtRest } from '../secrets.ts'
import { apiError } from './api-error.ts'

/** A request that may be retried: its caller, key, endpoint and hash. */
export type IdempotentRequest = { scope: string; key: string; call: string; requestHash: string }
export type StoredReply = { status: number; body: unknown }

/**
 * Handles a request at most once per key. The key's row and the work share one transaction: a second request with the
 * same key waits at the unique index until the first has ended, and then gets its stored reply. An error rolls
 * everything back, so the request may be retried.
 * @throws ApiError request_in_progress, idempotency_key_reused
 */
export async function runOnce(
  app: App,
  request: IdempotentRequest,
  handle: (tx: Tx) => Promise<StoredReply>,
): Promise<StoredReply> {
  return runTransaction(app.db, async tx => {
    const isFirst = await claimKey(app, tx, request)
    if (!isFirst) {
      const first = await findStoredReply(tx, app, request)
      if (!first) throw apiError('request_in_progress')
      return first
    }
    const result = await handle(tx)
    await tx
      .updateTable('idempotency_keys')
      .set({ status: result.status, reply: await encryptReply(app, result.body) })
      .where('scope', '=', request.scope)
      .where('key', '=', request.key)
      .execute()
    return result
  })
}

/**
 * Keys the hash of a request: a body may contain a password, which could be guessed from a plain hash. Returns one value
 * per accepted secret, the current one first.
 */
const protectHashes = (app: App, requestHash: string): string[] =>
  deriveKeys(app, 'request-hash').map(key => createHmac('sha256', key).update(requestHash).digest('hex'))

const addressPrefix = 'address:'

/** Returns the scope of calls without a caller, with a keyed hash of their network address. */
export const scopeOfAddress = (app: App, address: string): string =>
  addressPrefix + createHmac('sha256', deriveKey(app, 'request-hash')).update(address).digest('hex')

async function claimKey(app: App, tx: Tx, { scope, key, call, requestHash }: IdempotentRequest): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await insertInto(tx, 'idempotency_keys', {
    scope,
    key,
    call,
    request_hash: protectHashes(app, requestHash)[0] ?? '',
    created_at: app.clock.now(),
    status: null,
    reply: null,
  })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * Returns the stored reply of a request with this key; undefined if there is none.
 * @throws ApiError idempotency_key_reused when the key belongs to a different request
 */
export async function findStoredReply(
  db: Db,
  app: App,
  { scope, key, call, requestHash }: IdempotentRequest,
): Promise<StoredReply | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['call', 'request_hash', 'status', 'reply'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row || row.status === null || row.reply === null) return undefined
  if (row.call !== call || !protectHashes(app, requestHash).includes(row.request_hash))
    throw apiError('idempotency_key_reused')
  return { status: row.status, body: await decryptReply(app, row.reply) }
}

/** Stored replies may contain tokens, so they are encrypted. */
const encryptReply = (app: App, body: unknown): Promise<string> =>
  encryptAtRest(app, 'idempotency', JSON.stringify(body ?? null))

const decryptReply = async (app: App, reply: string): Promise<unknown> =>
  JSON.parse(await decryptAtRest(app, 'idempotency', reply))

export function sha256Hex(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

/** Longer than a sign-up takes from claiming its key to its user. */
const longestSignUpMs = 3600_000

/** Deletes the stored replies of a user: those to their own calls, and the one to their sign-up, which had no caller. */
export async function deleteStoredReplies(
  app: App,
  tx: Tx,
  { id, created_at: createdAt }: { id: string; created_at: Date },
): Promise<void> {
  await tx.deleteFrom('idempotency_keys').where('scope', '=', id).execute()
  const signUps = await tx
    .selectFrom('idempotency_keys')
    .select(['scope', 'key', 'reply'])
    .where('scope', 'like', `${addressPrefix}%`)
    .where('created_at', '<=', createdAt)
    .where('created_at', '>=', new Date(createdAt.getTime() - longestSignUpMs))
    .execute()
  for (const { scope, key, reply } of signUps) {
    // Of a retired secret: nobody can read it any more.
    const text = reply === null ? '' : JSON.stringify(await decryptReply(app, reply).catch(() => ''))
    if (text.includes(id))
      await tx.deleteFrom('idempotency_keys').where('scope', '=', scope).where('key', '=', key).execute()
  }
}
