// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { receivedRequests, respond, respondWithError } from '../../testing/api-server.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { DeleteAccountCard } from './Settings.tsx'

const preview = { days: 30, ends: { bookings: 2, appointments: 0, slots: 0 } }

async function openDialog() {
  respond('GET /api/account/deletion/', preview)
  const { user } = await renderScreen(<DeleteAccountCard />, { user: 'farmer', catalogs: ['settings'] })
  await user.click(screen.getByRole('button'))
  const dialog = within(await screen.findByRole('dialog'))
  return { user, dialog, password: await dialog.findByLabelText('Your password') }
}

describe('deleting the account', () => {
  it('needs the password before anything is sent', async () => {
    const { user, dialog } = await openDialog()
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }))
    expect(await dialog.findByRole('alert')).toBeTruthy()
    expect(receivedRequests.map(({ endpoint }) => endpoint)).toEqual(['GET /api/account/deletion/'])
  })

  it('shows a wrong password at its field and keeps the session', async () => {
    const { user, dialog, password } = await openDialog()
    respondWithError('POST /api/account/deletion/', 'wrong_password', {
      errors: [{ field: 'password', message: 'This is not your password.' }],
    })
    await user.type(password, 'wrong{Enter}')
    expect((await dialog.findByRole('alert')).textContent).toBe('This is not your password.')
    expect(localStorage.getItem('accessToken')).not.toBeNull()
  })

  it('ends the session and goes to the sign-in page with the date of deletion', async () => {
    const { user, password } = await openDialog()
    const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined)
    respond('POST /api/account/deletion/', { message: 'Done', leaves_at: '2026-12-21T09:00:00Z' })
    await user.type(password, 'Maize-4-ever!{Enter}')
    await vi.waitFor(() => expect(replace).toHaveBeenCalledWith('/auth?leaves_at=2026-12-21T09%3A00%3A00Z'))
    expect(receivedRequests.at(-1)?.body).toEqual({ password: 'Maize-4-ever!' })
    expect(localStorage.getItem('accessToken')).toBeNull()
  })
})
