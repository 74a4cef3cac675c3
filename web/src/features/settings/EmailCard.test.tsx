// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { goOffline, neverRespond, receivedRequests, respond, respondWithError } from '../../testing/api-server.ts'
import { getNotices, renderScreen } from '../../testing/render-screen.tsx'
import { EmailCard } from './Settings.tsx'

const options = { user: 'farmer', catalogs: ['settings'] } as const
const current = { email: 'grace@example.org', pending: null }
const pending = { ...current, pending: { email: 'new@example.org', expires_at: '2026-11-21T10:00:00Z' } }

describe('the email of an account', () => {
  it('shows placeholders while it loads', async () => {
    neverRespond('GET /api/account/email/')
    await renderScreen(<EmailCard />, options)
    expect(screen.getByText('Loading…')).toBeTruthy()
  })

  it('says when it can be loaded when the device is offline', async () => {
    goOffline()
    await renderScreen(<EmailCard />, options)
    expect(await screen.findByText(/when you have network/i)).toBeTruthy()
  })

  it('is shown, and a new one waits for its link', async () => {
    let status: typeof current | typeof pending = current
    respond('GET /api/account/email/', () => status)
    respond('POST /api/account/email/', () => {
      status = pending
      return { ...pending, message: 'We have sent a link.' }
    })
    const { user } = await renderScreen(<EmailCard />, options)
    expect(await screen.findByText('grace@example.org')).toBeTruthy()
    await user.type(screen.getByLabelText('New email'), ' new@example.org ')
    await user.click(screen.getByRole('button', { name: 'Change email' }))
    expect(await screen.findByText(/Open the link we sent to new@example.org/)).toBeTruthy()
    expect(getNotices()).toEqual(['We have sent a link.'])
    expect(receivedRequests.find(({ endpoint }) => endpoint === 'POST /api/account/email/')?.body).toEqual({
      email: 'new@example.org',
    })
  })

  it('shows what is wrong with the new one at its field', async () => {
    respond('GET /api/account/email/', current)
    const { user } = await renderScreen(<EmailCard />, options)
    const button = await screen.findByRole('button', { name: 'Change email' })
    await user.click(button)
    expect(await screen.findByRole('alert')).toBeTruthy()
    respondWithError('POST /api/account/email/', 'validation_failed', {
      errors: [{ field: 'email', message: 'This is already your email.' }],
    })
    await user.type(screen.getByLabelText('New email'), 'grace@example.org')
    await user.click(button)
    expect(await screen.findByText('This is already your email.', { selector: 'form [role=alert]' })).toBeTruthy()
  })
})
