/** What the query of the next page has to say besides the filters of this one. */
export type NextPage = { after?: string; page?: string }

/** The next page as an answer's Link header (RFC 8288) names it; null where there is none. */
export function nextPage(link: string | null): NextPage | null {
  const address = /<([^>]+)>;[^,<]*\brel="?next"?/.exec(link ?? '')?.[1]
  if (address === undefined) return null
  const query = new URL(address, 'http://localhost').searchParams
  const after = query.get('after')
  const page = query.get('page')
  return { ...(after !== null && { after }), ...(page !== null && { page }) }
}
