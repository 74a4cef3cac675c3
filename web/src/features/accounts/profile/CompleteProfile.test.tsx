// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { goOffline, receivedRequests, respond, respondWithError } from '../../../testing/api-server.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { makeUser } from '../../../testing/users.ts'
import { CompleteProfile } from './CompleteProfile.tsx'

const submitName = 'Complete Profile'
const render = () =>
  renderScreen(<CompleteProfile user={makeUser('farmer')} />, { user: 'farmer', catalogs: ['accounts'] })
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
})
