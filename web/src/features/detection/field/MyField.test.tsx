// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { goOffline, goOnline, neverRespond, respond, respondWithError } from '../../../testing/api-server.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { makeAnalysis } from '../detection-fixtures.ts'
import { MyField } from './MyField.tsx'
import { findNextLook } from './next-look.ts'

const endpoint = 'GET /analysis/rust-detection/'
const page = (results: ReturnType<typeof makeAnalysis>[], count = results.length) => ({
  count,
  next: null,
  previous: null,
  results,
})
const render = () => renderScreen(<MyField>An appointment</MyField>, { user: 'farmer', catalogs: ['dashboard'] })
const healthyBeans = makeAnalysis({
  id: '33333333-3333-7333-8333-333333333333',
  uploaded_at: '2026-11-13T08:00:00Z',
  rust_class: 'healthy',
  crop: 'beans',
  disease: null,
})
const unsure = makeAnalysis({
  id: '44444444-4444-7444-8444-444444444444',
  verdict: 'uncertain',
  band: 'uncertain',
  crop: 'rice',
})

describe('the farmer’s field', () => {
  it('offers to check a leaf while the leaves load', async () => {
    neverRespond(endpoint)
    await render()
    expect(screen.getByRole('heading', { name: 'Your field' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Check a leaf' })).toBeTruthy()
  })

  it('says to a newcomer what will stand here', async () => {
    respond(endpoint, page([]))
    await render()
    expect(await screen.findByText('Photograph one leaf. Its answer will stay here.')).toBeTruthy()
    expect(screen.queryByText(/again/)).toBeNull()
    expect(screen.getByText('An appointment')).toBeTruthy()
  })

  it('lists the latest leaves with their answer and the first step, and the rest behind a link', async () => {
    const results = [makeAnalysis(), unsure, healthyBeans, makeAnalysis({ id: '5' }), makeAnalysis({ id: '6' })]
    respond(endpoint, page(results, 9))
    await render()
    const rust = await screen.findAllByRole('link', { name: /Common rust of maize/ })
    expect(rust[0]?.textContent).toContain('Look at ten plants.')
    expect(screen.getByRole('link', { name: /Not sure yet/ }).textContent).not.toContain('Look at ten plants.')
    expect(screen.getAllByRole('listitem')).toHaveLength(4)
    expect(screen.getByRole('link', { name: 'See all 9 leaves' })).toBeTruthy()
  })

  it('names the plants to look at next', async () => {
    respond(endpoint, page([healthyBeans]))
    await render()
    expect(await screen.findByText('Look at your beans again today.')).toBeTruthy()
    expect(screen.getByText('They were healthy on 13 Nov 2026.')).toBeTruthy()
  })

  it('names the sick plants before healthy ones that are due', async () => {
    respond(endpoint, page([makeAnalysis(), healthyBeans]))
    await render()
    expect(await screen.findByText('Look at your maize again on 27 Nov 2026.')).toBeTruthy()
    expect(screen.queryByText(/healthy on/)).toBeNull()
  })

  it('says when nobody has looked for two weeks', async () => {
    respond(endpoint, page([makeAnalysis({ uploaded_at: '2026-11-05T08:00:00Z' })]))
    await render()
    expect(await screen.findByText('Rust was found on 5 Nov 2026. You have not looked since.')).toBeTruthy()
  })

  it('shows why the leaves could not be loaded and loads them on request', async () => {
    respondWithError(endpoint, 'internal', { message: 'The server had a problem.' })
    const { user } = await render()
    expect(await screen.findByText('The server had a problem.')).toBeTruthy()
    expect(screen.getByText('An appointment')).toBeTruthy()
    respond(endpoint, page([makeAnalysis()]))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: /Common rust of maize/ })).toBeTruthy()
  })

  it('says that the device is offline and still offers to check a leaf', async () => {
    goOffline()
    await render()
    expect(await screen.findByText('Kept for when you have network.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Check a leaf' })).toBeTruthy()
    goOnline()
  })
})

describe('the next look', () => {
  const now = new Date('2026-11-21T09:00:00Z')

  it('is a week after the newest sure answer of a crop', () => {
    const old = makeAnalysis({ id: '1', uploaded_at: '2026-11-01T08:00:00Z' })
    expect(findNextLook([makeAnalysis(), old], now)).toMatchObject({ at: new Date('2026-11-27T08:00:00Z'), days: 6 })
  })

  it('is of the sick crop, however long a healthy one has been due', () => {
    const rust = makeAnalysis()
    expect(findNextLook([rust, healthyBeans], now)).toMatchObject({ analysis: rust, days: 6, isOverdue: false })
  })

  it('is the earliest among healthy crops, and due when its day has passed', () => {
    const healthyMaize = makeAnalysis({ rust_class: 'healthy', disease: null })
    expect(findNextLook([healthyMaize, healthyBeans], now)).toMatchObject({ analysis: healthyBeans, days: 0 })
  })

  it('is decided by the newest photo of a crop, also an unsure one', () => {
    const unsureBeans = { ...unsure, crop: 'beans' }
    expect(findNextLook([unsureBeans, healthyBeans], now)).toBeNull()
    const rustyBeans = makeAnalysis({ id: '9', crop: 'beans', uploaded_at: '2026-11-12T08:00:00Z' })
    expect(findNextLook([healthyBeans, rustyBeans], now)).toMatchObject({ analysis: healthyBeans })
  })

  it('is overdue two weeks after the photo, and left out when the crop must have been harvested', () => {
    const at = (uploaded_at: string) => findNextLook([makeAnalysis({ uploaded_at })], now)
    expect(at('2026-11-07T09:00:00Z')).toMatchObject({ days: 0, isOverdue: true })
    expect(at('2026-11-07T10:00:00Z')).toMatchObject({ days: 0, isOverdue: false })
    expect(at('2026-07-20T09:00:00Z')).toBeNull()
  })

  it('is left out for unsure answers and for nothing', () => {
    expect(findNextLook([unsure], now)).toBeNull()
    expect(findNextLook([], now)).toBeNull()
  })
})
