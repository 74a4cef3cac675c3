// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { getStoredUser } from '../../../api/session/session.ts'
import { goOffline, receivedRequests, respond, respondWithError } from '../../../testing/api-server.ts'
import { getNotices, renderScreen } from '../../../testing/render-screen.tsx'
import { makeUser } from '../../../testing/users.ts'
import { ConfirmEmail, UndoEmailChange } from './EmailLinkPages.tsx'

const confirmEndpoint = 'POST /api/auth/confirm-email'
const undoEndpoint = 'POST /api/auth/undo-email-change'
const openConfirm = (path = '/confirm-email#token=abc', user?: 'farmer') =>
  renderScreen(<ConfirmEmail />, { catalogs: ['accounts'], path, route: '/confirm-email', ...(user && { user }) })
const confirmButton = () => screen.getByRole('button', { name: 'Use this email' })

describe('the link to a new email', () => {
  it('changes nothing before the button is pressed, and leaves the address bar', async () => {
    const { getPath } = await openConfirm()
    await expect.poll(getPath).toBe('/confirm-email')
    expect(confirmButton()).toBeTruthy()
    expect(receivedRequests).toEqual([])
  })

  it('changes the email, also in the stored user record', async () => {
    respond(confirmEndpoint, { message: 'Your email is now new@example.org.' })
    respond('GET /api/auth/me', { ...makeUser('farmer'), email: 'new@example.org', required_step: null })
    const { user } = await openConfirm('/confirm-email#token=abc', 'farmer')
    await user.click(confirmButton())
    expect(await screen.findByText('Your email is now new@example.org.')).toBeTruthy()
    expect(receivedRequests[0]?.body).toEqual({ token: 'abc' })
    expect(getStoredUser()?.email).toBe('new@example.org')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('says so when it is no longer valid or has no token', async () => {
    respondWithError(confirmEndpoint, 'token_invalid', { message: 'This link is no longer valid.' })
    const { user, unmount } = await openConfirm()
    await user.click(confirmButton())
    expect((await screen.findByRole('alert')).textContent).toContain('This link is no longer valid.')
    unmount()
    await openConfirm('/confirm-email')
    expect((await screen.findByRole('alert')).textContent).toContain('Invalid Token, check your email')
  })

  it('can be tried again when there was no connection', async () => {
    const { user } = await openConfirm()
    goOffline()
    await user.click(confirmButton())
    await expect.poll(getNotices).toEqual(['There is no connection. Check the network and try again.'])
    expect(confirmButton()).toBeTruthy()
  })
})

describe('the link that undoes a change', () => {
  it('ends the session of this device and leads to a new password', async () => {
    respond(undoEndpoint, { message: 'Your email is old@example.org again.', data: { token: 'reset-token' } })
    respondWithError('GET /api/auth/me', 'unauthenticated')
    respondWithError('POST /api/auth/refresh-token', 'unauthenticated')
    const { user, getPath } = await renderScreen(<UndoEmailChange />, {
      user: 'farmer',
      catalogs: ['accounts'],
      path: '/undo-email-change#token=abc',
      route: '/undo-email-change',
    })
    await user.click(screen.getByRole('button', { name: 'Restore my old email' }))
    await expect.poll(getPath).toBe('/auth/confirm-password-reset?token=reset-token')
    expect(getNotices()).toEqual(['Your email is old@example.org again.'])
    expect(localStorage.getItem('accessToken')).toBeNull()
  })
})
