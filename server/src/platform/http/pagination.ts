import { maxListCount, type PageQuery } from '@kutu/contract/common'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

/**
 * Returns one page of rows in the envelope of Django REST Framework.
 * @param url the request's URL: next and previous keep its filters
 * @param count result of `countUpTo`
 */
export function pageReply<T>(url: URL, query: PageQuery, count: number, results: T[]) {
  const { page, page_size } = query
  const hasNext = count > maxListCount ? results.length === page_size : page * page_size < count
  return cursorPageReply(url, query, { count, next: hasNext ? pageUrl(url, page + 1) : null, results })
}

export const pageOffset = ({ page, page_size }: PageQuery) => (page - 1) * page_size

/** For `$call`: limits a query to one page. */
export const onPage =
  (page: PageQuery) =>
  <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) =>
    query.limit(page.page_size).offset(pageOffset(page))

/** Returns the URL of another page of the same list: by number, or with the cursor `after`. */
export function pageUrl(url: URL, page: number, after?: string): string {
  const link = new URL(url)
  link.searchParams.set('page', String(page))
  link.searchParams.delete('after')
  if (after !== undefined) link.searchParams.set('after', after)
  return link.href
}

/** Position of a row in a list sorted by a small rank (0 if unused), creation time and id. */
export type Cursor = { rank: number; micros: string; id: string }

/** Selects microseconds since 1970 as a string. A JavaScript Date has only milliseconds. */
export const epochMicros = (column: RawBuilder<unknown>) =>
  sql<string>`(extract(epoch from ${column}) * 1000000)::bigint::text`
export const fromEpochMicros = (micros: string) =>
  sql<Date>`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`

/**
 * Cuts a page from the candidates (one more than the page size) and builds the link to the next one. The link contains
 * the cursor of the last row, so that the database can seek to it at any depth (keyset pagination).
 */
export function takeCursorPage<T extends Cursor>(url: URL, { page, page_size }: PageQuery, candidates: T[]) {
  const rows = candidates.slice(0, page_size)
  const last = rows.at(-1)
  const hasMore = candidates.length > page_size && last !== undefined
  const after = last && `${page + 1}.${page_size}.${last.rank}.${last.micros}.${last.id}`
  return { rows, next: hasMore ? pageUrl(url, page + 1, after) : null }
}

/**
 * Returns the cursor of a link; undefined if it belongs to another page, because a page number edited by hand takes
 * precedence.
 */
export function parseCursor({
  page,
  page_size,
  after,
}: PageQuery & { after?: string | undefined }): Cursor | undefined {
  const [cursorPage, cursorPageSize, rank = '', micros = '', id = ''] = after?.split('.') ?? []
  if (Number(cursorPage) !== page || Number(cursorPageSize) !== page_size) return undefined
  return { rank: Number(rank), micros, id }
}

/**
 * Returns a cursor page in the same envelope.
 * @param count result of `countUpTo`; with a lower `maxCount`, of a count that stopped at that number
 */
export function cursorPageReply<T>(
  url: URL,
  { page, page_size }: PageQuery,
  { count, maxCount = maxListCount, next, results }: CursorPage<T>,
) {
  // From beyond the end, previous leads to the last page.
  const last = results.length > 0 ? page : Math.max(1, Math.ceil(count / page_size)) + 1
  return {
    count: Math.min(count, maxCount),
    ...(count > maxCount && { count_is_capped: true as const }),
    next,
    previous: page > 1 ? pageUrl(url, Math.min(page, last) - 1) : null,
    results,
  }
}

type CursorPage<T> = { count: number; maxCount?: number; next: string | null; results: T[] }
