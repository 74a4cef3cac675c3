// @vitest-environment happy-dom
import type { SignInChallenge } from '@kutu/contract/accounts/sign-in-challenge'
import { errorStatus } from '@kutu/contract/errors'
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { receivedRequests, respond, respondWithError } from '../../../testing/api-server.ts'
import { getNotices, renderScreen } from '../../../testing/render-screen.tsx'
import { makeUser } from '../../../testing/users.ts'
import { Login } from './Login.tsx'

const login = 'POST /api/auth/login/'
const complete = 'POST /api/auth/login/second-factor/'
const session = { access: 'a', refresh: 'r', user: { ...makeUser('farmer'), required_step: null } }

const makeChallenge = (...methods: SignInChallenge['methods']): SignInChallenge => ({
  token: 'challenge-token',
  expires_at: '2026-11-21T09:10:00Z',
  methods,
  passkey_options: methods.includes('passkey') ? { challenge: 'AAAA', rpId: 'localhost', allowCredentials: [] } : null,
})

/** Makes the browser one that has passkeys; `get` answers its dialog. */
function stubPasskeys(get: () => Promise<unknown>) {
  vi.stubGlobal('PublicKeyCredential', () => undefined)
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } })
}
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'credentials')
})

/** Signs in with the correct password of an account with these methods. */
async function openStep(...methods: SignInChallenge['methods']) {
  respondWithError(login, 'second_factor_required', { challenge: makeChallenge(...methods) })
  const rendered = await renderScreen(<Login />, { catalogs: ['accounts'], path: '/auth' })
  await rendered.user.type(screen.getByLabelText('Email'), 'grace@example.org')
  await rendered.user.type(screen.getByLabelText('Password'), 'Maize-4-ever!{Enter}')
  await screen.findByRole('heading', { name: 'Confirm it’s you' })
  return rendered
}

describe('the second step of signing in', () => {
  it('starts a session with the code of the authenticator app', async () => {
    respond(complete, session)
    const { user } = await openStep('totp', 'recovery_code')
    expect(getNotices()).toEqual([])
    const code = screen.getByLabelText('Code from the app')
    await expect.poll(() => document.activeElement).toBe(code)
    await user.type(code, '12345{Enter}')
    expect(await screen.findByText('Enter the 6 digits.')).toBeTruthy()
    await user.type(code, '6{Enter}')
    await expect.poll(() => localStorage.getItem('accessToken')).toBe('a')
    expect(receivedRequests.at(-1)?.body).toEqual({ method: 'totp', challenge: 'challenge-token', code: '123456' })
  })

  it('clears a wrong code and says so at the field', async () => {
    respondWithError(complete, 'code_invalid', { message: 'This code is not right.' })
    const { user } = await openStep('totp')
    const code = screen.getByLabelText<HTMLInputElement>('Code from the app')
    await user.type(code, '123456{Enter}')
    expect(await screen.findByText('This code is not right.', { selector: 'form [role=alert]' })).toBeTruthy()
    expect(code.value).toBe('')
    await expect.poll(() => document.activeElement).toBe(code)
  })

  it('takes a recovery code instead', async () => {
    respond(complete, session)
    const { user } = await openStep('totp', 'recovery_code')
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    await user.type(screen.getByLabelText('Recovery code'), '4KQ7ZD-XXXXXX-XXXXXX-XXXXXX{Enter}')
    await expect.poll(() => localStorage.getItem('accessToken')).toBe('a')
    expect(receivedRequests.at(-1)?.body).toMatchObject({
      method: 'recovery_code',
      code: '4KQ7ZD-XXXXXX-XXXXXX-XXXXXX',
    })
  })

  it('returns to the password when it took too long, and on request', async () => {
    respondWithError(complete, 'challenge_expired', { message: 'This took too long.' })
    const { user } = await openStep('totp')
    await user.type(screen.getByLabelText('Code from the app'), '123456{Enter}')
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
    expect(getNotices()).toEqual(['This took too long.'])
    await user.type(screen.getByLabelText('Email'), 'grace@example.org')
    await user.type(screen.getByLabelText('Password'), 'Maize-4-ever!{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Back to sign in' }))
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('')
  })

  it('says when codes are blocked', async () => {
    expect(errorStatus.second_factor_blocked).toBe(429)
    respondWithError(complete, 'second_factor_blocked', { message: 'Too many wrong codes.' })
    const { user } = await openStep('totp', 'recovery_code')
    await user.type(screen.getByLabelText('Code from the app'), '123456{Enter}')
    await expect.poll(getNotices).toEqual(['Too many wrong codes.'])
  })

  it('starts with the passkey, and says in plain words when it was not used', async () => {
    stubPasskeys(() => Promise.reject(new DOMException('The operation is not allowed.', 'NotAllowedError')))
    const { user } = await openStep('passkey', 'totp', 'recovery_code')
    await user.click(await screen.findByRole('button', { name: 'Use my passkey' }))
    await expect.poll(getNotices).toEqual(['The passkey did not work. Please try again.'])
    expect(receivedRequests.filter(({ endpoint }) => endpoint === complete)).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Use the authenticator app' }))
    expect(screen.getByLabelText('Code from the app')).toBeTruthy()
  })

  it('offers no passkey in a browser without them', async () => {
    await openStep('passkey', 'recovery_code')
    expect(screen.getByLabelText('Recovery code')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull()
  })
})
