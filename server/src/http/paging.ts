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
  return {
    count,
    next: page * page_size < count ? at(page + 1) : null,
    previous: page > 1 ? at(page - 1) : null,
    results,
  }
}

export const offsetOf = ({ page, page_size }: Page) => (page - 1) * page_size
