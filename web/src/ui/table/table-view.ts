/** `all` is every row, or the largest page that the server sends. */
export type PageSize = number | 'all'
export type TableSort = { column: string; direction: 'descending' | 'ascending' }
/** The state of a table: page, order and search. */
export type TableView = {
  page: number
  pageSize: PageSize
  sort: TableSort | null
  search: string
  /** Id of the searched column; empty for the first searchable one. */
  searchBy: string
}

export const pageSizes: readonly PageSize[] = ['all', 5, 10, 20, 50, 100, 200]
export const defaultView: TableView = { page: 1, pageSize: 20, sort: null, search: '', searchBy: '' }

/** The largest page that the server sends. */
const maxServerPageSize = 200

/** Returns the number of rows on a page. */
export function rowsPerPage(size: PageSize, count: number, isServerPaged: boolean): number {
  if (size !== 'all') return size
  return isServerPaged ? maxServerPageSize : Math.max(1, count)
}

/** Returns the range of rows on a page, counted from 1. A page beyond the end becomes the last page. */
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

/** Parses the view from the query string. What is missing or names an unknown column is taken from `defaults`. */
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

/** Returns the order as the server and the query string write it: `-created_at` is newest first. */
export const toOrdering = (sort: TableSort | null): string | undefined =>
  sort === null ? undefined : `${sort.direction === 'descending' ? '-' : ''}${sort.column}`

/** Returns the query parameters of a view: only what differs from `defaults`. */
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
