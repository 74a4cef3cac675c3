import { describe, expect, it } from 'vitest'
import {
  countActiveFilters,
  parseFilters,
  serializeFilters,
  toPostsQuery,
  withFilters,
  withoutFilters,
  withPageFromLink,
} from './board-filters.ts'

const parse = (address: string) => parseFilters(new URLSearchParams(address))

describe('the board in the address', () => {
  it('comes back as it was told', () => {
    const address =
      'view=queue&crop_type=RICE&disease_type=leaf_blust&urgency_level=high&status=flagged&search=blast&after=2.20.0.1.x&page=2'
    expect(new URLSearchParams(serializeFilters(parse(address))).toString()).toBe(address)
  })

  it('is every post, newest first, without a word', () => {
    expect(serializeFilters(parse(''))).toEqual({})
    expect(toPostsQuery(parse(''))).toMatchObject({ ordering: 'newest', status: undefined, page: 1 })
  })

  it('takes no value that is none, and no page before the first', () => {
    expect(parse('crop_type=TEA&status=withdrawn&page=-3&view=pile&after=2.20.0.1.x')).toEqual(withoutFilters('grid'))
    expect(parse('page=1.5').page).toBe(1)
  })

  it('asks the queue for what waits, unless another state is wanted', () => {
    expect(toPostsQuery(parse('view=queue'))).toMatchObject({ ordering: 'queue', status: 'pending' })
    expect(toPostsQuery(parse('view=queue&status=flagged'))).toMatchObject({ ordering: 'queue', status: 'flagged' })
  })

  it('goes back to the first page when it is narrowed', () => {
    const thirdPage = parse('page=3&after=3.20.0.1.x')
    expect(serializeFilters(withFilters(thirdPage, { crop_type: 'MAIZE' }))).toEqual({ crop_type: 'MAIZE' })
  })

  it('turns to the page a link of the server leads to', () => {
    const link = 'http://elsewhere/api/community/posts/all/?page=2&page_size=20&after=2.20.0.1.x'
    expect(withPageFromLink(parse('crop_type=MAIZE'), link)).toEqual({
      ...parse('crop_type=MAIZE'),
      page: 2,
      after: '2.20.0.1.x',
    })
    expect(withPageFromLink(parse(''), null)).toBeUndefined()
  })

  it('counts what narrows it, not how it is seen', () => {
    expect(countActiveFilters(parse('view=queue&page=4'))).toBe(0)
    expect(countActiveFilters(parse('crop_type=MAIZE&search=rust'))).toBe(2)
  })
})
