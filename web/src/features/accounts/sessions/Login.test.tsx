// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { goOffline, receivedRequests, respond, respondWithError } from '../../../testing/api-server.ts'
import { getNotices, renderScreen } from '../../../testing/render-screen.tsx'
import { makeUser } from '../../../testing/users.ts'
import { Login } from './Login.tsx'

const endpoint = 'POST /api/auth/login/'

async function renderLogin(path = '/auth') {
  const { user, ...rest } = await renderScreen(<Login />, { catalogs: ['accounts'], path })
  const email = screen.getByLabelText<HTMLInputElement>('Email')
  const password = screen.getByLabelText<HTMLInputElement>('Password')
  return { user, email, password, ...rest }
}

describe('signing in', () => {
  it('clears an invalid email, says so and sends nothing', async () => {
    const { user, email } = await renderLogin()
    await user.type(email, 'grace{Enter}')
    expect(email.value).toBe('')
    expect(screen.getByText('This is a wrong email', { selector: 'form *' })).toBeTruthy()
    expect(getNotices()).toEqual(['This is a wrong email'])
    expect(document.activeElement).toBe(email)
    expect(receivedRequests).toEqual([])
  })

  it('starts a session', async () => {
    respond(endpoint, {
      access: 'a',
      refresh: 'r',
      user: { ...makeUser('farmer'), required_step: null },
      message: 'Welcome back',
    })
    const { user, email, password } = await renderLogin()
    await user.type(email, ' grace@example.org ')
    await user.type(password, 'Maize-4-ever!{Enter}')
    await screen.findByText('Welcome back')
    expect(receivedRequests.at(-1)?.body).toEqual({ email: 'grace@example.org', password: 'Maize-4-ever!' })
    expect(localStorage.getItem('accessToken')).toBe('a')
  })

  it('keeps the email after a wrong password and moves to the password', async () => {
    respondWithError(endpoint, 'invalid_credentials', { message: 'Wrong email or password.' })
    const { user, email, password } = await renderLogin()
    await user.type(email, 'grace@example.org')
    await user.type(password, 'wrong{Enter}')
    await screen.findByText('Wrong email or password.')
    expect(email.value).toBe('grace@example.org')
    expect(document.activeElement).toBe(password)
  })

  it.each([
    [{}, '/auth/forgot-password'],
    [{ signUpToken: 's' }, '/auth/verify-email'],
    [{ signUpToken: 's', token: 't' }, '/auth/activation'],
  ])('leads an unfinished sign-up with %o to %s', async (stored, path) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
    respondWithError(endpoint, 'account_inactive')
    const { user, email, password } = await renderLogin()
    await user.type(email, 'grace@example.org')
    await user.type(password, 'Maize-4-ever!{Enter}')
    const notice = (await screen.findByText('This account is not active yet')).closest('section, div')
    const links = [...(notice?.parentElement?.querySelectorAll('a') ?? [])].map(link => link.getAttribute('href'))
    expect(links).toContain(path)
  })

  it('says that there is no connection', async () => {
    goOffline()
    const { user, email, password } = await renderLogin()
    await user.type(email, 'grace@example.org')
    await user.type(password, 'Maize-4-ever!{Enter}')
    expect(await screen.findByText(/no connection/i)).toBeTruthy()
  })

  it('says until when a closed account can be kept', async () => {
    await renderLogin('/auth?leaves_at=2026-12-21T09:00:00Z')
    expect(screen.getByText('Your account is closed')).toBeTruthy()
  })
})
