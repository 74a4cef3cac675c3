import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import {
  buildAfterCursor,
  buildOrderBy,
  buildPageQuery,
  buildWhere,
  fetchPosts,
  type PostQuery,
  type PostQueryRow,
  resultColumns,
  type Sql,
} from './post-query.ts'

/** The number of matches up to which a search counts them. One more stands for more. */
export const maxSearchCount = 200
/**
 * The number of matches up to which the full-text index is used and the result sorted. Above it, scanning the list in
 * order is faster.
 */
const maxLookup = 5000
const maxScan = 20_000
/**
 * A word is common if at least `minHits` of the newest `sampleSize` posts contain it. The full-text index does not help
 * with common words.
 */
const probe = { sampleSize: 500, minHits: 20 }

type SearchResult = { rows: PostQueryRow[]; matches: number | undefined }

/**
 * Returns one page of posts and, for a search, the number of matches up to `maxSearchCount + 1`. The cost depends on the page size,
 * not on the size of the board.
 */
export async function findPosts(db: Db, query: PostQuery): Promise<SearchResult> {
  const { search } = query.filters
  if (search === undefined)
    return { rows: await fetchPosts(db, query, buildPageQuery(query, query)), matches: undefined }
  const words = parseWords(search)
  if (words.length === 0) return { rows: [], matches: 0 }
  const matching = buildTextMatch(words)
  if (query.farmerId !== undefined) {
    // One farmer has few posts, so the farmer's index is used rather than the full-text index.
    const ownPosts = buildPageQuery(query, { ...query, extraCondition: sql`(${matching}) is true` })
    return { rows: await fetchPosts(db, query, ownPosts), matches: undefined }
  }
  const { isCommon, rare } = await probeWords(db, query, words)
  if (isCommon) return scanNewest(db, query, matching)
  // The full-text index is used for the rare words only; the remaining words filter what those find.
  return searchIndex(db, query, rare.length > 0 ? sql`${buildTextMatch(rare)} and (${matching}) is true` : matching)
}

/** Returns each distinct word as a quoted prefix term, so that no character of it is read as a tsquery operator. */
function parseWords(search: string): string[] {
  const words = search.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return [...new Set(words)].map(word => `'${word}':*`)
}

const buildTextMatch = (words: readonly string[]): Sql =>
  sql`search_vector @@ (${sql.join(words.map(buildTerm), sql` && `)})`

/** PostgreSQL reads the word 26e63ab as the number 26e63 and a word, but not behind a hyphen: both are looked for. */
const buildTerm = (word: string): Sql =>
  /^'\d+e\d/.test(word) ? sql`(to_tsquery('simple', ${word}) || ${word}::tsquery)` : sql`to_tsquery('simple', ${word})`

/** Checks in the newest posts whether all words together are common, and which single words are rare. */
async function probeWords(db: Db, query: PostQuery, words: readonly string[]) {
  const counts = [...words.map(word => [word]), words].map(
    each => sql`count(*) filter (where ${buildTextMatch(each)})::int`,
  )
  const { rows } = await sql<{ hits: number[] }>`
    select array[${sql.join(counts)}] as hits from (${selectNewest(query, probe.sampleSize)}) newest`.execute(db)
  const hits = rows[0]?.hits ?? []
  const isRare = (index: number) => (hits[index] ?? 0) < probe.minHits
  return { isCommon: !isRare(words.length), rare: words.filter((_word, index) => isRare(index)) }
}

/** Searches by the full-text index and sorts the matches: for rare words. */
async function searchIndex(db: Db, query: PostQuery, matching: Sql): Promise<SearchResult> {
  const { rows, matches } = await searchSorted(db, query, matching, maxLookup)
  return matches < maxLookup ? { rows, matches } : scanNewest(db, query, matching)
}

/**
 * Scans the list in order and filters: for common words. Falls back to the full-text index if the newest posts do not
 * fill the page.
 */
async function scanNewest(db: Db, query: PostQuery, matching: Sql): Promise<SearchResult> {
  const scanned = await fetchPosts(
    db,
    query,
    sql`select id, created_at, urgency_order from (${selectNewest(query, maxScan)}) newest where ${matching}
      order by ${buildOrderBy(query)} limit ${query.limit} offset ${query.offset}`,
  )
  const rows = scanned.length === query.limit ? scanned : (await searchSorted(db, query, matching)).rows
  const firstPage = { ...query, cursor: undefined }
  const matches = await countMatchesInNewest(db, firstPage, matching, {
    maxRows: maxScan,
    maxMatches: maxSearchCount + 1,
  })
  if (matches > maxSearchCount) return { rows, matches }
  return {
    rows,
    matches: (await searchSorted(db, { ...firstPage, limit: 0, offset: 0 }, matching, maxSearchCount + 1)).matches,
  }
}

const selectNewest = (query: PostQuery, limit: number) =>
  buildPageQuery(query, { limit, offset: 0, columns: sql`, search_vector` })

/** Counts the matches among the newest `maxRows` posts, up to `maxMatches`. */
async function countMatchesInNewest(
  db: Db,
  query: PostQuery,
  matching: Sql,
  { maxRows, maxMatches }: { maxRows: number; maxMatches: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from (${selectNewest(query, maxRows)}) newest where ${matching} limit ${sql.lit(maxMatches)}
    ) limited`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns the page out of all matches, or out of the first `maxMatches` found, and their number. */
async function searchSorted(
  db: Db,
  query: PostQuery,
  matching: Sql,
  maxMatches?: number,
): Promise<{ rows: PostQueryRow[]; matches: number }> {
  const { rows } = await sql<PostQueryRow & { matches: number }>`
    with matching as materialized (
      select id, created_at, urgency_order from posts
      where ${buildWhere(query, query.statuses)} and ${matching} ${maxMatches === undefined ? sql`` : sql`limit ${sql.lit(maxMatches)}`}
    )
    select total.matches, ${resultColumns}
    from (select count(*)::int as matches from matching) total
    left join lateral (
      select id, created_at, urgency_order from matching
      where ${buildAfterCursor(query)} order by ${buildOrderBy(query)} limit ${query.limit} offset ${query.offset}
    ) found on true
    left join posts on posts.id = found.id
    order by ${buildOrderBy(query, 'found')}`.execute(db)
  const [first] = rows
  return { rows: rows.filter(({ id }) => id !== null), matches: first?.matches ?? 0 }
}
