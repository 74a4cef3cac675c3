import { sql } from 'kysely'
import type { App } from '../context.ts'
import { countPosts } from './board.ts'
import { beyond, type Found, foundColumns, inOrder, order, rowsOf, type Sql, type Wanted, where } from './post-query.ts'

/** A search counts so many matches, then stops. */
const counted = 200
/** So many matches are looked up and sorted; what has more is found sooner by walking down the list. */
const lookedUp = 5000
const walked = 20_000
/** From where on it is worth asking first whether a list goes so far. */
const farDown = 10_000
/** What so many of the newest have is common: the index of words would only list half the board. */
const probe = { newest: 500, common: 20 }

type Result = { rows: Found[]; matches: number | undefined }

/** One page of posts, and for a search how many match, at most 200. The cost is that of the page, not of the board. */
export async function findPosts(app: App, wanted: Wanted): Promise<Result> {
  const { search } = wanted.filters
  if (search === undefined) {
    const rows = (await isPastTheEnd(app, wanted)) ? [] : await rowsOf(app, wanted, inOrder(wanted, wanted))
    return { rows, matches: undefined }
  }
  const words = wordsOf(search)
  if (words.length === 0) return { rows: [], matches: 0 }
  const matching = having(words)
  if (wanted.farmerId !== undefined) {
    // One farmer's posts are few: by their own index, not by that of words.
    const own = inOrder(wanted, { ...wanted, also: sql`(${matching}) is true` })
    return { rows: await rowsOf(app, wanted, own), matches: undefined }
  }
  const { isCommon, rare } = await probed(app, wanted, words)
  if (isCommon) return walkDown(app, wanted, matching)
  // Only by the words that are rare themselves; the others are looked for in what those find.
  return lookUp(app, wanted, rare.length > 0 ? sql`${having(rare)} and (${matching}) is true` : matching)
}

/** Whoever asks for the millionth page of ten shall not have the database count down to nothing. */
async function isPastTheEnd(app: App, { offset, statuses, filters, farmerId }: Wanted): Promise<boolean> {
  if (farmerId !== undefined || offset < farDown) return false
  return offset >= (await countPosts(app, { ...filters, statuses }))
}

/** Each word once, as the beginning of one, quoted so that nothing in it is read as the query's own signs. */
function wordsOf(search: string): string[] {
  const words = search.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return [...new Set(words)].map(word => `'${word}':*`)
}

const having = (words: readonly string[]): Sql => sql`search_vector @@ to_tsquery('simple', ${words.join(' & ')})`

/** Whether all the words together are common in the newest posts, and which of them are not by themselves. */
async function probed(app: App, wanted: Wanted, words: readonly string[]) {
  const counts = [...words.map(word => [word]), words].map(each => sql`count(*) filter (where ${having(each)})::int`)
  const { rows } = await sql<{ hits: number[] }>`
    select array[${sql.join(counts)}] as hits from (${stretch(wanted, probe.newest)}) near`.execute(app.db)
  const hits = rows[0]?.hits ?? []
  const isRare = (at: number) => (hits[at] ?? 0) < probe.common
  return { isCommon: !isRare(words.length), rare: words.filter((_word, at) => isRare(at)) }
}

/** All matches by the index of words, sorted: for what is rare. */
async function lookUp(app: App, wanted: Wanted, matching: Sql): Promise<Result> {
  const { rows, matches } = await sorted(app, wanted, matching, lookedUp)
  return matches < lookedUp ? { rows, matches: Math.min(matches, counted) } : walkDown(app, wanted, matching)
}

/** Down the list, keeping what matches: for what is common. What is not near after all is looked up. */
async function walkDown(app: App, wanted: Wanted, matching: Sql): Promise<Result> {
  const near = await rowsOf(
    app,
    wanted,
    sql`select id, created_at, urgency_order from (${stretch(wanted, walked)}) near where ${matching}
      order by ${order(wanted)} limit ${wanted.limit} offset ${wanted.offset}`,
  )
  const rows = near.length === wanted.limit ? near : (await sorted(app, wanted, matching)).rows
  const fromTheTop = { ...wanted, position: undefined }
  const matches = await matchesNear(app, fromTheTop, matching, { newest: walked, atMost: counted })
  if (matches === counted) return { rows, matches }
  return { rows, matches: (await sorted(app, { ...fromTheTop, limit: 0, offset: 0 }, matching, counted)).matches }
}

const stretch = (wanted: Wanted, limit: number) => inOrder(wanted, { limit, offset: 0, columns: sql`, search_vector` })

/** How many of the newest match, at most so many. */
async function matchesNear(
  app: App,
  wanted: Wanted,
  matching: Sql,
  { newest, atMost }: { newest: number; atMost: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from (${stretch(wanted, newest)}) near where ${matching} limit ${sql.lit(atMost)}
    ) matched`.execute(app.db)
  return rows[0]?.count ?? 0
}

/** The page out of all matches, or of the first `most` that come, and how many those are. */
async function sorted(
  app: App,
  wanted: Wanted,
  matching: Sql,
  most?: number,
): Promise<{ rows: Found[]; matches: number }> {
  const { rows } = await sql<Found & { matches: number }>`
    with matching as materialized (
      select id, created_at, urgency_order from posts
      where ${where(wanted, wanted.statuses)} and ${matching} ${most === undefined ? sql`` : sql`limit ${sql.lit(most)}`}
    )
    select counted.matches, ${foundColumns}
    from (select count(*)::int as matches from matching) counted
    left join lateral (
      select id, created_at, urgency_order from matching
      where ${beyond(wanted)} order by ${order(wanted)} limit ${wanted.limit} offset ${wanted.offset}
    ) found on true
    left join posts on posts.id = found.id
    order by ${order(wanted, 'found')}`.execute(app.db)
  const [first] = rows
  return { rows: rows.filter(({ id }) => id !== null), matches: first?.matches ?? 0 }
}
