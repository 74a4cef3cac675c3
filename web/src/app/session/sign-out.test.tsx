// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { listItems, removeAbandonedItems } from '../../api/outbox/outbox-store.ts'
import { sendOutbox } from '../../api/outbox/send-outbox.ts'
import { eraseAccountData } from '../../api/session/private-data.ts'
import { neverRespond, receivedRequests, respond } from '../../testing/api-server.ts'
import { fillOutbox, makeOutboxItem } from '../../testing/fixtures/outbox.ts'
import '../../testing/device-storage.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { makeUser } from '../../testing/users.ts'
import { startOutboxSync } from '../outbox/outbox-sync.ts'
import { useSignOut } from './use-sign-out.tsx'

const endpoint = 'POST /api/auth/sign-out'
const farmer = makeUser('farmer').id
const expert = makeUser('expert').id

function LogoutButton() {
  const { start, dialog } = useSignOut()
  return (
    <>
      <button type="button" onClick={start}>
        Logout
      </button>
      {dialog}
    </>
  )
}

async function logOut() {
  respond(endpoint, undefined)
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined)
  const { user } = await renderScreen(<LogoutButton />, { user: 'farmer', path: '/account' })
  await user.click(screen.getByRole('button', { name: 'Logout' }))
  return { user, expectSignedOut: () => vi.waitFor(() => expect(replace).toHaveBeenCalledWith('/auth')) }
}
const countItems = async (ownerId: string) => (await listItems(ownerId)).length

describe('logging out', () => {
  it('erases the session, drafts and codes, and keeps the settings of the device', async () => {
    localStorage.setItem('textSize', 'large')
    sessionStorage.setItem(`postDraft:${farmer}`, '{"title":"Brown spots"}')
    sessionStorage.setItem('verificationCode', '0042')
    const { expectSignedOut } = await logOut()
    await expectSignedOut()
    expect(receivedRequests.at(-1)?.endpoint).toBe(endpoint)
    expect({ ...localStorage }).toEqual({ textSize: 'large' })
    expect(Object.keys(sessionStorage)).toEqual([])
  })

  it('asks about photos that were not sent, and can keep them for the account', async () => {
    await fillOutbox(makeOutboxItem(), makeOutboxItem({ key: 'other', ownerId: expert }))
    const { user, expectSignedOut } = await logOut()
    const dialog = within(await screen.findByRole('dialog', { name: '1 thing is not sent yet' }))
    expect(receivedRequests).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Keep and log out' }))
    await expectSignedOut()
    expect([await countItems(farmer), await countItems(expert)]).toEqual([1, 1])
  })

  it('can delete them, and never touches those of another account', async () => {
    await fillOutbox(makeOutboxItem(), makeOutboxItem({ key: 'other', ownerId: expert }))
    const { user, expectSignedOut } = await logOut()
    await user.click(await screen.findByRole('button', { name: 'Delete and log out' }))
    await expectSignedOut()
    expect([await countItems(farmer), await countItems(expert)]).toEqual([0, 1])
  })

  it('stays signed in when the dialog is closed', async () => {
    await fillOutbox(makeOutboxItem())
    const { user } = await logOut()
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    expect(receivedRequests).toEqual([])
    expect(localStorage.getItem('accessToken')).not.toBeNull()
  })

  it('deletes a photo whose answer the server has, without a question', async () => {
    const state = { kind: 'differs', analysisId: 'a', rustClass: 'healthy' } as const
    await fillOutbox(makeOutboxItem({ state }))
    const { expectSignedOut } = await logOut()
    await expectSignedOut()
    expect(await countItems(farmer)).toBe(0)
  })
})

describe('the outbox of a shared device', () => {
  it('is neither shown nor sent while another account is signed in', async () => {
    await fillOutbox(makeOutboxItem({ ownerId: expert }))
    await renderScreen(<LogoutButton />, { user: 'farmer' })
    expect(await sendOutbox(new QueryClient())).toBe('done')
    expect(receivedRequests).toEqual([])
    expect([await countItems(farmer), await countItems(expert)]).toEqual([0, 1])
  })

  it('is deleted with the account of its owner, and only that', async () => {
    await renderScreen(<LogoutButton />, { user: 'farmer' })
    neverRespond('POST /analysis/rust-detection/')
    neverRespond('GET /analysis/active-model/')
    await fillOutbox(makeOutboxItem({ state: { kind: 'refused', message: 'No leaf.' } }))
    await fillOutbox(makeOutboxItem({ key: 'other', ownerId: expert }))
    const stop = startOutboxSync(new QueryClient())
    await eraseAccountData(farmer)
    stop()
    expect([await countItems(farmer), await countItems(expert)]).toEqual([0, 1])
  })

  it('loses photos of other accounts after two months, and keeps those of the user', async () => {
    const createdAt = '2026-09-01T08:00:00.000Z'
    await fillOutbox(makeOutboxItem({ createdAt }), makeOutboxItem({ key: 'other', ownerId: expert, createdAt }))
    await fillOutbox(makeOutboxItem({ key: 'newer', ownerId: expert, createdAt: '2026-09-30T08:00:00.000Z' }))
    await removeAbandonedItems(farmer, new Date('2026-11-21T09:00:00Z'))
    expect((await listItems(expert)).map(({ key }) => key)).toEqual(['newer'])
    expect(await countItems(farmer)).toBe(1)
  })
})
