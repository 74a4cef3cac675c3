import { describe, expect, it } from 'vitest'
import { parseNextPage } from './next-page.ts'

describe('the next page of a list', () => {
  it('comes from the Link header, by cursor or by page number', () => {
    const after = '0.17.0190f3c2-0000-7000-8000-000000000000'
    expect(
      parseNextPage(`<http://localhost:8002/api/community/posts/?page_size=10&after=${after}>; rel="next"`),
    ).toEqual({
      after,
    })
    expect(parseNextPage('</api/community/posts/?page=3>; title="more"; rel=next')).toEqual({ page: '3' })
  })

  it('is found beside other links', () => {
    expect(parseNextPage('</list?page=1>; rel="prev", </list?page=3>; rel="next"')).toEqual({ page: '3' })
  })

  it('is null without such a link', () => {
    expect(parseNextPage(null)).toBeNull()
    expect(parseNextPage('</list?page=1>; rel="prev"')).toBeNull()
  })
})
