import type { PostStatus } from '@kutu/contract/moderation'
import { type RawBuilder, sql } from 'kysely'
import type { App } from '../context.ts'
import { instantOf, microsOf, type Position } from '../http/paging.ts'
import type { Filters } from './post-lists.ts'
import { type PostRow, postColumns } from './present-post.ts'

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
type Found = PostRow & Position

/** A search counts so many matches, then stops. */
const countedMatches = 1000
/** How far a search for something common walks down the list before it looks everything up. */
const walked = 20_000

/** One page of posts, and for a search how many match (at most 1000). What it costs depends on the page, not the board. */
export async function findPosts(app: App, wanted: Wanted): Promise<{ rows: Found[]; matches: number | undefined }> {
  const { search } = wanted.filters
  if (search === undefined) return { rows: await rowsOf(app, wanted, inOrder(wanted, wanted)), matches: undefined }
  const words = wordsOf(search)
  if (words.length === 0) return { rows: [], matches: 0 }
  const query = sql`to_tsquery('simple', ${words.join(' & ')})`
  if (wanted.farmerId !== undefined) {
    const few = inOrder(wanted, wanted, sql`(search_vector @@ ${query}) is true`)
    return { rows: await rowsOf(app, wanted, few), matches: undefined }
  }
  const matches = await countMatches(app, wanted, query)
  if (matches < countedMatches) return { rows: await rowsOf(app, wanted, lookedUp(wanted, query)), matches }
  const near = await rowsOf(app, wanted, walkedThrough(wanted, query))
  const isWhole = near.length === wanted.limit
  return { rows: isWhole ? near : await rowsOf(app, wanted, lookedUp(wanted, query)), matches }
}

/** Each word as the beginning of one, quoted so that nothing in it is read as the query's own signs. */
function wordsOf(search: string): string[] {
  const words = search.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.map(word => `'${word.toLowerCase()}':*`)
}

async function countMatches(app: App, wanted: Wanted, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from posts where ${where(wanted, wanted.statuses)} and search_vector @@ ${query}
      limit ${sql.lit(countedMatches)}
    ) matching`.execute(app.db)
  return rows[0]?.count ?? 0
}

/** All matches by the index of words, then sorted: for what is rare. */
const lookedUp = (wanted: Wanted, query: RawBuilder<unknown>) => sql`
  with matching as materialized (
    select id, created_at, urgency_order from posts
    where ${where(wanted, wanted.statuses)} and search_vector @@ ${query}
  )
  select id, created_at, urgency_order from matching
  where ${beyond(wanted)} order by ${order(wanted)} limit ${wanted.limit} offset ${wanted.offset}`

/** Down the list, keeping what matches: for what is common. */
const walkedThrough = (wanted: Wanted, query: RawBuilder<unknown>) => sql`
  select id, created_at, urgency_order from (
    ${inOrder(wanted, { limit: walked, offset: 0 }, undefined, sql`, search_vector`)}
  ) near where search_vector @@ ${query}
  order by ${order(wanted)} limit ${wanted.limit} offset ${wanted.offset}`

/** The list's own order, each state by its index; several states are merged from the head of each. */
function inOrder(
  wanted: Wanted,
  { limit, offset }: { limit: number; offset: number },
  also: RawBuilder<unknown> = sql`true`,
  columns: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const chosen = (statuses: readonly PostStatus[], most: number, from: number) => sql`
    select id, created_at, urgency_order${columns} from posts
    where ${where(wanted, statuses)} and ${also} and ${beyond(wanted)}
    order by ${order(wanted)} limit ${most} offset ${from}`
  if (wanted.farmerId !== undefined || wanted.statuses.length === 1) return chosen(wanted.statuses, limit, offset)
  const heads = wanted.statuses.map(status => sql`(${chosen([status], limit + offset, 0)})`)
  return sql`select * from (${sql.join(heads, sql` union all `)}) heads
    order by ${order(wanted)} limit ${limit} offset ${offset}`
}

/** The whole rows of what a query of ids found. */
async function rowsOf(app: App, wanted: Wanted, found: RawBuilder<unknown>): Promise<Found[]> {
  const columns = sql.join(postColumns.map(column => sql.ref(`posts.${column}`)))
  const { rows } = await sql<Found>`
    select ${columns}, posts.urgency_order as rank, ${microsOf(sql.ref('posts.created_at'))} as micros
    from (${found}) found join posts on posts.id = found.id
    order by ${order(wanted, 'found')}`.execute(app.db)
  return rows
}

function where({ farmerId, filters }: Wanted, statuses: readonly PostStatus[]): RawBuilder<unknown> {
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
function beyond({ ordering, position }: Wanted): RawBuilder<unknown> {
  if (!position) return sql`true`
  const at = sql`${instantOf(position.micros)}, ${position.id}::uuid`
  return ordering === 'newest'
    ? sql`(created_at, id) < (${at})`
    : sql`(urgency_order, created_at, id) > (${position.rank}, ${at})`
}

function order({ ordering }: Wanted, table?: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(table ? `${table}.${name}` : name)
  const [rank, at, id] = [column('urgency_order'), column('created_at'), column('id')]
  return ordering === 'newest' ? sql`${at} desc, ${id} desc` : sql`${rank}, ${at}, ${id}`
}
