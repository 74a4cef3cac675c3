// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { goOffline, goOnline, neverRespond, respond, respondWithError } from '../../../testing/api-server.ts'
import { makeAnalysis } from '../../../testing/fixtures/detection.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { concludeClass } from '../result/confidence-band.ts'
import { groupByPlant, PlantDiary } from './PlantDiary.tsx'
import { findFollowUp, TodayPanel } from './TodayPanel.tsx'

const endpoint = 'GET /analysis/rust-detection/'
const page = (results: ReturnType<typeof makeAnalysis>[], count = results.length) => ({
  count,
  next: null,
  previous: null,
  results,
})
const render = () =>
  renderScreen(
    <>
      <TodayPanel />
      <PlantDiary />
    </>,
    { user: 'farmer', catalogs: ['dashboard'] },
  )
const plant_id = '55555555-5555-7555-8555-555555555555'
const rust = makeAnalysis({ plant_id })
const earlierRust = makeAnalysis({ id: '2', plant_id, uploaded_at: '2026-11-13T08:00:00Z', affected_area: 0.5 })
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

describe('the farmer’s home', () => {
  it('has a drawn leaf and the camera button while the photos load', async () => {
    neverRespond(endpoint)
    const { container } = await render()
    expect(within(screen.getByRole('region', { name: 'Today' })).getByRole('link').textContent).toBe('Check a leaf')
    expect(container.querySelector('section svg[viewBox="0 0 320 150"]')).toBeTruthy()
  })

  it('shows a newcomer with drawn leaves what the diary will tell', async () => {
    respond(endpoint, page([]))
    await render()
    expect(screen.getByText('Is your crop sick? Ask a leaf.')).toBeTruthy()
    const weeks = await screen.findAllByRole('listitem')
    expect(weeks.map(({ textContent }) => textContent)).toEqual(['Week 1', 'Week 2', 'Week 3'])
    expect(weeks.every(week => week.querySelector('svg'))).toBe(true)
  })

  it('names the plants to look at next, with their photo', async () => {
    respond(endpoint, page([healthyBeans]))
    await render()
    expect(await screen.findByText('Look at your beans again today.')).toBeTruthy()
    expect(screen.getByText('They were healthy on 13 Nov.')).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Today' }).querySelector('img')?.src).toContain(healthyBeans.image)
  })

  it('names the sick plants before healthy ones that are due', async () => {
    respond(endpoint, page([rust, healthyBeans]))
    await render()
    expect(await screen.findByText('Look at your maize again on 27 Nov.')).toBeTruthy()
    expect(screen.queryByText(/healthy on/)).toBeNull()
  })

  it('says when nobody has looked for two weeks', async () => {
    respond(endpoint, page([makeAnalysis({ uploaded_at: '2026-11-05T08:00:00Z' })]))
    await render()
    expect(await screen.findByText('Rust was found on 5 Nov. You have not looked since.')).toBeTruthy()
  })

  it('asks for another photo after an unsure answer, and for any after the season', async () => {
    respond(endpoint, page([unsure]))
    const { unmount } = await render()
    expect(await screen.findByText('Not sure yet about your rice.')).toBeTruthy()
    unmount()
    respond(endpoint, page([makeAnalysis({ uploaded_at: '2025-12-01T08:00:00Z' })]))
    await render()
    expect(await screen.findByText('How are your plants today?')).toBeTruthy()
    expect(screen.getByText('1 Dec 2025')).toBeTruthy()
  })

  it('shows the photos of each plant or crop beside each other, newest first, with fewer or more spots of a plant', async () => {
    const otherMaize = makeAnalysis({ id: '7', affected_area: 0.9 })
    respond(endpoint, page([rust, otherMaize, earlierRust, unsure], 30))
    await render()
    const maize = within(await screen.findByRole('region', { name: 'Maize: one plant' }))
    expect(maize.getAllByRole('link').map(link => link.getAttribute('aria-label'))).toEqual([
      'Common rust of maize, 20 Nov',
      'Common rust of maize, 13 Nov',
    ])
    expect(maize.getByText('Fewer spots than on 13 Nov')).toBeTruthy()
    expect(within(screen.getByRole('region', { name: 'Rice' })).getByText('Not sure yet')).toBeTruthy()
    expect(within(screen.getByRole('region', { name: 'Maize' })).getAllByRole('link')).toHaveLength(1)
    expect(screen.getByRole('link', { name: 'See all 30 leaves' })).toBeTruthy()
  })

  it('shows why the photos could not be loaded and loads them on request', async () => {
    respondWithError(endpoint, 'internal', { message: 'The server had a problem.' })
    const { user } = await render()
    expect(await screen.findByText('The server had a problem.')).toBeTruthy()
    respond(endpoint, page([rust]))
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

describe('the photos of a plant', () => {
  const getTrend = (...photos: ReturnType<typeof makeAnalysis>[]) => groupByPlant(photos)[0]?.trend ?? null

  it('are those that the farmer has put together', () => {
    const alone = makeAnalysis({ id: '8', plant_id: healthyBeans.id })
    const unplaced = makeAnalysis({ id: '9' })
    const plants = groupByPlant([alone, rust, unplaced, earlierRust]).map(({ isOnePlant, photos }) => [
      isOnePlant,
      photos,
    ])
    expect(plants).toEqual([
      [false, [alone, unplaced]],
      [true, [rust, earlierRust]],
    ])
  })

  it('are otherwise grouped by the crop that the farmer stated, else by that of the answer', () => {
    const stated = makeAnalysis({ id: '5', crop: 'maize', crop_type: 'BEANS' })
    const unknown = makeAnalysis({ id: '6', crop: null })
    expect(
      groupByPlant([stated, unknown, rust, healthyBeans]).map(({ crop, photos }) => [crop, photos.length]),
    ).toEqual([
      ['BEANS', 2],
      [undefined, 1],
      ['MAIZE', 1],
    ])
  })

  it('have fewer or more spots than the photo before', () => {
    expect(getTrend(rust, earlierRust)).toEqual({ change: 'fewer_spots', since: earlierRust.uploaded_at })
    expect(getTrend({ ...rust, affected_area: 0.7 }, earlierRust)?.change).toBe('more_spots')
    expect(getTrend(rust, healthyBeans, earlierRust)?.since).toBe(earlierRust.uploaded_at)
  })

  it('are not compared where a photo is blurred, unsure, without an area, of another disease or perhaps another plant, or the change is small', () => {
    expect(getTrend({ ...rust, quality: ['too_blurred'] }, earlierRust)).toBeNull()
    expect(getTrend(rust, { ...earlierRust, quality: ['too_dark'] })).toBeNull()
    expect(getTrend({ ...rust, verdict: 'uncertain', band: 'uncertain' }, earlierRust)).toBeNull()
    expect(getTrend(rust, { ...earlierRust, affected_area: null })).toBeNull()
    expect(getTrend(rust, { ...earlierRust, disease: 'gray_leaf_spot' })).toBeNull()
    expect(getTrend({ ...rust, affected_area: 0.45 }, earlierRust)).toBeNull()
    expect(getTrend(rust)).toBeNull()
    expect(getTrend({ ...rust, plant_id: null }, { ...earlierRust, plant_id: null })).toBeNull()
  })

  it('have the answer of model and farmer together, whose spots count only for the class that the model saw', () => {
    const after_answers = {
      card: 'maize-common-rust',
      rust_class: 'common_rust',
      probability: 0.8,
      band: 'likely',
    } as const
    expect(concludeClass({ ...unsure, after_answers })).toMatchObject({ band: 'likely', affected_area: 0.2 })
    const healthy = { ...after_answers, rust_class: 'healthy' } as const
    expect(concludeClass({ ...unsure, after_answers: healthy })).toMatchObject({
      rust_class: 'healthy',
      affected_area: null,
    })
  })
})

describe('the follow-up', () => {
  const now = new Date('2026-11-21T09:00:00Z')

  it('is a week after the newest sure answer of a crop', () => {
    const old = makeAnalysis({ id: '1', uploaded_at: '2026-11-01T08:00:00Z' })
    expect(findFollowUp([rust, old], now)).toMatchObject({ at: new Date('2026-11-27T08:00:00Z'), days: 6 })
  })

  it('is of the sick crop, however long a healthy one has been due', () => {
    expect(findFollowUp([rust, healthyBeans], now)).toMatchObject({ analysis: rust, days: 6, isOverdue: false })
  })

  it('is the earliest among healthy crops, and due when its day has passed', () => {
    const healthyMaize = makeAnalysis({ rust_class: 'healthy', disease: null })
    expect(findFollowUp([healthyMaize, healthyBeans], now)).toMatchObject({ analysis: healthyBeans, days: 0 })
  })

  it('is decided by the newest photo of a crop, also an unsure one', () => {
    const unsureBeans = { ...unsure, crop: 'beans' }
    expect(findFollowUp([unsureBeans, healthyBeans], now)).toBeNull()
    const rustyBeans = makeAnalysis({ id: '9', crop: 'beans', uploaded_at: '2026-11-12T08:00:00Z' })
    expect(findFollowUp([healthyBeans, rustyBeans], now)).toMatchObject({ analysis: healthyBeans })
  })

  it('is overdue two weeks after the photo, and left out when the crop must have been harvested', () => {
    const at = (uploaded_at: string) => findFollowUp([makeAnalysis({ uploaded_at })], now)
    expect(at('2026-11-07T09:00:00Z')).toMatchObject({ days: 0, isOverdue: true })
    expect(at('2026-11-07T10:00:00Z')).toMatchObject({ days: 0, isOverdue: false })
    expect(at('2026-07-20T09:00:00Z')).toBeNull()
  })

  it('is left out for unsure answers and for nothing', () => {
    expect(findFollowUp([unsure], now)).toBeNull()
    expect(findFollowUp([], now)).toBeNull()
  })
})
