import type { Page } from '@kutu/contract/common'
import { type RawBuilder, sql } from 'kysely'

/**
 * Django REST Framework's envelope around one page of rows.
 * @param address the request's address, with its query: next and previous keep every filter
 */
export function envelope<T>(address: URL, { page, page_size }: Page, count: number, results: T[]) {
  const last = Math.max(1, Math.ceil(count / page_size))
  return {
    count,
    next: page < last ? pageAt(address, page + 1) : null,
    // From beyond the end back to the last page there is.
    previous: page > 1 ? pageAt(address, Math.min(page - 1, last)) : null,
    results,
  }
}

export const offsetOf = ({ page, page_size }: Page) => (page - 1) * page_size

function pageAt(address: URL, page: number, after?: string): string {
  const link = new URL(address)
  link.searchParams.set('page', String(page))
  link.searchParams.delete('after')
  if (after !== undefined) link.searchParams.set('after', after)
  return link.href
}

/** Where a row stands in a list sorted by a small rank (0 where it has none), the time it was made, and its id. */
export type Position = { rank: number; micros: string; id: string }

/** Microseconds since 1970, as a text: a JavaScript date would lose some. */
export const microsOf = (column: RawBuilder<unknown>) =>
  sql<string>`(extract(epoch from ${column}) * 1000000)::bigint::text`
export const instantOf = (micros: string) =>
  sql<Date>`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`

/**
 * A page as found: one row more than it shows tells whether there is a next. The link there says where this one ended,
 * so that the database goes straight to the place, however far down.
 */
export function cutPage<T extends Position>(address: URL, { page, page_size }: Page, found: T[]) {
  const rows = found.slice(0, page_size)
  const last = rows.at(-1)
  const hasMore = found.length > page_size && last !== undefined
  const after = last && `${page + 1}.${page_size}.${last.rank}.${last.micros}.${last.id}`
  return { rows, next: hasMore ? pageAt(address, page + 1, after) : null }
}

/** The place a link said, unless it was made for another page: who changes the number by hand means the number. */
export function positionIn({ page, page_size, after }: Page & { after?: string | undefined }): Position | undefined {
  const [ofPage, size, rank = '', micros = '', id = ''] = after?.split('.') ?? []
  if (Number(ofPage) !== page || Number(size) !== page_size) return undefined
  return { rank: Number(rank), micros, id }
}

/** The envelope of a page that was cut; `count` may have stopped short of the end. */
export function envelopeOfCut<T>(
  address: URL,
  { page, page_size }: Page,
  { count, next, results }: { count: number; next: string | null; results: T[] },
) {
  const last = results.length > 0 ? page : Math.max(1, Math.ceil(count / page_size)) + 1
  return { count, next, previous: page > 1 ? pageAt(address, Math.min(page, last) - 1) : null, results }
}
