import type { PageQuery } from '@kutu/contract/common'
import { type RawBuilder, sql } from 'kysely'

/**
 * Django REST Framework's envelope around one page of rows.
 * @param address the request's address, with its query: next and previous keep every filter
 */
export function pageReply<T>(url: URL, { page, page_size }: PageQuery, count: number, results: T[]) {
  const last = Math.max(1, Math.ceil(count / page_size))
  return {
    count,
    next: page < last ? pageUrl(url, page + 1) : null,
    // From beyond the end back to the last page there is.
    previous: page > 1 ? pageUrl(url, Math.min(page - 1, last)) : null,
    results,
  }
}

export const pageOffset = ({ page, page_size }: PageQuery) => (page - 1) * page_size

function pageUrl(url: URL, page: number, after?: string): string {
  const link = new URL(url)
  link.searchParams.set('page', String(page))
  link.searchParams.delete('after')
  if (after !== undefined) link.searchParams.set('after', after)
  return link.href
}

/** Where a row stands in a list sorted by a small rank (0 where it has none), the time it was made, and its id. */
export type Cursor = { rank: number; micros: string; id: string }

/** Microseconds since 1970, as a text: a JavaScript date would lose some. */
export const epochMicros = (column: RawBuilder<unknown>) =>
  sql<string>`(extract(epoch from ${column}) * 1000000)::bigint::text`
export const fromEpochMicros = (micros: string) =>
  sql<Date>`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`

/**
 * A page as found: one row more than it shows tells whether there is a next. The link there says where this one ended,
 * so that the database goes straight to the place, however far down.
 */
export function takeCursorPage<T extends Cursor>(url: URL, { page, page_size }: PageQuery, candidates: T[]) {
  const rows = candidates.slice(0, page_size)
  const last = rows.at(-1)
  const hasMore = candidates.length > page_size && last !== undefined
  const after = last && `${page + 1}.${page_size}.${last.rank}.${last.micros}.${last.id}`
  return { rows, next: hasMore ? pageUrl(url, page + 1, after) : null }
}

/** The place a link said, unless it was made for another page: who changes the number by hand means the number. */
export function parseCursor({
  page,
  page_size,
  after,
}: PageQuery & { after?: string | undefined }): Cursor | undefined {
  const [cursorPage, cursorPageSize, rank = '', micros = '', id = ''] = after?.split('.') ?? []
  if (Number(cursorPage) !== page || Number(cursorPageSize) !== page_size) return undefined
  return { rank: Number(rank), micros, id }
}

/** The envelope of a page that was cut; `count` may have stopped short of the end. */
export function cursorPageReply<T>(
  url: URL,
  { page, page_size }: PageQuery,
  { count, next, results }: { count: number; next: string | null; results: T[] },
) {
  const last = results.length > 0 ? page : Math.max(1, Math.ceil(count / page_size)) + 1
  return { count, next, previous: page > 1 ? pageUrl(url, Math.min(page, last) - 1) : null, results }
}
