import { describe, expect, it } from 'vitest'
import { addressOf, countFilters, filtersIn, narrowed, pageBy, queryOf, unfiltered } from './board-filters.ts'

const filters = (address: string) => filtersIn(new URLSearchParams(address))

describe('the board in the address', () => {
  it('comes back as it was told', () => {
    const address =
      'view=queue&crop_type=RICE&disease_type=leaf_blust&urgency_level=high&status=flagged&search=blast&after=2.20.0.1.x&page=2'
    expect(new URLSearchParams(addressOf(filters(address))).toString()).toBe(address)
  })

  it('is every post, newest first, without a word', () => {
    expect(addressOf(filters(''))).toEqual({})
    expect(queryOf(filters(''))).toMatchObject({ ordering: 'newest', status: undefined, page: 1 })
  })

  it('takes no value that is none, and no page before the first', () => {
    expect(filters('crop_type=TEA&status=withdrawn&page=-3&view=pile&after=2.20.0.1.x')).toEqual(unfiltered('grid'))
    expect(filters('page=1.5').page).toBe(1)
  })

  it('asks the queue for what waits, unless another state is wanted', () => {
    expect(queryOf(filters('view=queue'))).toMatchObject({ ordering: 'queue', status: 'pending' })
    expect(queryOf(filters('view=queue&status=flagged'))).toMatchObject({ ordering: 'queue', status: 'flagged' })
  })

  it('goes back to the first page when it is narrowed', () => {
    const further = filters('page=3&after=3.20.0.1.x')
    expect(addressOf(narrowed(further, { crop_type: 'MAIZE' }))).toEqual({ crop_type: 'MAIZE' })
  })

  it('turns to the page a link of the server leads to', () => {
    const link = 'http://elsewhere/api/community/posts/all/?page=2&page_size=20&after=2.20.0.1.x'
    expect(pageBy(filters('crop_type=MAIZE'), link)).toEqual({
      ...filters('crop_type=MAIZE'),
      page: 2,
      after: '2.20.0.1.x',
    })
    expect(pageBy(filters(''), null)).toBeUndefined()
  })

  it('counts what narrows it, not how it is seen', () => {
    expect(countFilters(filters('view=queue&page=4'))).toBe(0)
    expect(countFilters(filters('crop_type=MAIZE&search=rust'))).toBe(2)
  })
})
