import type { Page } from '@kutu/contract/common'

/**
 * Django REST Framework's envelope around one page of rows.
 * @param address the request's address, with its query: next and previous keep every filter
 */
export function envelope<T>(address: URL, { page, page_size }: Page, count: number, results: T[]) {
  const at = (number: number) => {
    const link = new URL(address)
    link.searchParams.set('page', String(number))
    return link.href
  }
  const last = Math.max(1, Math.ceil(count / page_size))
  return {
    count,
    next: page < last ? at(page + 1) : null,
    // From beyond the end back to the last page there is.
    previous: page > 1 ? at(Math.min(page - 1, last)) : null,
    results,
  }
}

export const offsetOf = ({ page, page_size }: Page) => (page - 1) * page_size
