/** The query parameters that lead to the next page of a list. */
export type NextPage = { after?: string; page?: string }

/** Reads the next page from a Link header (RFC 8288). Returns null if there is none. */
export function parseNextPage(linkHeader: string | null): NextPage | null {
  const url = /<([^>]+)>;[^,<]*\brel="?next"?/.exec(linkHeader ?? '')?.[1]
  if (url === undefined) return null
  const query = new URL(url, 'http://localhost').searchParams
  const after = query.get('after')
  const page = query.get('page')
  return { ...(after !== null && { after }), ...(page !== null && { page }) }
}
