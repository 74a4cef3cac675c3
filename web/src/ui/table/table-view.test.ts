import { describe, expect, it } from 'vitest'
import {
  defaultView,
  getPageRange,
  pageSizes,
  parseView,
  rowsPerPage,
  toOrdering,
  toSearchParams,
} from './table-view.ts'

const columns = ['username', 'created_at']
const parse = (address: string) => parseView(new URLSearchParams(address), columns)

describe('a table', () => {
  it('starts on page 1 with 20 rows and offers all, 5, 10, 20, 50, 100 and 200', () => {
    expect(defaultView).toMatchObject({ page: 1, pageSize: 20, sort: null, search: '' })
    expect(pageSizes).toEqual(['all', 5, 10, 20, 50, 100, 200])
  })

  it('shows all local rows, or the largest page that the server sends', () => {
    expect(rowsPerPage('all', 731, false)).toBe(731)
    expect(rowsPerPage('all', 0, false)).toBe(1)
    expect(rowsPerPage('all', 731, true)).toBe(200)
    expect(rowsPerPage(50, 731, true)).toBe(50)
  })

  it.each([
    [
      { page: 1, perPage: 20, count: 42 },
      { page: 1, last: 3, from: 1, to: 20 },
    ],
    [
      { page: 3, perPage: 20, count: 42 },
      { page: 3, last: 3, from: 41, to: 42 },
    ],
    [
      { page: 9, perPage: 20, count: 42 },
      { page: 3, last: 3, from: 41, to: 42 },
    ],
    [
      { page: 1, perPage: 20, count: 20 },
      { page: 1, last: 1, from: 1, to: 20 },
    ],
    [
      { page: 2, perPage: 20, count: 0 },
      { page: 1, last: 1, from: 0, to: 0 },
    ],
  ])('shows the range of rows: %o', ({ page, perPage, count }, range) =>
    expect(getPageRange(page, perPage, count)).toEqual(range),
  )
})

describe('the query string of a table', () => {
  it('is empty for the default view', () => expect(toSearchParams(defaultView)).toEqual({}))

  it('restores page, order and search', () => {
    const view = {
      page: 3,
      pageSize: 50,
      sort: { column: 'created_at', direction: 'descending' },
      search: 'grace',
      searchBy: 'username',
    } as const
    expect(toSearchParams(view)).toEqual({
      page: '3',
      page_size: '50',
      ordering: '-created_at',
      search: 'grace',
      by: 'username',
    })
    expect(parseView(new URLSearchParams(toSearchParams(view)), columns)).toEqual(view)
    expect(parse('page_size=all&ordering=username')).toMatchObject({
      pageSize: 'all',
      sort: { column: 'username', direction: 'ascending' },
    })
  })

  it.each([
    'page=0',
    'page=-2',
    'page=x',
    'page=1.5',
    'page_size=7',
    'page_size=',
    'ordering=-password',
    'by=password',
  ])('falls back to the default view for an unknown value: %s', address => expect(parse(address)).toEqual(defaultView))

  it('writes the order as the server expects it', () => {
    expect(toOrdering(null)).toBeUndefined()
    expect(toOrdering({ column: 'username', direction: 'ascending' })).toBe('username')
    expect(toOrdering({ column: 'username', direction: 'descending' })).toBe('-username')
  })
})
