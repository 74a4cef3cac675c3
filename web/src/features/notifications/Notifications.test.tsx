// @vitest-environment happy-dom
import type { Notification } from '@kutu/contract/notifications/notifications'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { goOffline, neverRespond, receivedRequests, respond, respondWithError } from '../../testing/api-server.ts'
import { getNotices, renderScreen } from '../../testing/render-screen.tsx'
import { NotificationBell } from './NotificationBell.tsx'
import { Notifications } from './Notifications.tsx'

const list = 'GET /api/notifications/'
const approved: Notification = {
  id: '11111111-1111-7111-8111-111111111111',
  type: 'post_approved',
  message: 'Your post was approved',
  date: '2026-11-21T07:30:00Z',
  read: false,
  subject: { type: 'post', id: '22222222-2222-7222-8222-222222222222' },
}
const makePage = (results: Notification[]) => ({
  count: results.length,
  next: null,
  previous: null,
  unread: results.filter(({ read }) => !read).length,
  results,
})
const render = (path = '/account/notifications') => renderScreen(<Notifications />, { user: 'farmer', path })

describe('the notifications screen', () => {
  it('shows placeholders while the notifications load', async () => {
    neverRespond(list, 'GET /api/account/notification-choices/')
    await render()
    expect(screen.getAllByRole('status').length).toBeGreaterThan(0)
    expect(screen.queryByText('No notifications')).toBeNull()
  })

  it('says so when there are none', async () => {
    respond(list, makePage([]))
    respond('GET /api/account/notification-choices/', { choices: [] })
    await render()
    expect(await screen.findByText('No notifications')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Check a leaf' })).toBeTruthy()
  })

  it('shows why loading failed and loads again on request', async () => {
    respond('GET /api/account/notification-choices/', { choices: [] })
    respondWithError(list, 'internal', { message: 'The server had a problem.' })
    const { user } = await render()
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText('The server had a problem.')).toBeTruthy()
    respond(list, makePage([approved]))
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Your post was approved')).toBeTruthy()
  })

  it('shows the picture of a notification in place of its icon', async () => {
    respond(list, makePage([approved]))
    respond('GET /api/account/notification-choices/', { choices: [] })
    await renderScreen(<Notifications renderPicture={({ type }) => <img alt={type} />} />, { user: 'farmer' })
    expect(await screen.findByAltText('post_approved')).toBeTruthy()
    expect(screen.getByRole('article').querySelectorAll('svg')).toHaveLength(1)
  })

  it('says when it can be loaded when the device is offline', async () => {
    goOffline()
    await render()
    expect((await screen.findAllByText(/when you have network/i)).length).toBeGreaterThan(0)
  })

  it('lists each notification with the way to its post and marks one as read', async () => {
    respond(list, makePage([approved]))
    respond('GET /api/account/notification-choices/', { choices: [] })
    respond('PUT /api/notifications/{id}/read/', { ...approved, read: true })
    const { user } = await render()
    const link = await screen.findByRole('link', { name: 'Your post was approved' })
    expect(link.getAttribute('href')).toBe(`/account/addresses/community-posts/${approved.subject?.id}`)
    await user.click(screen.getByRole('button', { name: 'Mark as Read' }))
    expect(getNotices()).toEqual(['Notification marked as read'])
    expect(receivedRequests.filter(({ endpoint }) => endpoint.startsWith('PUT'))).toMatchObject([
      { params: { id: approved.id } },
    ])
  })
})

describe('the bell', () => {
  it('counts unread notifications, and names what waits as well', async () => {
    respond(list, makePage([approved]))
    await renderScreen(<NotificationBell waiting={4} />, { user: 'expert' })
    const bell = await screen.findByRole('link', { name: 'Notifications, 1 unread, 4 waiting' })
    expect(bell.textContent).toBe('1')
  })

  it('counts what waits once everything is read', async () => {
    respond(list, makePage([]))
    await renderScreen(<NotificationBell waiting={120} />, { user: 'expert' })
    expect((await screen.findByRole('link', { name: 'Notifications, 99+ waiting' })).textContent).toBe('99+')
  })
})
