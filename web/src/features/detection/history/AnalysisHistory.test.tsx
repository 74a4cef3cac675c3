// @vitest-environment happy-dom
import type { Analysis } from '@kutu/contract/detection'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { receivedRequests, respond } from '../../../testing/api-server.ts'
import { makeAnalysis, makePlantPhoto } from '../../../testing/fixtures/detection.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { describeScreenStates, makeListPage } from '../../../testing/screen-states.tsx'
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

/** The text of each field that a row of the history shows. */
const rowTexts: { [Field in keyof Analysis]?: string } = {
  uploaded_at: 'Nov 20',
  rust_class: 'Common Rust',
  confidence: '93.00%',
  disease: 'Common rust of maize',
  band: 'Likely',
  photos: '2 leaves',
}

describe('the history of analyses', () => {
  it('shows the fields of an analysis that a row has room for', async () => {
    const photos = [makePlantPhoto(1), makePlantPhoto(2)]
    // A row takes the name of the disease from the first article.
    const educational_resources = analysis.educational_resources.map(article => ({
      ...article,
      id: 'maize-common-rust',
    }))
    respond(list, makeListPage(makeAnalysis({ band: 'likely', photos, educational_resources })))
    await renderScreen(<AnalysisHistory />, options)
    const row = await screen.findByRole('link', { name: /93\.00%/ })
    for (const text of Object.values(rowTexts)) expect(row.textContent).toContain(text)
    expect(row.querySelector('img')?.getAttribute('src')).toContain(analysis.image)
  })

  it('names no disease and no percentage where Kutu is not sure', async () => {
    respond(list, makeListPage(makeAnalysis({ verdict: 'uncertain', band: 'uncertain' })))
    await renderScreen(<AnalysisHistory />, options)
    const row = await screen.findByRole('link', { name: /^We cannot tell yet ?Not sure/ })
    expect(row.textContent).not.toMatch(/rust|%/i)
  })

  it('links each analysis and filters by class in the URL', async () => {
    respond(list, ({ query }) => (query.rust_class === undefined ? makeListPage(analysis) : makeListPage()))
    const { user, getPath } = await renderScreen(<AnalysisHistory />, options)
    const row = await screen.findByRole('link', { name: /93\.00%/ })
    expect(row.getAttribute('href')).toBe(`${path}/${analysis.id}`)
    await user.click(screen.getByLabelText('Healthy'))
    expect(await screen.findByText('Nothing here')).toBeTruthy()
    expect(getPath()).toBe(`${path}?class=healthy`)
    expect(receivedRequests.at(-1)?.query).toMatchObject({ rust_class: 'healthy', page: '1' })
    await user.click(screen.getByLabelText('All'))
    expect(await screen.findByRole('link', { name: /93\.00%/ })).toBeTruthy()
  })
})

describeScreenStates('a past analysis', {
  element: <PastAnalysis />,
  options: { ...options, path: `${path}/${analysis.id}`, route: `${path}/:id` },
  endpoint: 'GET /analysis/rust-detection/{id}/',
  filled: { reply: analysis, text: 'This is common rust.' },
})
