// @vitest-environment happy-dom
import type { Role } from '@kutu/contract/common'
import type { DashboardStats } from '@kutu/contract/dashboard'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { goOffline, goOnline, neverRespond, respond, respondWithError } from '../../testing/api-server.ts'
import { stubCanvas } from '../../testing/canvas-stub.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { makeUser } from '../../testing/users.ts'
import { Dashboard } from './Dashboard.tsx'
import { Figures } from './Figures.tsx'

const endpoint = 'GET /api/dashboard/stats/'
const stats: DashboardStats = {
  imagesAnalyzedRust: 4,
  imagesAnalyzedHealthy: 5,
  imagesAnalyzedOtherDiseases: 1,
  imagesAnalyzedUnsure: { common_rust: 0, healthy: 0, other_disease: 0 },
  totalImagesAnalyzed: 10,
  imagesTrainingRust: 0,
  imagesTrainingHealthy: 0,
  imagesTrainingOtherDiseases: 0,
  trainingSessions: 0,
  communityPostsRust: 3,
  bookingsConfirmed: 2,
  monthly: [
    {
      month: '2026-11',
      common_rust: 4,
      healthy: 5,
      other_disease: 1,
      unsure: { common_rust: 0, healthy: 0, other_disease: 0 },
    },
  ],
  expert: null,
  place: null,
}
const noAnalyses = {
  ...stats,
  imagesAnalyzedRust: 0,
  imagesAnalyzedHealthy: 0,
  imagesAnalyzedOtherDiseases: 0,
  totalImagesAnalyzed: 0,
}
const render = () =>
  renderScreen(<Figures role={'farmer' satisfies Role} />, {
    user: 'farmer',
    catalogs: ['dashboard'],
    path: '/account',
  })
const renderOfExpert = (user = makeUser('expert')) =>
  renderScreen(<Dashboard />, { user, catalogs: ['dashboard'], path: '/account' })
const getFigure = (name: string) => screen.getByText(name, { selector: 'dt' }).parentElement?.querySelector('dd')

beforeEach(stubCanvas)

describe('the dashboard', () => {
  it('shows placeholders and the quick links while the figures load', async () => {
    neverRespond(endpoint)
    await renderOfExpert()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Figures')
    expect(screen.getByRole('link', { name: /Create Slot/ })).toBeTruthy()
    expect(screen.getByText('Loading…')).toBeTruthy()
  })

  it('shows the figures of a farmer and a table of the results', async () => {
    respond(endpoint, stats)
    await render()
    expect(await screen.findByRole('table', { name: 'Image Analysis Outcomes' })).toBeTruthy()
    expect(getFigure('Images: Rust')?.textContent).toContain('4')
    expect(getFigure('Total Images Analyzed')?.textContent).toContain('10')
    const rows = within(screen.getByRole('table', { name: 'Image Analysis Outcomes' })).getAllByRole('row')
    expect(rows[1]?.textContent).toBe('Common Rust440%')
  })

  it('shows the figures of the API, and in the charts those that were not sure apart', async () => {
    const unsure = { common_rust: 1, healthy: 4, other_disease: 0 }
    const monthly = [{ month: '2026-11', common_rust: 4, healthy: 5, other_disease: 1, unsure }]
    respond(endpoint, { ...stats, imagesAnalyzedUnsure: unsure, monthly })
    await render()
    expect(await screen.findByText('5 of these answers were not sure. The charts show them apart.')).toBeTruthy()
    const rows = within(screen.getByRole('table', { name: 'Image Analysis Outcomes' })).getAllByRole('row')
    expect(rows.map(row => row.textContent)).toEqual(
      expect.arrayContaining(['Common Rust330%', 'Healthy110%', 'Not Sure550%']),
    )
    expect(getFigure('Images: Healthy')?.textContent).toBe('5')
    expect(getFigure('Images: Rust')?.textContent).toBe('4')
    expect(getFigure('Total Images Analyzed')?.textContent).toContain('10')
  })

  it('shows a newcomer all ten figures and both charts', async () => {
    respond(endpoint, { ...noAnalyses, communityPostsRust: 0, bookingsConfirmed: 0 })
    await render()
    expect(await screen.findAllByRole('term')).toHaveLength(10)
    expect(screen.getAllByRole('table')).toHaveLength(2)
  })

  it('shows an expert the own work, and the ten figures of all farmers', async () => {
    const model = { version: '1', accuracy: null }
    const work = { postsModerated: 7, commentsModerated: 1, commentsWritten: 0, slotsActive: 2, bookingsPending: 3 }
    const { monthly, imagesAnalyzedUnsure: unsure, expert, place, ...figures } = stats
    const outcomes = { common_rust: 40, healthy: 50, other_disease: 10, unsure }
    const people = { farmers: 9, experts: 2, admins: 1, waitingExperts: 0, postsWaiting: 0, postsApproved: 0 }
    respond(endpoint, {
      ...noAnalyses,
      expert: { ...work, model },
      place: {
        ...figures,
        ...people,
        imagesAnalyzedRust: 40,
        bookingsConfirmed: 12,
        outcomes,
        monthly,
        countedAt: '2026-11-25T07:20:00Z',
      },
    })
    await renderOfExpert()
    const all = within(await screen.findByRole('region', { name: 'All farmers together' }))
    expect(all.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Images: Rust',
      'Images: Healthy',
      'Images: Other Diseases',
      'Total Images Analyzed',
      'Training: Rust Images',
      'Training: Healthy Images',
      'Training: Other Diseases',
      'Training Sessions',
      'Rust/Disease Posts',
      'Bookings Confirmed',
    ])
    expect(all.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '40',
      '5',
      '1',
      '10',
      '0',
      '0',
      '0',
      '0',
      '3',
      '12',
    ])
    expect(within(screen.getByRole('region', { name: 'Figures' })).getByText('Posts Moderated')).toBeTruthy()
    expect(screen.getByText(/^Figures of everyone, counted on 25 Nov 2026/)).toBeTruthy()
  })

  it('shows why the figures could not be loaded and loads them on request', async () => {
    respondWithError(endpoint, 'internal', { message: 'The server had a problem.' })
    const { user } = await render()
    expect(await screen.findByText('The server had a problem.')).toBeTruthy()
    respond(endpoint, noAnalyses)
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Images: Rust', { selector: 'dt' })).toBeTruthy()
  })

  it('says that the device is offline', async () => {
    goOffline()
    const { user } = await render()
    expect(await screen.findByText(/when you have network/i)).toBeTruthy()
    goOnline()
    respond(endpoint, noAnalyses)
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Images: Rust', { selector: 'dt' })).toBeTruthy()
  })

  it('tells an expert who is not approved yet to wait', async () => {
    neverRespond(endpoint)
    await renderOfExpert(makeUser('expert', { is_approved: false }))
    expect(screen.getByRole('heading', { level: 1 })).toBeTruthy()
    expect(screen.getAllByRole('status').some(status => /checking your account/.test(status.textContent ?? ''))).toBe(
      true,
    )
  })
})
