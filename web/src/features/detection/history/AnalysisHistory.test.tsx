// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { receivedRequests, respond } from '../../../testing/api-server.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { describeScreenStates, makeListPage } from '../../../testing/screen-states.tsx'
import { makeAnalysis } from '../detection-fixtures.ts'
import { AnalysisHistory } from './AnalysisHistory.tsx'
import { PastAnalysis } from './PastAnalysis.tsx'

const list = 'GET /analysis/rust-detection/'
const path = '/account/addresses/image-analysis'
const options = { user: 'farmer', catalogs: ['detection', 'advice'], path } as const
const analysis = makeAnalysis()

describeScreenStates('the history of analyses', {
  element: <AnalysisHistory />,
  options,
  endpoint: list,
  empty: { reply: makeListPage(), text: 'No leaf checked yet' },
  filled: { reply: makeListPage(analysis), text: /93\.00%/ },
})

describe('the history of analyses', () => {
  it('links each analysis and filters by class in the URL', async () => {
    respond(list, ({ query }) => (query.rust_class === undefined ? makeListPage(analysis) : makeListPage()))
    const { user, getPath } = await renderScreen(<AnalysisHistory />, options)
    const row = await screen.findByRole('link', { name: /93\.00%/ })
    expect(row.getAttribute('href')).toBe(`${path}/${analysis.id}`)
    await user.click(screen.getByLabelText('Healthy'))
    expect(await screen.findByText('None of this kind')).toBeTruthy()
    expect(getPath()).toBe(`${path}?class=healthy`)
    expect(receivedRequests.at(-1)?.query).toMatchObject({ rust_class: 'healthy', page: '1' })
    await user.click(screen.getByRole('button', { name: 'Show all' }))
    expect(await screen.findByRole('link', { name: /93\.00%/ })).toBeTruthy()
  })
})

describeScreenStates('a past analysis', {
  element: <PastAnalysis />,
  options: { ...options, path: `${path}/${analysis.id}`, route: `${path}/:id` },
  endpoint: 'GET /analysis/rust-detection/{id}/',
  filled: { reply: analysis, text: 'This is common rust.' },
})
