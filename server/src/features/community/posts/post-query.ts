import type { CropType } from '@kutu/contract/common'
import type { DiseaseType, UrgencyLevel } from '@kutu/contract/community/community'
import type { PostStatus } from '@kutu/contract/community/moderation'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { type Cursor, epochMicros, fromEpochMicros } from '../../../platform/http/pagination.ts'
import { type PostRow, postColumns } from './present-post.ts'

export type Sql = RawBuilder<unknown>
export type PostFilters = {
  crop_type?: CropType | undefined
  disease_type?: DiseaseType | undefined
  urgency_level?: UrgencyLevel | undefined
  search?: string | undefined
}
export type PostQuery = {
  statuses: readonly PostStatus[]
  /** Limits the list to one farmer's posts. */
  farmerId?: string
  filters: PostFilters
  ordering: 'newest' | 'queue'
  cursor: Cursor | undefined
  limit: number
  offset: number
}
export type PostQueryRow = PostRow & Cursor

type PageWindow = { limit: number; offset: number; columns?: Sql; extraCondition?: Sql }

/**
 * Builds the query for one page of ids in list order. Each status is read by its own index; several statuses are merged
 * from the first rows of each.
 */
export function buildPageQuery(
  query: PostQuery,
  { limit, offset, columns = sql``, extraCondition = sql`true` }: PageWindow,
): Sql {
  const selectPage = (statuses: readonly PostStatus[], rowLimit: number, rowOffset: number) => sql`
    select id, created_at, urgency_order${columns} from posts
    where ${buildWhere(query, statuses)} and ${extraCondition} and ${buildAfterCursor(query)}
    order by ${buildOrderBy(query)} limit ${rowLimit} offset ${rowOffset}`
  if (query.farmerId !== undefined || query.statuses.length === 1) return selectPage(query.statuses, limit, offset)
  const heads = query.statuses.map(status => sql`(${selectPage([status], limit + offset, 0)})`)
  return sql`select * from (${sql.join(heads, sql` union all `)}) heads
    order by ${buildOrderBy(query)} limit ${limit} offset ${offset}`
}

/** The selected columns of a result row: the post and its cursor. */
export const resultColumns = sql`${sql.join(postColumns.map(column => sql.ref(`posts.${column}`)))},
  posts.urgency_order as rank, ${epochMicros(sql.ref('posts.created_at'))} as micros`

/** Loads the full rows for a query that returns ids. */
export async function fetchPosts(db: Db, query: PostQuery, idQuery: Sql): Promise<PostQueryRow[]> {
  const { rows } = await sql<PostQueryRow>`
    select ${resultColumns} from (${idQuery}) found join posts on posts.id = found.id
    order by ${buildOrderBy(query, 'found')}`.execute(db)
  return rows
}

export function buildWhere(
  { farmerId, filters }: Pick<PostQuery, 'farmerId' | 'filters'>,
  statuses: readonly PostStatus[],
): Sql {
  const { crop_type, disease_type, urgency_level } = filters
  const [only] = statuses
  const conditions = [
    statuses.length === 1 ? sql`status = ${only}` : sql`status = any(${[...statuses]}::text[])`,
    farmerId === undefined ? undefined : sql`farmer_id = ${farmerId}::uuid`,
    crop_type && sql`crop_type = ${crop_type}`,
    disease_type && sql`disease_type = ${disease_type}`,
    // As the indexes have it.
    urgency_level && sql`urgency_order = ${{ high: 0, medium: 1, low: 2 }[urgency_level]}`,
  ]
  return sql.join(
    conditions.filter(each => each !== undefined),
    sql` and `,
  )
}

/** Builds the condition that selects the rows after the cursor. */
export function buildAfterCursor({ ordering, cursor }: PostQuery): Sql {
  if (!cursor) return sql`true`
  const cursorValues = sql`${fromEpochMicros(cursor.micros)}, ${cursor.id}::uuid`
  return ordering === 'newest'
    ? sql`(created_at, id) < (${cursorValues})`
    : sql`(urgency_order, created_at, id) > (${cursor.rank}, ${cursorValues})`
}

export function buildOrderBy({ ordering }: PostQuery, table?: string): Sql {
  const column = (name: string) => sql.ref(table ? `${table}.${name}` : name)
  const [rank, at, id] = [column('urgency_order'), column('created_at'), column('id')]
  return ordering === 'newest' ? sql`${at} desc, ${id} desc` : sql`${rank}, ${at}, ${id}`
}
