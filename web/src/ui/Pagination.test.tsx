import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadText, speak } from '../text/say.ts'
import { Pagination } from './Pagination.tsx'

beforeAll(async () => {
  Object.assign(globalThis, {
    localStorage: { getItem: () => null },
    document: { documentElement: {} },
    navigator: { languages: ['en'] },
  })
  await loadText('controls')
  await speak('en')
})

const draw = (page: number, count: number) =>
  renderToStaticMarkup(<Pagination pageSize={10} onPage={() => undefined} {...{ page, count }} />)
const said = (markup: string) => /aria-live="polite"[^>]*>([^<]*)</.exec(markup)?.[1]
const isClosed = (markup: string) =>
  [...markup.matchAll(/<button[^>]*>/g)].map(([button]) => / aria-disabled="true"/.test(button))

describe('a pager', () => {
  it('says which entries stand here, and leads on and back', () => {
    expect(said(draw(2, 42))).toBe('11 to 20 of 42')
    expect(isClosed(draw(2, 42))).toEqual([false, false])
    expect(said(draw(5, 42))).toBe('41 to 42 of 42')
    expect(isClosed(draw(5, 42))).toEqual([false, true])
  })

  it('is not there for a list that is empty or fits on one page', () => {
    expect(draw(1, 0)).toBe('')
    expect(draw(1, 10)).toBe('')
  })

  it('says beyond the end of a list that nothing stands there, and leads only back', () => {
    for (const count of [0, 10, 20]) {
      expect(said(draw(3, count))).toBe('Nothing on this page')
      expect(isClosed(draw(3, count))).toEqual([false, true])
    }
  })
})
