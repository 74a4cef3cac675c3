// @vitest-environment happy-dom
import type { ApiKey } from '@kutu/contract/api-keys'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { receivedRequests, respond, respondWithError } from '../../testing/api-server.ts'
import { getNotices, renderScreen } from '../../testing/render-screen.tsx'
import { describeScreenStates, makeListPage } from '../../testing/screen-states.tsx'
import { ApiKeys } from './ApiKeys.tsx'

const list = 'GET /api/admin/api-keys/'
const create = 'POST /api/admin/api-keys/'
const revoke = 'POST /api/admin/api-keys/{id}/revoke/'
const options = { user: 'admin', catalogs: ['admin'], path: '/account/api-keys' } as const
const person = { id: '99999999-9999-7999-8999-999999999999', username: 'achieng' }
const ministry: ApiKey = {
  id: '11111111-1111-7111-8111-111111111111',
  public_id: 'kutu_3f2a91c0d7e4',
  name: 'Ministry of Agriculture: dashboard',
  contact: 'data@example.org',
  scopes: ['counts', 'warnings'],
  countries: ['UG', 'KE'],
  created_at: '2026-10-01T08:00:00Z',
  created_by: person,
  expires_at: '2027-10-01T08:00:00Z',
  revoked_at: null,
  revoked_by: null,
  last_used_at: '2026-11-20T06:00:00Z',
}
const key = `${ministry.public_id}_${'ab'.repeat(32)}`

describeScreenStates('the API keys', {
  element: <ApiKeys />,
  options,
  endpoint: list,
  empty: { reply: makeListPage(), text: 'No key is valid' },
  filled: { reply: makeListPage(ministry), text: ministry.name },
})

describe('a key', () => {
  it('shows who uses it, what it reads, and when it was last used', async () => {
    respond(list, makeListPage(ministry))
    await renderScreen(<ApiKeys />, options)
    expect(await screen.findByText('kutu_3f2a91c0d7e4…')).toBeTruthy()
    for (const text of ['Weekly counts, Confirmed warnings', 'Uganda, Kenya', 'data@example.org'])
      expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByText(/^20 Nov 2026/)).toBeTruthy()
  })

  it('is marked when it ends soon, and when it has ended it cannot be revoked', async () => {
    respond(
      list,
      makeListPage(
        { ...ministry, expires_at: '2026-11-30T08:00:00Z' },
        { ...ministry, id: '2', expires_at: '2026-11-01T08:00:00Z' },
        { ...ministry, id: '3', revoked_at: '2026-11-02T08:00:00Z', revoked_by: person },
      ),
    )
    await renderScreen(<ApiKeys />, options)
    const [soon, expired, revoked] = (await screen.findAllByRole('article')).map(card => within(card))
    expect(soon?.getByText('Ends soon')).toBeTruthy()
    expect(expired?.getByText('Expired')).toBeTruthy()
    expect(revoked?.getByText('2 Nov 2026, by achieng')).toBeTruthy()
    expect([soon, expired, revoked].map(card => card?.queryByRole('button') !== null)).toEqual([true, false, false])
  })

  it('is revoked after a question', async () => {
    respond(list, makeListPage(ministry))
    respond(revoke, { ...ministry, revoked_at: '2026-11-21T09:00:00Z', revoked_by: person })
    const { user } = await renderScreen(<ApiKeys />, options)
    await user.click(await screen.findByRole('button', { name: `Revoke the key of ${ministry.name}` }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('Programs that use it stop at once. This cannot be undone.')).toBeTruthy()
    expect(receivedRequests.some(({ endpoint }) => endpoint === revoke)).toBe(false)
    await user.click(dialog.getByRole('button', { name: 'Revoke' }))
    await expect.poll(getNotices).toEqual(['The key has been revoked'])
    expect(receivedRequests.find(({ endpoint }) => endpoint === revoke)?.params.id).toBe(ministry.id)
  })
})

describe('a new key', () => {
  async function openDialog() {
    respond(list, makeListPage())
    const { user, client } = await renderScreen(<ApiKeys />, options)
    await user.click(await screen.findByRole('button', { name: 'New key' }))
    return { user, client, dialog: within(await screen.findByRole('dialog')) }
  }

  it('needs a name, a contact, something to read and, if not every country, some of them', async () => {
    const { user, dialog } = await openDialog()
    await user.click(dialog.getByRole('checkbox', { name: 'Weekly counts' }))
    await user.click(dialog.getByRole('radio', { name: 'Some countries' }))
    await user.click(dialog.getByRole('button', { name: 'Create the key' }))
    expect((await dialog.findAllByRole('alert')).map(alert => alert.textContent)).toEqual([
      'Fill in this field.',
      'Fill in this field.',
      'Choose what it may read.',
      'Choose at least one country.',
    ])
    expect(receivedRequests.some(({ endpoint }) => endpoint === create)).toBe(false)
  })

  it('is shown once to be copied, and is nowhere after that', async () => {
    respond(create, { ...ministry, last_used_at: null, key })
    const { user, client, dialog } = await openDialog()
    await user.type(dialog.getByLabelText(/^Who uses it/), 'Ministry of Agriculture: dashboard')
    await user.type(dialog.getByLabelText('Email of a contact'), 'data@example.org')
    await user.click(dialog.getByRole('checkbox', { name: 'Confirmed warnings' }))
    await user.click(dialog.getByRole('radio', { name: 'Some countries' }))
    await user.click(dialog.getByRole('checkbox', { name: 'Uganda' }))
    await user.click(dialog.getByRole('checkbox', { name: 'Kenya' }))
    await user.click(dialog.getByRole('combobox', { name: 'Valid for' }))
    await user.click(dialog.getByRole('option', { name: 'A year' }))
    await user.click(dialog.getByRole('button', { name: 'Create the key' }))

    expect(await screen.findByText(key)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement?.textContent).toBe('Copy this key now')
    expect(receivedRequests.find(({ endpoint }) => endpoint === create)?.body).toEqual({
      name: 'Ministry of Agriculture: dashboard',
      contact: 'data@example.org',
      scopes: ['counts', 'warnings'],
      countries: ['UG', 'KE'],
      days: 365,
    })
    await user.click(screen.getByRole('button', { name: 'Copy the key' }))
    await expect.poll(getNotices).toEqual(['Copied'])
    expect(await navigator.clipboard.readText()).toBe(key)
    await user.click(screen.getByRole('button', { name: 'I have stored it' }))
    expect(screen.queryByText(key)).toBeNull()
    const remembered = JSON.stringify(
      [client.getMutationCache().getAll(), client.getQueryCache().getAll()].flat(1).map(each => each.state),
    )
    expect(remembered).not.toContain(key)
  })

  it('says at the field what the server rejects', async () => {
    const error = { field: 'contact', message: 'Type in an email address.' }
    respondWithError(create, 'validation_failed', { message: error.message, errors: [error] })
    const { user, dialog } = await openDialog()
    await user.type(dialog.getByLabelText(/^Who uses it/), 'Ministry')
    await user.type(dialog.getByLabelText('Email of a contact'), 'nobody')
    await user.click(dialog.getByRole('button', { name: 'Create the key' }))
    expect(await dialog.findByText('Type in an email address.')).toBeTruthy()
  })
})
