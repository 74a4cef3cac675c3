// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { goOffline, receivedRequests, respond, respondWithError } from '../../../testing/api-server.ts'
import { getNotices, renderScreen } from '../../../testing/render-screen.tsx'
import { makeUser } from '../../../testing/users.ts'
import { CompleteProfile } from './CompleteProfile.tsx'

const submitName = 'Complete Profile'
const render = () =>
  renderScreen(<CompleteProfile user={makeUser('farmer')} />, { user: 'farmer', catalogs: ['accounts', 'profile'] })
function respondWithLists() {
  respond('GET /api/auth/customer-types', { data: [{ id: 'farmer', name: 'Farmer' }] })
  respond('GET /api/auth/countries', { data: [{ id: 'UG', name: 'Uganda' }] })
}

describe('completing a profile', () => {
  it('requires every field but the middle name', async () => {
    respondWithLists()
    const { user } = await render()
    await user.click(screen.getByRole('button', { name: submitName }))
    const invalid = await screen.findAllByRole('alert')
    expect(invalid).toHaveLength(8)
    expect(screen.getByLabelText(/^Middle name/).getAttribute('aria-invalid')).toBeNull()
    expect(receivedRequests.some(({ endpoint }) => endpoint.startsWith('POST'))).toBe(false)
  })

  it('offers to load the lists again when they failed', async () => {
    respondWithError('GET /api/auth/customer-types', 'internal')
    respond('GET /api/auth/countries', { data: [{ id: 'UG', name: 'Uganda' }] })
    const { user } = await render()
    const retry = await screen.findByRole('button', { name: 'Try again' })
    respondWithLists()
    await user.click(retry)
    await expect.poll(() => screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('offers to load the lists again when there is no connection', async () => {
    goOffline()
    await render()
    expect(await screen.findAllByRole('button', { name: 'Try again' })).toHaveLength(2)
  })

  it('saves the details and stores the new record', async () => {
    respondWithLists()
    respond('POST /api/auth/complete-profile', { message: 'Your profile is complete.', data: makeUser('farmer') })
    const { user } = await render()
    const select = async (name: string, option: string) => {
      await user.click(screen.getByRole('combobox', { name }))
      await user.click(await screen.findByRole('option', { name: option }))
    }
    const texts = {
      'Last name': 'Nafula',
      'ID number': 'CF90012345',
      Occupation: 'Farmer',
      'Organisation name': 'Mbale Growers',
      'Physical address': 'Mbale',
    }
    for (const [label, text] of Object.entries(texts)) await user.type(screen.getByLabelText(label), text)
    await user.type(screen.getByLabelText('Date of birth'), '1990-04-12')
    await select('Gender', 'Female')
    await select('Nationality', 'Uganda')
    await select('Customer type', 'Farmer')
    await user.click(screen.getByRole('button', { name: submitName }))
    await expect.poll(getNotices).toEqual(['Your profile is complete.'])
    expect(receivedRequests.at(-1)?.body).toMatchObject({
      firstName: 'Grace',
      gender: 'FEMALE',
      dob: '1990-04-12',
      nationality: 'UG',
      customerTypeId: 'farmer',
    })
  })
})
