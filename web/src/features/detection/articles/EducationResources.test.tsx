// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { describeScreenStates, makeListPage } from '../../../testing/screen-states.tsx'
import { makeAnalysis } from '../detection-fixtures.ts'
import { Article } from './Article.tsx'
import { ArticleIndex } from './ArticleIndex.tsx'
import { EducationResources } from './EducationResources.tsx'

describeScreenStates('the education resources', {
  element: <EducationResources />,
  options: { user: 'farmer', catalogs: ['detection', 'advice'] },
  endpoint: 'GET /analysis/rust-detection/',
  empty: { reply: makeListPage(), text: 'No resources yet' },
  filled: { reply: makeListPage(makeAnalysis()), text: 'Common rust of maize' },
})

describe('the articles', () => {
  it('are listed by crop and open without a network', async () => {
    await renderScreen(<ArticleIndex />, { catalogs: ['detection', 'advice'] })
    expect(screen.getByRole('heading', { name: 'Maize' })).toBeTruthy()
    const [first] = screen.getAllByRole('link')
    expect(first?.getAttribute('href')).toMatch(/^\/learn\//)
  })

  it('say so when an article does not exist', async () => {
    await renderScreen(<Article />, { catalogs: ['detection', 'advice'], path: '/learn/none', route: '/learn/:id' })
    expect(screen.getByRole('link', { name: 'All articles' })).toBeTruthy()
  })

  it('show the drawn leaf of the disease beside those of its look-alikes', async () => {
    const path = '/learn/beans-rust'
    await renderScreen(<Article />, { catalogs: ['detection', 'advice'], path, route: '/learn/:id' })
    expect(screen.getByRole('figure', { name: 'A drawn leaf: Bean rust' })).toBeTruthy()
    for (const caption of ['Early', 'Late', 'Close up']) expect(screen.getByText(caption)).toBeTruthy()
    const lookAlike = screen.getByRole('link', { name: /angular leaf spot/i })
    expect(lookAlike.parentElement?.querySelector('svg path')).not.toBeNull()
  })

  it('show one leaf of each crop where a card is about several', async () => {
    await renderScreen(<Article />, { catalogs: ['detection', 'advice'], path: '/learn/healthy', route: '/learn/:id' })
    const leaves = screen.getAllByRole('img', { name: /^A drawn leaf: / })
    expect(leaves.map(leaf => leaf.getAttribute('aria-label')?.split(': ')[1])).toEqual([
      'Beans',
      'Maize',
      'Wheat',
      'Rice',
    ])
  })
})
