import type { AdminUser, admin } from '@kutu/contract/admin'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { App } from '../context.ts'
import type { Database } from '../db/database.ts'
import { offsetOf } from '../http/paging.ts'
import { usernameKey } from './users.ts'

type Asked = z.output<typeof admin.listUsers.query>
type Column = 'username_key' | 'email' | 'phone_number'

/** Everybody with an account, as asked for. */
export async function listUsers(
  app: App,
  { role, search, by, ordering, ...page }: Asked,
): Promise<{ count: number; users: AdminUser[] }> {
  const sought = search === undefined ? undefined : soughtIn(by, search)
  const matching = managedUsers(app.db)
    .$if(role !== undefined, query => query.where('role', '=', role ?? 'admin'))
    .$if(sought !== undefined, query => (sought ? query.where(sought.column, 'like', sought.pattern) : query))
  const direction = ordering.startsWith('-') ? 'desc' : 'asc'
  const rows = await matching
    .orderBy(ordering.endsWith('username') ? 'username_key' : 'created_at', direction)
    .orderBy('id', direction)
    .limit(page.page_size)
    .offset(offsetOf(page))
    .execute()
  const count = sought
    ? await matching
        .clearSelect()
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow()
    : await tallyOf(app, role)
  return { count: Number(count.count), users: rows.map(presentManagedUser) }
}

/** How many there are, without counting them. */
const tallyOf = (app: App, role: Asked['role']) =>
  app.db
    .selectFrom('people_tallies')
    .select(({ fn }) => fn.sum<string | null>('count').as('count'))
    .$if(role !== undefined, query => query.where('role', '=', role ?? 'admin'))
    .executeTakeFirstOrThrow()

/**
 * A phone number is found by its digits, however they are spaced, and with the zero people write before it at home; by
 * what has none, nobody is.
 */
function soughtIn(by: Asked['by'], search: string): { column: Column; pattern: string } {
  if (by === 'phone_number') {
    const digits = search.replaceAll(/\D/g, '')
    return { column: by, pattern: digits && `%${digits.replace(/^0+/, '')}%` }
  }
  const typed = by === 'username' ? usernameKey(search) : search.toLowerCase()
  const pattern = `%${typed.trim().replaceAll(/[\\%_]/g, '\\$&')}%`
  return { column: by === 'username' ? 'username_key' : 'email', pattern }
}

export const managedUsers = (db: Kysely<Database>) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'phone_number', 'role', 'created_at', 'activated_at', 'deactivated_at'])
    .select(['leaves_at', 'returns_by_sign_in'])
    .where('left_at', 'is', null)

type ManagedRow = Awaited<ReturnType<ReturnType<typeof managedUsers>['execute']>>[number]

export const presentManagedUser = ({
  activated_at,
  deactivated_at,
  created_at,
  phone_number,
  leaves_at,
  returns_by_sign_in,
  ...row
}: ManagedRow): AdminUser => ({
  ...row,
  phone_number: phone_number ?? '',
  state: stateOf({ activated_at, deactivated_at, returns_by_sign_in }),
  created_at: created_at.toISOString(),
  deactivated_at: deactivated_at?.toISOString() ?? null,
  leaves_at: leaves_at?.toISOString() ?? null,
})

type Standing = Pick<ManagedRow, 'activated_at' | 'deactivated_at' | 'returns_by_sign_in'>
function stateOf({ activated_at, deactivated_at, returns_by_sign_in }: Standing): AdminUser['state'] {
  if (deactivated_at) return returns_by_sign_in ? 'leaving' : 'deactivated'
  return activated_at ? 'active' : 'not_activated'
}
