import type { AdminUser, admin } from '@kutu/contract/admin'
import { sql } from 'kysely'
import type { z } from 'zod'
import { countUpTo } from '../../../platform/db/count-up-to.ts'
import type { Db } from '../../../platform/db/database.ts'
import { onPage } from '../../../platform/http/pagination.ts'
import { normalizeUsername } from './users.ts'

type UserListQuery = z.output<typeof admin.listUsers.query>
type Column = 'username_key' | 'email' | 'phone_number'

/** Returns one page of all users that match the query, and the total count. */
export async function listUsers(
  db: Db,
  { role, state, district, search, by, ordering, ...page }: UserListQuery,
): Promise<{ count: number; users: AdminUser[] }> {
  const searchFilter = search === undefined ? undefined : buildSearchFilter(by, search)
  const matching = selectManagedUsers(db)
    .$if(role !== undefined, query => query.where('role', '=', role ?? 'admin'))
    .$if(state !== undefined, query => query.where(stateConditions[state ?? 'active']))
    .$if(district !== undefined, query =>
      query.where(
        'id',
        'in',
        db
          .selectFrom('farmer_profiles')
          .select('user_id')
          .where('district', '=', district ?? '')
          .unionAll(
            db
              .selectFrom('expert_districts')
              .select('user_id')
              .where('district', '=', district ?? ''),
          ),
      ),
    )
    .$if(searchFilter !== undefined, query =>
      searchFilter ? query.where(searchFilter.column, 'like', searchFilter.pattern) : query,
    )
  const direction = ordering.startsWith('-') ? 'desc' : 'asc'
  const rows = await matching
    .orderBy(ordering.endsWith('username') ? 'username_key' : 'created_at', direction)
    .orderBy('id', direction)
    .$call(onPage(page))
    .execute()
  return { count: await countUpTo(db, matching), users: rows.map(presentManagedUser) }
}

const isWaiting = sql<boolean>`(activated_at is null or approval = 'waiting')`
/** Literals rather than parameters, so that the partial indexes users_waiting and users_deactivated are used. */
const stateConditions = {
  active: sql<boolean>`deactivated_at is null and activated_at is not null and approval is distinct from 'waiting'`,
  waiting: sql<boolean>`deactivated_at is null and ${isWaiting}`,
  deactivated: sql<boolean>`deactivated_at is not null`,
} satisfies Record<NonNullable<UserListQuery['state']>, unknown>

/**
 * Builds a LIKE filter. A phone number is matched by its digits, without spaces and without the leading zero of the
 * national format; an input without digits has an empty pattern, which matches nobody.
 */
function buildSearchFilter(by: UserListQuery['by'], search: string): { column: Column; pattern: string } {
  if (by === 'phone_number') {
    const digits = search.replaceAll(/\D/g, '')
    return { column: by, pattern: digits && `%${digits.replace(/^0+/, '')}%` }
  }
  const normalized = by === 'username' ? normalizeUsername(search) : search.toLowerCase()
  const pattern = `%${normalized.trim().replaceAll(/[\\%_]/g, '\\$&')}%`
  return { column: by === 'username' ? 'username_key' : 'email', pattern }
}

export const selectManagedUsers = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'email', 'phone_number', 'role', 'created_at', 'activated_at', 'deactivated_at'])
    .select(['leaves_at', 'returns_by_sign_in', 'approval'])
    .select(({ selectFrom }) =>
      selectFrom('second_factors')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .whereRef('user_id', '=', 'users.id')
        .as('second_factors'),
    )
    .select(({ selectFrom }) =>
      selectFrom('expert_countries').select('country').whereRef('user_id', '=', 'users.id').as('country'),
    )
    .where('left_at', 'is', null)

type ManagedRow = Awaited<ReturnType<ReturnType<typeof selectManagedUsers>['execute']>>[number]

export const presentManagedUser = (row: ManagedRow): AdminUser => ({
  ...row,
  phone_number: row.phone_number ?? '',
  state: getAccountState(row),
  created_at: row.created_at.toISOString(),
  deactivated_at: row.deactivated_at?.toISOString() ?? null,
  leaves_at: row.leaves_at?.toISOString() ?? null,
  second_factors: Number(row.second_factors),
})

function getAccountState({
  activated_at,
  deactivated_at,
  returns_by_sign_in,
  approval,
}: ManagedRow): AdminUser['state'] {
  if (deactivated_at) return returns_by_sign_in ? 'leaving' : 'deactivated'
  if (!activated_at) return 'not_activated'
  return approval === 'waiting' ? 'awaiting_approval' : 'active'
}
