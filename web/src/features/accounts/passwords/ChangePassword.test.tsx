// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { callApi } from '../../../api/api-client.ts'
import { goOffline, receivedRequests, respond, respondLater, respondWithError } from '../../../testing/api-server.ts'
import { getNotices, renderScreen } from '../../../testing/render-screen.tsx'
import { makeUser } from '../../../testing/users.ts'
import { ChangePassword } from './ChangePassword.tsx'

const endpoint = 'POST /api/auth/change-password'

async function renderForm() {
  const { user } = await renderScreen(<ChangePassword user={makeUser('farmer')} />, {
    user: 'farmer',
    catalogs: ['accounts', 'profile'],
  })
  const getInput = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
  return {
    inputs: [getInput('Old password'), getInput('New password'), getInput('Confirm password')] as const,
    fill: async (...texts: string[]) => {
      for (const [index, label] of ['Old password', 'New password', 'Confirm password'].entries())
        await user.type(getInput(label), texts[index] || '{Backspace}')
      await user.click(screen.getByRole('button', { name: 'Change Password' }))
    },
  }
}

describe('changing the password', () => {
  it('clears both new passwords when they are weak or differ, and keeps the old one', async () => {
    const { fill, inputs } = await renderForm()
    const [oldPassword, newPassword, confirmation] = inputs
    await fill('Maize-4-ever!', 'maize1', 'maize1')
    expect(await screen.findByText('Password is Weak')).toBeTruthy()
    expect([oldPassword.value, newPassword.value, confirmation.value]).toEqual(['Maize-4-ever!', '', ''])
    await fill('', 'Beans-5-ever!', 'Beans-6-ever!')
    expect(await screen.findByText('Password mismatch')).toBeTruthy()
    await expect.poll(() => [newPassword.value, confirmation.value]).toEqual(['', ''])
    expect(receivedRequests).toEqual([])
  })

  it('changes it and clears the form', async () => {
    respond(endpoint, { message: 'Your password is changed.', access: 'new-access', refresh: 'new-refresh' })
    const { fill, inputs } = await renderForm()
    await fill('Maize-4-ever!', 'Beans-5-ever!', 'Beans-5-ever!')
    expect(await screen.findByText('Your password is changed.')).toBeTruthy()
    expect(inputs.map(({ value }) => value)).toEqual(['', '', ''])
    expect(receivedRequests.at(-1)?.body).toEqual({
      oldPassword: 'Maize-4-ever!',
      newPassword: 'Beans-5-ever!',
      confirmPassword: 'Beans-5-ever!',
    })
  })

  it('takes over the new tokens, and a request that fails meanwhile waits for them', async () => {
    const release = respondLater(endpoint, {
      message: 'Your password is changed.',
      access: 'new-access',
      refresh: 'new-refresh',
    })
    const { fill } = await renderForm()
    await fill('Maize-4-ever!', 'Beans-5-ever!', 'Beans-5-ever!')
    await expect.poll(() => receivedRequests.length).toBe(1)
    respondWithError('GET /api/auth/me', 'unauthenticated')
    const fetched = callApi('GET /api/auth/me')
    await expect.poll(() => receivedRequests.length).toBe(2)
    respond('GET /api/auth/me', { ...makeUser('farmer'), required_step: null })
    release()
    expect((await fetched).username).toBe(makeUser('farmer').username)
    expect(receivedRequests.at(-1)?.headers.get('authorization')).toBe('Bearer new-access')
    expect(localStorage.getItem('refreshToken')).toBe('new-refresh')
  })

  it('shows a wrong old password at its field', async () => {
    respondWithError(endpoint, 'wrong_password', { message: 'Wrong password.' })
    const { fill, inputs } = await renderForm()
    await fill('wrong', 'Beans-5-ever!', 'Beans-5-ever!')
    expect(await screen.findByText('Wrong password.', { selector: 'form [role=alert]' })).toBeTruthy()
    expect(document.activeElement).toBe(inputs[0])
  })

  it('keeps the passwords when there is no connection', async () => {
    goOffline()
    const { fill, inputs } = await renderForm()
    await fill('Maize-4-ever!', 'Beans-5-ever!', 'Beans-5-ever!')
    await expect.poll(getNotices).toEqual(['There is no connection. Check the network and try again.'])
    expect(inputs[1].value).toBe('Beans-5-ever!')
  })
})
