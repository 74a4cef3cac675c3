/** `all` is every row there is; of rows that come in pages from the server, as many as it gives at once. */
export type PageSize = number | 'all'
export type TableSort = { column: string; direction: 'descending' | 'ascending' }
/** What somebody asked of a table: which page, in which order, with which words. */
export type TableView = {
  page: number
  pageSize: PageSize
  sort: TableSort | null
  search: string
  /** The column that is searched; empty for the first that can be. */
  searchBy: string
}

export const pageSizes: readonly PageSize[] = ['all', 5, 10, 20, 50, 100, 200]
export const defaultView: TableView = { page: 1, pageSize: 20, sort: null, search: '', searchBy: '' }

/** The most rows the server gives at once. */
const maxServerPageSize = 200

/** How many rows a page holds. */
export function rowsPerPage(size: PageSize, count: number, isServerPaged: boolean): number {
  if (size !== 'all') return size
  return isServerPaged ? maxServerPageSize : Math.max(1, count)
}

/** Which rows of how many stand on a page, told from 1; a page beyond the end is the last one. */
export function getPageRange(page: number, perPage: number, count: number) {
  const last = Math.max(1, Math.ceil(count / perPage))
  const currentPage = Math.min(page, last)
  return {
    page: currentPage,
    last,
    from: count === 0 ? 0 : (currentPage - 1) * perPage + 1,
    to: Math.min(currentPage * perPage, count),
  }
}

const parsePage = (text: string | null, fallback: number): number => {
  const number = Number(text)
  return text !== null && Number.isSafeInteger(number) && number >= 1 ? number : fallback
}

function parsePageSize(text: string | null, fallback: PageSize): PageSize {
  return pageSizes.find(size => String(size) === text) ?? fallback
}

/** The view an address asks for; what it does not say, or says of a column that is not there, is as in `first`. */
export function parseView(
  params: URLSearchParams,
  columns: readonly string[],
  defaults: TableView = defaultView,
): TableView {
  const ordering = params.get('ordering')
  const column = ordering?.replace(/^-/, '')
  const searchBy = params.get('by') ?? ''
  return {
    page: parsePage(params.get('page'), 1),
    pageSize: parsePageSize(params.get('page_size'), defaults.pageSize),
    sort:
      column !== undefined && columns.includes(column)
        ? { column, direction: ordering?.startsWith('-') ? 'descending' : 'ascending' }
        : defaults.sort,
    search: params.get('search') ?? '',
    searchBy: columns.includes(searchBy) ? searchBy : defaults.searchBy,
  }
}

/** How the server, and the address, say an order: `-created_at` from the newest, `created_at` from the oldest. */
export const toOrdering = (sort: TableSort | null): string | undefined =>
  sort === null ? undefined : `${sort.direction === 'descending' ? '-' : ''}${sort.column}`

/** What of a view an address has to say: only what is not as it was at first. */
export function toSearchParams(view: TableView, defaults: TableView = defaultView): Record<string, string> {
  const ordering = toOrdering(view.sort)
  return {
    ...(view.page > 1 && { page: String(view.page) }),
    ...(view.pageSize !== defaults.pageSize && { page_size: String(view.pageSize) }),
    ...(ordering !== undefined && { ordering }),
    ...(view.search && { search: view.search }),
    ...(view.searchBy && { by: view.searchBy }),
  }
}
