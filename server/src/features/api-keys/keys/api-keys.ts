import type { ApiKey, apiKeys } from '@kutu/contract/api-keys'
import { retentionMs } from '@kutu/contract/retention'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import { countUpTo } from '../../../platform/db/count-up-to.ts'
import type { Database, Db } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { onPage, pageReply } from '../../../platform/http/pagination.ts'
import { getUsernames } from '../../accounts/users/users.ts'
import { generateKey } from './key-format.ts'

type Row = Omit<Selectable<Database['api_keys']>, 'key_hash'>
const columns = [
  ...(['id', 'public_id', 'name', 'contact', 'scopes', 'countries', 'created_by', 'created_at'] as const),
  ...(['expires_at', 'revoked_by', 'revoked_at', 'last_used_at'] as const),
] as const

type ListQuery = z.output<typeof apiKeys.listApiKeys.query>

/** Returns a page of the keys that work, or of those that are revoked or expired, newest first. */
export async function listApiKeys(app: App, { state, ...query }: ListQuery, url: URL) {
  const now = app.clock.now()
  const matching = app.db
    .selectFrom('api_keys')
    .where(({ eb, and, or }) =>
      state === 'active'
        ? and([eb('revoked_at', 'is', null), eb('expires_at', '>', now)])
        : or([eb('revoked_at', 'is not', null), eb('expires_at', '<=', now)]),
    )
  const rows = await matching.select(columns).orderBy('created_at', 'desc').orderBy('id').$call(onPage(query)).execute()
  const count = await countUpTo(app.db, matching)
  return pageReply(url, query, count, await presentKeys(app.db, rows))
}

type KeyInput = z.output<typeof apiKeys.createApiKey.body>

/** Creates a key and returns it: the only time that anybody can read it. */
export async function createApiKey(app: App, caller: Caller, input: KeyInput): Promise<ApiKey & { key: string }> {
  const { key, publicId, hash } = generateKey()
  const now = app.clock.now()
  const row = await withTransaction(app, async tx => {
    const inserted = await insertInto(tx, 'api_keys', {
      public_id: publicId,
      key_hash: hash,
      name: input.name,
      contact: input.contact,
      scopes: [...new Set(input.scopes)],
      countries: input.countries && [...new Set(input.countries)],
      created_by: caller.id,
      created_at: now,
      expires_at: new Date(now.getTime() + input.days * 86_400_000),
      revoked_by: null,
      revoked_at: null,
      last_used_at: null,
    })
      .returning(columns)
      .executeTakeFirstOrThrow()
    const { id, name, scopes, countries, expires_at } = inserted
    const after = { public_id: publicId, name, scopes, countries, expires_at }
    await audit(app, tx, { actor: caller.id, action: 'api_key.created', subject: { type: 'api_key', id }, after })
    return inserted
  })
  return { ...(await presentKey(app.db, row)), key }
}

/**
 * Revokes a key for good. It reads the database at every call, so the next one is refused.
 * @throws ApiError not_found, already_decided for a key that is revoked
 */
export async function revokeApiKey(db: Db, app: App, caller: Caller, id: string): Promise<ApiKey> {
  const row = await withTransaction(db, async tx => {
    const revoked = await tx
      .updateTable('api_keys')
      .set({ revoked_by: caller.id, revoked_at: app.clock.now() })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning(columns)
      .executeTakeFirst()
    if (!revoked) {
      const known = await tx.selectFrom('api_keys').select('id').where('id', '=', id).executeTakeFirst()
      throw apiError(known ? 'already_decided' : 'not_found')
    }
    const { public_id, name } = revoked
    const subject = { type: 'api_key', id }
    await audit(app, tx, { actor: caller.id, action: 'api_key.revoked', subject, after: { public_id, name } })
    return revoked
  })
  return presentKey(db, row)
}

/** Returns the names of keys by their ids. */
export async function getApiKeyNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('api_keys').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Returns the ids of the keys with a name, in capital or small letters. There are only as many keys as partners. */
export async function findApiKeyIdsByName(db: Db, name: string): Promise<string[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select('id')
    .where(({ eb, fn, val }) => eb(fn('lower', ['name']), '=', fn<string>('lower', [val(name.trim())])))
    .limit(100)
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes keys long after they ended, with their contact. The audit log keeps who created and revoked them. */
export async function sweepApiKeys(app: App): Promise<void> {
  const cutoff = new Date(app.clock.now().getTime() - retentionMs('endedApiKeys'))
  await app.db
    .deleteFrom('api_keys')
    .where(({ eb, or }) => or([eb('revoked_at', '<', cutoff), eb('expires_at', '<', cutoff)]))
    .execute()
}

async function presentKey(db: Db, row: Row): Promise<ApiKey> {
  const [key] = await presentKeys(db, [row])
  if (!key) throw new Error('There is a presentation for each key')
  return key
}

async function presentKeys(db: Db, rows: readonly Row[]): Promise<ApiKey[]> {
  const people = rows.flatMap(({ created_by, revoked_by }) => [created_by, ...(revoked_by ? [revoked_by] : [])])
  const names = await getUsernames(db, [...new Set(people)])
  const person = (id: string) => ({ id, username: names.get(id) ?? '' })
  return rows.map(({ created_at, created_by, expires_at, revoked_at, revoked_by, last_used_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    created_by: person(created_by),
    expires_at: expires_at.toISOString(),
    revoked_at: revoked_at?.toISOString() ?? null,
    revoked_by: revoked_by === null ? null : person(revoked_by),
    last_used_at: last_used_at?.toISOString() ?? null,
  }))
}
