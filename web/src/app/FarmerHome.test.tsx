// @vitest-environment happy-dom
import type { Notification } from '@kutu/contract/notifications/notifications'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { neverRespond, receivedRequests, respond, respondWithError } from '../testing/api-server.ts'
import { stubCanvas } from '../testing/canvas-stub.ts'
import { buildPost } from '../testing/fixtures/community.ts'
import { renderScreen } from '../testing/render-screen.tsx'
import { makeListPage } from '../testing/screen-states.tsx'
import { FarmerHome } from './FarmerHome.tsx'

const postId = '11111111-1111-7111-8111-111111111111'
const make = (id: string, changes: Partial<Notification>): Notification => ({
  id,
  type: 'post_answered',
  message: `Notification ${id}`,
  date: '2026-11-20T08:00:00Z',
  read: false,
  subject: { type: 'post', id: postId },
  ...changes,
})
const respondNotifications = (...results: Notification[]) =>
  respond('GET /api/notifications/', { count: results.length, next: null, previous: null, unread: 2, results })
/** Returns the links above the folds, which list the notifications as well. */
const findLines = async () =>
  (await screen.findAllByRole('link', { name: /^Notification \d/ })).filter(link => !link.closest('details'))
const render = () => renderScreen(<FarmerHome />, { user: 'farmer', catalogs: ['dashboard'], path: '/account' })

beforeEach(() => {
  stubCanvas()
  respond('GET /analysis/rust-detection/', makeListPage())
  respond('GET /api/consultations/consultations/', [])
  respondWithError('GET /api/dashboard/stats/', 'internal')
  respondNotifications()
})

describe('the home of a farmer', () => {
  it('has the four quick links once, each with a drawing', async () => {
    await render()
    const links = within(await screen.findByRole('navigation', { name: 'Quick links' })).getAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'Upload Image',
      'Book Expert Slot',
      'Make a Post',
      'View Posts',
    ])
    expect(links.every(link => link.querySelector('svg'))).toBe(true)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Farmer Dashboard')
  })

  it('folds the figures and the notifications', async () => {
    respondNotifications(make('1', { read: true }))
    const { user } = await render()
    for (const [name, content] of [
      ['Figures', 'This did not load'],
      ['Notifications', 'Notification 1'],
    ] as const) {
      const fold = (await screen.findByText(name)).closest('details')
      expect(fold?.open).toBe(false)
      await user.click(screen.getByText(name))
      expect(fold?.open).toBe(true)
      await expect.poll(() => fold?.textContent).toContain(content)
    }
    expect(screen.getByText('2 unread')).toBeTruthy()
  })

  it('adds nothing above the quick links once they are there', async () => {
    neverRespond('GET /api/consultations/consultations/')
    await render()
    expect(await screen.findByText('Is your crop sick? Ask a leaf.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Check a leaf' })).toBeTruthy()
    expect(screen.queryByRole('navigation')).toBeNull()
  })
})

describe('the line from nearby', () => {
  it('shows the newest answer of an expert that is not read yet, with the face', async () => {
    respondNotifications(
      make('1', { type: 'booking_approved' }),
      make('2', { read: true }),
      make('3', {}),
      make('4', { type: 'disease_warning', subject: { type: 'warning', id: 'w' } }),
    )
    const expert = { id: 'acen', username: 'acen', photo: '/files/acen.jpg' }
    const answer = {
      id: '9',
      content: 'It is rust.',
      created_at: '',
      reply_to: null,
      edited_at: null,
      is_endorsed: false,
    }
    respond('GET /api/community/posts/{id}/', {
      ...buildPost({ id: postId, expert_comments: [{ ...answer, expert }] }),
      my_responses: [],
    })
    await render()
    const links = await findLines()
    expect(links.map(({ textContent }) => textContent)).toEqual(['Notification 3'])
    expect(links[0]?.getAttribute('href')).toBe(`/account/addresses/community-posts/${postId}`)
    await expect.poll(() => document.querySelector('img')?.getAttribute('src')).toBe('/files/acen.jpg')
  })

  it('stays when the ten newest notifications are of photos', async () => {
    respondNotifications(make('1', { type: 'disease_warning', subject: { type: 'warning', id: 'w' } }))
    await render()
    expect(await findLines()).toHaveLength(1)
    const kinds = receivedRequests.filter(({ endpoint }) => endpoint === 'GET /api/notifications/')
    expect(kinds.map(({ query }) => query?.kind)).toEqual(expect.arrayContaining(['warnings', 'answers']))
  })

  it('shows a warning that was not withdrawn', async () => {
    const warning = (id: string) => ({ subject: { type: 'warning', id } }) as const
    respondNotifications(
      make('1', { type: 'warning_withdrawn', ...warning('old') }),
      make('2', { type: 'disease_warning', ...warning('old') }),
      make('3', { type: 'disease_warning', ...warning('new') }),
    )
    await render()
    const links = await findLines()
    expect(links.map(({ textContent }) => textContent)).toEqual(['Notification 3'])
    expect(links[0]?.getAttribute('href')).toBe('/account/warnings/new')
  })
})
