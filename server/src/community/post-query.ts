import type { PostStatus } from '@kutu/contract/moderation'
import { type RawBuilder, sql } from 'kysely'
import type { App } from '../context.ts'
import { instantOf, microsOf, type Position } from '../http/paging.ts'
import type { Filters } from './post-lists.ts'
import { type PostRow, postColumns } from './present-post.ts'

export type Sql = RawBuilder<unknown>
export type Wanted = {
  statuses: readonly PostStatus[]
  /** Only this farmer's. */
  farmerId?: string
  filters: Filters
  ordering: 'newest' | 'queue'
  position: Position | undefined
  limit: number
  offset: number
}
export type Found = PostRow & Position

type Stretch = { limit: number; offset: number; columns?: Sql; also?: Sql }

/** The list in its own order, each state by its index; several states are merged from the head of each. */
export function inOrder(wanted: Wanted, { limit, offset, columns = sql``, also = sql`true` }: Stretch): Sql {
  const chosen = (statuses: readonly PostStatus[], most: number, from: number) => sql`
    select id, created_at, urgency_order${columns} from posts
    where ${where(wanted, statuses)} and ${also} and ${beyond(wanted)}
    order by ${order(wanted)} limit ${most} offset ${from}`
  if (wanted.farmerId !== undefined || wanted.statuses.length === 1) return chosen(wanted.statuses, limit, offset)
  const heads = wanted.statuses.map(status => sql`(${chosen([status], limit + offset, 0)})`)
  return sql`select * from (${sql.join(heads, sql` union all `)}) heads
    order by ${order(wanted)} limit ${limit} offset ${offset}`
}

/** What a row of `posts` gives for one found. */
export const foundColumns = sql`${sql.join(postColumns.map(column => sql.ref(`posts.${column}`)))},
  posts.urgency_order as rank, ${microsOf(sql.ref('posts.created_at'))} as micros`

/** The whole rows of what a query of ids found. */
export async function rowsOf(app: App, wanted: Wanted, found: Sql): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select ${foundColumns} from (${found}) found join posts on posts.id = found.id
    order by ${order(wanted, 'found')}`.execute(app.db)
  return rows
}

export function where({ farmerId, filters }: Wanted, statuses: readonly PostStatus[]): Sql {
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
    conditions.filter(condition => condition !== undefined),
    sql` and `,
  )
}

/** What comes after the place where the page before ended. */
export function beyond({ ordering, position }: Wanted): Sql {
  if (!position) return sql`true`
  const at = sql`${instantOf(position.micros)}, ${position.id}::uuid`
  return ordering === 'newest'
    ? sql`(created_at, id) < (${at})`
    : sql`(urgency_order, created_at, id) > (${position.rank}, ${at})`
}

export function order({ ordering }: Wanted, table?: string): Sql {
  const column = (name: string) => sql.ref(table ? `${table}.${name}` : name)
  const [rank, at, id] = [column('urgency_order'), column('created_at'), column('id')]
  return ordering === 'newest' ? sql`${at} desc, ${id} desc` : sql`${rank}, ${at}, ${id}`
}
