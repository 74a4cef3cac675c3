// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { goOffline, receivedRequests, respond, respondWithError } from '../../../testing/api-server.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { makeUser } from '../../../testing/users.ts'
import { FarmerSignUp } from './FarmerSignUp.tsx'

const endpoint = 'POST /api/auth/register/farmer/'
const password = 'Maize-4-ever!'

const registration = {
  message: 'Done',
  token: 'sign-up-token',
  user: makeUser('farmer'),
  profile: { farm_location: 'Mbale', farm_size: 2.5, crop_types: ['BEANS' as const], district: 'UG-mbale' },
}

const render = () =>
  renderScreen(<FarmerSignUp />, { catalogs: ['accounts'], path: '/auth/signup', route: '/auth/signup' })
const submit = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Sign Up' }))

async function paste(user: UserEvent, input: HTMLElement, text: string) {
  await user.click(input)
  await user.paste(text)
}

async function fill(user: UserEvent, { confirmation = password, phone = '0772123456' } = {}) {
  const texts = {
    Email: 'grace@example.org',
    Username: 'grace',
    Password: password,
    'Confirm password': confirmation,
  }
  for (const [label, text] of Object.entries(texts)) await paste(user, screen.getByLabelText(label), text)
  await paste(user, screen.getByLabelText(/^Phone number/), phone)
  await paste(user, screen.getByLabelText(/^Farm location/), 'Mbale')
  await paste(user, screen.getByLabelText(/^Farm size/), '2.5')
  await user.click(screen.getByLabelText('Beans'))
}

describe('the farmer’s sign-up', () => {
  it('names every missing field and focuses the first one', async () => {
    const { user } = await render()
    await submit(user)
    expect(await screen.findByText('Type in your email.')).toBeTruthy()
    for (const message of [
      'Type in a username.',
      'Type in a password.',
      'Type in the password once more.',
      'Type in where the farm is.',
      'Type in the farm size as a number above 0.',
    ])
      expect(screen.getByText(message)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
    expect(receivedRequests).toEqual([])
  })

  it('shows a mismatch until either password is corrected', async () => {
    const { user } = await render()
    await fill(user, { confirmation: 'Maize-5-ever!' })
    await submit(user)
    expect(await screen.findByText('Password mismatch')).toBeTruthy()
    const confirmation = screen.getByLabelText('Confirm password')
    await user.clear(confirmation)
    await paste(user, confirmation, password)
    await expect.poll(() => screen.queryByText('Password mismatch')).toBeNull()
  })

  it('copies the password into its confirmation with one press', async () => {
    const { user } = await render()
    expect(screen.queryByRole('button', { name: 'Use the same password' })).toBeNull()
    await paste(user, screen.getByLabelText('Password'), password)
    await user.click(screen.getByRole('button', { name: 'Use the same password' }))
    expect(screen.getByLabelText<HTMLInputElement>('Confirm password').value).toBe(password)
    expect(screen.queryByRole('button', { name: 'Use the same password' })).toBeNull()
  })

  it('registers, stores the token and continues to Verify Email', async () => {
    respond(endpoint, registration)
    const { user, getPath } = await render()
    await fill(user)
    await submit(user)
    await expect.poll(getPath).toBe('/auth/verify-email')
    expect(receivedRequests.at(-1)?.body).toMatchObject({
      email: 'grace@example.org',
      phone_number: '+256772123456',
      farm_size: 2.5,
      crop_types: ['BEANS'],
      // Mbale is the typed location. Nobody has chosen the district of that name.
      district: '',
    })
    expect(localStorage.getItem('signUpToken')).toBe('sign-up-token')
  })

  it('registers without a phone number, but not with a wrong one', async () => {
    respond(endpoint, registration)
    const { user, getPath } = await render()
    await fill(user, { phone: '12' })
    await submit(user)
    expect(await screen.findByText('This is not a full phone number for the chosen country.')).toBeTruthy()
    expect(receivedRequests).toEqual([])
    await user.clear(screen.getByLabelText(/^Phone number/))
    await submit(user)
    await expect.poll(getPath).toBe('/auth/verify-email')
    expect(receivedRequests.at(-1)?.body).toMatchObject({ phone_number: '' })
  })

  it('clears the country for a calling code of no country, and asks for one', async () => {
    const { user } = await render()
    await fill(user, { phone: '' })
    await paste(user, screen.getByLabelText('Phone number'), '+999123456')
    expect(screen.getByRole('button', { name: 'Country code: Choose country' })).toBeTruthy()
    await submit(user)
    await expect
      .poll(() => screen.getAllByRole('alert').map(({ textContent }) => textContent))
      .toEqual(['Choose country'])
    expect(receivedRequests).toEqual([])
    await user.clear(screen.getByLabelText('Phone number'))
    await paste(user, screen.getByLabelText('Phone number'), '+254712123456')
    expect(await screen.findByRole('button', { name: 'Country code: Kenya +254' })).toBeTruthy()
    expect(screen.queryByText('Choose country')).toBeNull()
  })

  it('shows a taken email at its field and repeats the same registration under the same key', async () => {
    respondWithError(endpoint, 'email_taken', { message: 'This email is taken.' })
    const { user } = await render()
    await fill(user)
    await submit(user)
    expect((await screen.findAllByText('This email is taken.')).length).toBeGreaterThan(0)
    const email = screen.getByLabelText('Email')
    expect(email.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(email)
    await submit(user)
    await expect.poll(() => receivedRequests.length).toBe(2)
    const keys = receivedRequests.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toBeTruthy()
    expect(keys[1]).toBe(keys[0])
  })

  it('keeps everything typed when there is no connection', async () => {
    goOffline()
    const { user } = await render()
    await fill(user)
    await submit(user)
    expect(await screen.findByText(/no connection/i)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('grace')
  })
})
