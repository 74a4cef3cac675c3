// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { BottomBar } from '../../../app/layout/BottomBar.tsx'
import { flattenMenu, getMenu } from '../../../app/layout/menu.ts'
import { goOffline, neverRespond, receivedRequests, respond, respondWithError } from '../../../testing/api-server.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { makeUser } from '../../../testing/users.ts'
import { Today } from './Today.tsx'
import { WaitingLinks } from './WaitingLinks.tsx'

const endpoint = 'GET /api/dashboard/waiting/'
const waiting = { posts: 7, comments: 0, bookings: 1, photos: 100 }
const render = (user = makeUser('expert')) =>
  renderScreen(<Today lists={{ posts: <p>The oldest posts</p>, comments: <p>The oldest comments</p> }} />, {
    user,
    catalogs: ['dashboard'],
    path: '/account',
  })

describe('what waits for an expert today', () => {
  it('is shown with counts, links and the lists that are not empty', async () => {
    respond(endpoint, waiting)
    await render()
    const links = await screen.findAllByRole('link')
    expect(links.map(link => link.textContent)).toEqual(['7 Posts', '1 Bookings', '99+ Photos to check', 'See all 7'])
    expect(links[0]?.getAttribute('href')).toBe('/account/addresses/all-posts?view=queue')
    expect(within(screen.getByRole('region', { name: 'Posts' })).getByText('The oldest posts')).toBeTruthy()
    expect(screen.queryByText('The oldest comments')).toBeNull()
  })

  it('says that nothing waits', async () => {
    respond(endpoint, { posts: 0, comments: 0, bookings: 0, photos: 0 })
    await render()
    expect(await screen.findByText('Nothing is waiting')).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('is left out while it loads, without a network and after an error', async () => {
    neverRespond(endpoint)
    const loading = await render()
    expect(screen.queryByRole('heading')).toBeNull()
    loading.unmount()
    goOffline()
    const offline = await render()
    expect(screen.queryByRole('heading')).toBeNull()
    offline.unmount()
    respondWithError(endpoint, 'internal')
    await render()
    expect(screen.queryByRole('heading')).toBeNull()
  })

  it('is not requested for an expert who is not approved yet', async () => {
    respond(endpoint, waiting)
    await render(makeUser('expert', { is_approved: false }))
    expect(receivedRequests).toEqual([])
  })

  it('is counted in the bottom bar, where bookings come before the training', async () => {
    respond(endpoint, waiting)
    await renderScreen(<BottomBar items={flattenMenu(getMenu('expert'))} />, { user: 'expert', path: '/account' })
    const posts = screen.getByRole('link', { name: 'All Posts' })
    await expect.poll(() => posts.getAttribute('aria-description')).toBe('7 waiting')
    expect(posts.querySelector('[data-count]')?.getAttribute('data-count')).toBe('7')
    expect(screen.getAllByRole('link').map(link => link.textContent)).toEqual(['Dashboard', 'All Posts', 'Bookings'])
  })
})

describe('the links to what waits', () => {
  it('lead to where it is decided', async () => {
    respond('GET /api/dashboard/waiting/', { posts: 3, comments: 0, bookings: 1, photos: 100 })
    await renderScreen(<WaitingLinks />, { user: 'expert', catalogs: ['dashboard'] })
    const links = within(await screen.findByRole('navigation', { name: 'Waiting for you' })).getAllByRole('link')
    expect(links.map(link => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Posts 3', '/account/addresses/all-posts?view=queue'],
      ['Bookings 1', '/account/addresses/bookings?status=pending'],
      ['Photos to check 99+', '/account/addresses/model-training/review'],
    ])
  })

  it('are not there for farmers', async () => {
    await renderScreen(<WaitingLinks />, { user: 'farmer', catalogs: ['dashboard'] })
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(receivedRequests).toEqual([])
  })
})
