// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { receivedRequests, respond, respondWithError } from '../../../testing/api-server.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { makeUser } from '../../../testing/users.ts'
import { Activation } from './Activation.tsx'
import { forgetSignUpPassword, getSignUpPassword, rememberSignUpPassword } from './sign-up-password.ts'
import { VerifyEmail } from './VerifyEmail.tsx'

const verify = 'POST /api/auth/verify/email'
const activate = 'POST /api/auth/activate-account'

const renderVerify = (path = '/auth/verify-email') =>
  renderScreen(<VerifyEmail />, { catalogs: ['accounts'], path, route: '/auth/verify-email' })
const renderActivation = () =>
  renderScreen(<Activation />, { catalogs: ['accounts'], path: '/auth/activation', route: '/auth/activation' })

describe('verifying an email', () => {
  it('asks for the code and for a token before anything is sent', async () => {
    const { user } = await renderVerify()
    const button = screen.getByRole('button', { name: 'Verify' })
    await user.click(button)
    expect(await screen.findByText('Please enter the verification code.')).toBeTruthy()
    await user.type(screen.getByLabelText('Verification code'), '1234')
    await user.click(button)
    expect(await screen.findByText('Verification token is missing!')).toBeTruthy()
    expect(receivedRequests).toEqual([])
  })

  it('submits a link with token and code by itself and continues to activation', async () => {
    respond(verify, { message: 'Done', data: { token: 'activation-token' } })
    const { getPath } = await renderVerify('/auth/verify-email?token=abc&verificationToken=1234')
    await expect.poll(getPath).toBe('/auth/activation')
    expect(receivedRequests.map(({ body }) => body)).toEqual([{ token: 'abc', verificationCode: '1234' }])
    expect(localStorage.getItem('token')).toBe('activation-token')
  })

  it('gets the password from the tab of the sign-up, which the link has left in the background', async () => {
    const otherTab = new BroadcastChannel('sign-up')
    const requests: unknown[] = []
    otherTab.addEventListener('message', ({ data }) => {
      requests.push(data)
      otherTab.postMessage({ token: 'other', password: 'Of-somebody-1' })
      otherTab.postMessage({ token: 'abc', password: 'Maize-4-ever!' })
    })
    respond(verify, { message: 'Done', data: { token: 'activation-token' } })
    const { getPath } = await renderVerify('/auth/verify-email?token=abc&verificationToken=1234')
    await expect.poll(getPath).toBe('/auth/activation')
    expect(requests).toEqual([{ token: 'abc' }])
    expect(getSignUpPassword()).toBe('Maize-4-ever!')
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('Maize')
    otherTab.close()
    forgetSignUpPassword()
  })

  it('removes token and code of a link from the address bar and the history', async () => {
    respondWithError(verify, 'code_expired', { message: 'This code is too old.' })
    const { getPath } = await renderVerify('/auth/verify-email?token=abc&verificationToken=1234')
    expect(await screen.findByText('This code is too old.', { selector: 'form [role=alert]' })).toBeTruthy()
    expect(getPath()).toBe('/auth/verify-email')
  })

  it('shows a wrong code at its field', async () => {
    localStorage.setItem('signUpToken', 'abc')
    respondWithError(verify, 'code_invalid', { message: 'This code is wrong.' })
    const { user } = await renderVerify()
    await user.type(screen.getByLabelText('Verification code'), '1234{Enter}')
    expect(await screen.findByText('This code is wrong.', { selector: 'form [role=alert]' })).toBeTruthy()
  })

  it('sends a new code, which replaces the old token', async () => {
    localStorage.setItem('signUpToken', 'old')
    respond('POST /api/auth/resend-otp', { message: 'We have sent a new code.', data: 'new' })
    const { user } = await renderVerify()
    await user.click(screen.getByRole('button', { name: 'Resend OTP' }))
    expect(await screen.findByText('We have sent a new code.')).toBeTruthy()
    expect(localStorage.getItem('signUpToken')).toBe('new')
    expect(document.activeElement).toBe(screen.getByLabelText('Verification code'))
  })
})

describe('activating an account', () => {
  it('starts at the password when the code is already verified', async () => {
    sessionStorage.setItem('verificationCode', '1234')
    await renderActivation()
    expect(screen.getByLabelText<HTMLInputElement>('One-time code').value).toBe('1234')
    expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  })

  it('keeps both passwords when they differ, and activates once they match', async () => {
    sessionStorage.setItem('verificationCode', '1234')
    localStorage.setItem('token', 'activation-token')
    respond(activate, { message: 'Your account is active.' })
    const { user, getPath } = await renderActivation()
    const password = screen.getByLabelText<HTMLInputElement>('Password')
    const confirmation = screen.getByLabelText<HTMLInputElement>('Confirm password')
    await user.type(password, 'Maize-4-ever!')
    await user.type(confirmation, 'other{Enter}')
    expect(await screen.findByText('Password mismatch')).toBeTruthy()
    expect(password.value).toBe('Maize-4-ever!')
    await user.clear(confirmation)
    await user.type(confirmation, 'Maize-4-ever!{Enter}')
    await expect.poll(getPath).toBe('/')
    expect(receivedRequests.at(-1)?.body).toMatchObject({ otp: '1234', token: 'activation-token' })
    expect(localStorage.getItem('token')).toBeNull()
  })

  it('signs in with the session of the reply', async () => {
    sessionStorage.setItem('verificationCode', '1234')
    localStorage.setItem('token', 'activation-token')
    const user = { ...makeUser('farmer'), required_step: null }
    respond(activate, { message: 'Welcome to Kutu.', session: { access: 'access', refresh: 'refresh', user } })
    const { user: person } = await renderActivation()
    await person.type(screen.getByLabelText('Password'), 'Maize-4-ever!')
    await person.click(screen.getByRole('button', { name: 'Use the same password' }))
    await person.click(screen.getByRole('button', { name: 'Activate' }))
    await expect.poll(() => localStorage.getItem('accessToken')).toBe('access')
    expect(receivedRequests.at(-1)?.body).toMatchObject({ confirmPassword: 'Maize-4-ever!', start_session: true })
    expect(localStorage.getItem('signUpToken')).toBeNull()
  })

  it('needs one press after a sign-up in this page, and forgets the password then', async () => {
    rememberSignUpPassword('Maize-4-ever!', 'sign-up-token')
    sessionStorage.setItem('verificationCode', '1234')
    localStorage.setItem('token', 'activation-token')
    respond(activate, { message: 'Your account is active.' })
    const { user, getPath } = await renderActivation()
    await user.click(screen.getByRole('button', { name: 'Activate' }))
    await expect.poll(getPath).toBe('/')
    const password = 'Maize-4-ever!'
    expect(receivedRequests.at(-1)?.body).toMatchObject({ otp: '1234', password, confirmPassword: password })
    expect(getSignUpPassword()).toBe('')
    for (const storage of [localStorage, sessionStorage]) expect(JSON.stringify(storage)).not.toContain(password)
  })

  it('reports a missing code, a weak password and a missing token with the specified sentences', async () => {
    const { user } = await renderActivation()
    const button = screen.getByRole('button', { name: 'Activate' })
    await user.click(button)
    expect(await screen.findByText('Type in the OTP')).toBeTruthy()
    const code = screen.getByLabelText<HTMLInputElement>('One-time code')
    await user.type(code, 'a1b2c3d4e5')
    expect(code.value).toBe('1234')
    const inputs = [screen.getByLabelText('Password'), screen.getByLabelText('Confirm password')]
    for (const input of inputs) await user.type(input, 'maize1')
    await user.click(button)
    expect(await screen.findByText('Password is Weak')).toBeTruthy()
    for (const input of inputs) {
      await user.clear(input)
      await user.type(input, 'Maize-4-ever!')
    }
    await user.click(button)
    const message = 'Base64 token was not saved, check your email to retrieve it or contact support'
    expect(await screen.findByText(message)).toBeTruthy()
    expect(receivedRequests).toEqual([])
  })

  it('leads to a new code when the old one is too old', async () => {
    localStorage.setItem('token', 'activation-token')
    respondWithError(activate, 'code_expired', { message: 'This code is too old.' })
    const { user } = await renderActivation()
    await user.type(screen.getByLabelText('One-time code'), '1234')
    await user.type(screen.getByLabelText('Password'), 'Maize-4-ever!')
    await user.type(screen.getByLabelText('Confirm password'), 'Maize-4-ever!{Enter}')
    const link = await screen.findByRole('link', { name: 'Ask for a new code' })
    expect(link.getAttribute('href')).toBe('/auth/verify-email')
  })
})
