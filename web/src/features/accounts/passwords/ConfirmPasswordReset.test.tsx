// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { receivedRequests, respond, respondWithError } from '../../../testing/api-server.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { ConfirmPasswordReset } from './ConfirmPasswordReset.tsx'
import { ForgotPassword } from './ForgotPassword.tsx'

const endpoint = 'POST /api/auth/reset-password/'

async function submitReset(path: string) {
  const rendered = await renderScreen(<ConfirmPasswordReset />, {
    catalogs: ['accounts'],
    path,
    route: '/auth/confirm-password-reset',
  })
  for (const label of ['New password', 'Confirm password'])
    await rendered.user.type(screen.getByLabelText(label), 'Beans-5-ever!')
  await rendered.user.click(screen.getByRole('button', { name: 'Submit' }))
  return rendered
}

describe('setting a new password by a link', () => {
  it('sets it with the link’s token and leads to signing in', async () => {
    respond(endpoint, { message: 'Your password is set.' })
    const { getPath } = await submitReset('/auth/confirm-password-reset?token=abc')
    await expect.poll(getPath).toBe('/auth')
    expect(receivedRequests.at(-1)?.body).toEqual({
      token: 'abc',
      new_password: 'Beans-5-ever!',
      confirm_password: 'Beans-5-ever!',
    })
  })

  it('removes the token from the address bar and the history', async () => {
    respond(endpoint, { message: 'Your password is set.' })
    const { getPath } = await renderScreen(<ConfirmPasswordReset />, {
      catalogs: ['accounts'],
      path: '/auth/confirm-password-reset?token=abc',
      route: '/auth/confirm-password-reset',
    })
    await expect.poll(getPath).toBe('/auth/confirm-password-reset')
  })

  it('offers a new link when the old one is no longer valid', async () => {
    respondWithError(endpoint, 'token_invalid', { message: 'This link is too old.' })
    await submitReset('/auth/confirm-password-reset?token=abc')
    const link = await screen.findByRole('link', { name: 'Ask for a new link' })
    expect(link.getAttribute('href')).toBe('/auth/forgot-password')
  })

  it('sends nothing without a token', async () => {
    await submitReset('/auth/confirm-password-reset')
    expect(await screen.findByText('Invalid Token, check your email')).toBeTruthy()
    expect(receivedRequests).toEqual([])
  })
})

describe('asking for a link', () => {
  it('needs an email, and clears it once the link was sent', async () => {
    respond('POST /api/auth/forgot-password/', { message: 'We have sent you a link.' })
    const { user } = await renderScreen(<ForgotPassword />, { catalogs: ['accounts'] })
    const email = screen.getByLabelText<HTMLInputElement>('Email')
    const button = screen.getByRole('button', { name: 'Submit' })
    await user.click(button)
    expect(await screen.findByText('Type in your email.')).toBeTruthy()
    await user.type(email, 'grace@example.org')
    await user.click(button)
    expect(await screen.findByText('We have sent you a link.')).toBeTruthy()
    expect(email.value).toBe('')
  })
})
