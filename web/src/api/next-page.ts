/** What the query of the next page has to say besides the filters of this one. */
export type NextPage = { after?: string; page?: string }

/** The next page as an answer's Link header (RFC 8288) names it; null where there is none. */
export function parseNextPage(linkHeader: string | null): NextPage | null {
  const url = /<([^>]+)>;[^,<]*\brel="?next"?/.exec(linkHeader ?? '')?.[1]
  if (url === undefined) return null
  const query = new URL(url, 'http://localhost').searchParams
  const after = query.get('after')
  const page = query.get('page')
  return { ...(after !== null && { after }), ...(page !== null && { page }) }
}
