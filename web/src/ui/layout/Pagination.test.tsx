import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadEnglish } from '../../testing/load-english.ts'
import { Pagination } from './Pagination.tsx'

beforeAll(() => loadEnglish('controls'))

const renderPagination = (page: number, count: number) =>
  renderToStaticMarkup(<Pagination pageSize={10} onPageChange={() => undefined} {...{ page, count }} />)
const getStatus = (markup: string) => /aria-live="polite"[^>]*>([^<]*)</.exec(markup)?.[1]
const getDisabledStates = (markup: string) =>
  [...markup.matchAll(/<button[^>]*>/g)].map(([button]) => / aria-disabled="true"/.test(button))

describe('pagination', () => {
  it('shows the range of entries and links to the next and the previous page', () => {
    expect(getStatus(renderPagination(2, 42))).toBe('11 to 20 of 42')
    expect(getDisabledStates(renderPagination(2, 42))).toEqual([false, false])
    expect(getStatus(renderPagination(5, 42))).toBe('41 to 42 of 42')
    expect(getDisabledStates(renderPagination(5, 42))).toEqual([false, true])
  })

  it('renders nothing for a list that is empty or fits on one page', () => {
    expect(renderPagination(1, 0)).toBe('')
    expect(renderPagination(1, 10)).toBe('')
  })

  it('says that a page beyond the end is empty and links only back', () => {
    for (const count of [0, 10, 20]) {
      expect(getStatus(renderPagination(3, count))).toBe('Nothing on this page')
      expect(getDisabledStates(renderPagination(3, count))).toEqual([false, true])
    }
  })

  it('shows a plus where the server stopped counting', () => {
    const markup = renderToStaticMarkup(
      <Pagination page={2} pageSize={10} count={10_000} isCapped onPageChange={() => undefined} />,
    )
    expect(getStatus(markup)).toBe('11 to 20 of 10,000+')
  })
})
