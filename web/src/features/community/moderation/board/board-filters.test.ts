import { describe, expect, it } from 'vitest'
import {
  countActiveFilters,
  noFilters,
  parseFilters,
  serializeFilters,
  toPostsQuery,
  withFilters,
  withPageFromLink,
} from './board-filters.ts'

const parse = (address: string) => parseFilters(new URLSearchParams(address))

describe('the moderation filters in the URL', () => {
  it('are restored from the URL', () => {
    const address =
      'crop_type=RICE&disease_type=leaf_blust&urgency_level=high&status=flagged&search=blast&after=2.20.0.1.x&page=2'
    expect(new URLSearchParams(serializeFilters(parse(address))).toString()).toBe(address)
  })

  it('show every post by default, newest first', () => {
    expect(serializeFilters(parse(''))).toEqual({})
    expect(toPostsQuery(parse(''))).toMatchObject({ ordering: 'newest', status: undefined, page: 1 })
  })

  it('ignore invalid values and pages before the first', () => {
    expect(parse('crop_type=TEA&status=withdrawn&page=-3&after=2.20.0.1.x')).toEqual(noFilters)
    expect(parse('page=1.5').page).toBe(1)
  })

  it('return to the first page when a filter changes', () => {
    const thirdPage = parse('page=3&after=3.20.0.1.x')
    expect(serializeFilters(withFilters(thirdPage, { crop_type: 'MAIZE' }))).toEqual({ crop_type: 'MAIZE' })
  })

  it('follow a pagination link of the server', () => {
    const link = 'http://elsewhere/api/community/posts/all/?page=2&page_size=20&after=2.20.0.1.x'
    expect(withPageFromLink(parse('crop_type=MAIZE'), link)).toEqual({
      ...parse('crop_type=MAIZE'),
      page: 2,
      after: '2.20.0.1.x',
    })
    expect(withPageFromLink(parse(''), null)).toBeUndefined()
  })

  it('count active filters, but not the page', () => {
    expect(countActiveFilters(parse('page=4'))).toBe(0)
    expect(countActiveFilters(parse('crop_type=MAIZE&search=rust'))).toBe(2)
  })
})
