/** Returns the page number of the URL, or 1 when it is missing or invalid. */
export function parsePageParam(params: URLSearchParams): number {
  const page = Number(params.get('page'))
  return Number.isInteger(page) && page >= 1 ? page : 1
}
