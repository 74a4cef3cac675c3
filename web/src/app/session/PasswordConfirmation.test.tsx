// @vitest-environment happy-dom
import type { ExportStatus } from '@kutu/contract/accounts/own-account'
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { DataExportCard } from '../../features/settings/DataExportCard.tsx'
import { receivedRequests, respond, respondWithError } from '../../testing/api-server.ts'
import { getNotices, renderScreen } from '../../testing/render-screen.tsx'
import { PasswordConfirmation } from './PasswordConfirmation.tsx'

const exportEndpoint = 'POST /api/account/export/'
const confirmEndpoint = 'POST /api/auth/confirm-password'
const none: ExportStatus = { export: null, next_at: null }
const making: ExportStatus = {
  export: {
    state: 'making',
    requested_at: '2026-11-21T09:00:00Z',
    ready_at: null,
    expires_at: null,
    bytes: null,
    photos: null,
    photos_left_out: null,
  },
  next_at: '2026-11-22T09:00:00Z',
}

async function requestExport() {
  respond('GET /api/account/export/', none)
  respondWithError(exportEndpoint, 'password_confirmation_required', { message: 'Please confirm your password first.' })
  const { user } = await renderScreen(
    <>
      <DataExportCard />
      <PasswordConfirmation />
    </>,
    { user: 'farmer', catalogs: ['settings'] },
  )
  await user.click(await screen.findByRole('button', { name: 'Prepare my data' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
  return { user, dialog, password: await dialog.findByLabelText('Your password') }
}
const sentEndpoints = () => receivedRequests.map(({ endpoint }) => endpoint).filter(name => name.startsWith('POST'))

describe('a call that needs the password again', () => {
  it('asks for it, and repeats the call after a correct one', async () => {
    const { user, dialog, password } = await requestExport()
    respond(confirmEndpoint, { confirmed_until: '2026-11-21T09:15:00Z' })
    respond(exportEndpoint, making)
    respond('GET /api/account/export/', making)
    await user.type(password, 'Maize-4-ever!')
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await screen.findByText(/are preparing your file/)).toBeTruthy()
    expect(sentEndpoints()).toEqual([exportEndpoint, confirmEndpoint, exportEndpoint])
    expect(receivedRequests.find(({ endpoint }) => endpoint === confirmEndpoint)?.body).toEqual({
      password: 'Maize-4-ever!',
    })
    expect(getNotices()).toEqual([])
  })

  it('stays open with the message at the field after a wrong one', async () => {
    const { user, dialog, password } = await requestExport()
    respondWithError(confirmEndpoint, 'wrong_password', {
      errors: [{ field: 'password', message: 'Wrong password.' }],
    })
    await user.type(password, 'wrong')
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    expect((await dialog.findByRole('alert')).textContent).toBe('Wrong password.')
    expect(sentEndpoints()).toEqual([exportEndpoint, confirmEndpoint])
  })

  it('fails without being repeated when the dialog is cancelled', async () => {
    const { user, dialog } = await requestExport()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await vi.waitFor(() => expect(getNotices()).toEqual(['Please confirm your password first.']))
    expect(sentEndpoints()).toEqual([exportEndpoint])
  })

  it('sends nothing for an empty password', async () => {
    const { user, dialog } = await requestExport()
    await user.click(dialog.getByRole('button', { name: 'Continue' }))
    expect(await dialog.findByRole('alert')).toBeTruthy()
    expect(sentEndpoints()).toEqual([exportEndpoint])
  })
})
