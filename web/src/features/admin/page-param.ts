/** The page an address asks for; whatever is no page number is the first page. */
export function parsePageParam(params: URLSearchParams): number {
  const page = Number(params.get('page'))
  return Number.isInteger(page) && page >= 1 ? page : 1
}
