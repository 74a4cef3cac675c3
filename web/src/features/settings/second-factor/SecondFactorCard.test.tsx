// @vitest-environment happy-dom
import type { SecondFactor } from '@kutu/contract/accounts/second-factor'
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { receivedRequests, respond, respondWithError } from '../../../testing/api-server.ts'
import { getNotices, renderScreen } from '../../../testing/render-screen.tsx'
import { describeScreenStates } from '../../../testing/screen-states.tsx'
import { SecondFactorCard } from './SecondFactorCard.tsx'

const list = 'GET /api/account/second-factors/'
const options = { user: 'farmer', catalogs: ['settings', 'security'] } as const
const phone: SecondFactor = {
  id: '11111111-1111-7111-8111-111111111111',
  kind: 'totp',
  name: 'Old phone',
  created_at: '2026-11-01T08:00:00Z',
  last_used_at: '2026-11-20T08:00:00Z',
}
const key: SecondFactor = {
  ...phone,
  id: '22222222-2222-7222-8222-222222222222',
  kind: 'passkey',
  name: 'Blue key',
  last_used_at: null,
}
const recoveryCodes = Array.from({ length: 10 }, (_, n) => `AAAAA${n}-BBBBBB-CCCCCC-DDDDDD`)

describeScreenStates('two-step sign-in', {
  element: <SecondFactorCard />,
  options,
  endpoint: list,
  empty: { reply: { factors: [], recovery_codes_left: 0 }, text: 'Two-step sign-in is off.' },
  filled: { reply: { factors: [phone], recovery_codes_left: 1 }, text: '1 recovery code left' },
})

async function renderCard(...factors: SecondFactor[]) {
  respond(list, { factors, recovery_codes_left: factors.length > 0 ? 10 : 0 })
  const rendered = await renderScreen(<SecondFactorCard />, options)
  await screen.findByText(factors.length > 0 ? 'Two-step sign-in is on.' : 'Two-step sign-in is off.')
  return rendered
}
const findDialog = async () => within(await screen.findByRole('dialog'))
const bodyOf = (endpoint: string) => receivedRequests.find(each => each.endpoint === endpoint)?.body

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'credentials')
})

it('lists factors with their names and dates', async () => {
  await renderCard(phone, key)
  const items = screen.getAllByRole('listitem')
  expect(items[0]?.textContent).toMatch(/Old phoneAdded .*Nov.*Last used .*Nov/)
  expect(items[1]?.textContent).toMatch(/Blue keyAdded .*Not used yet/)
  expect(screen.getByText('10 recovery codes left')).toBeTruthy()
})

describe('adding an authenticator app', () => {
  const start = 'POST /api/account/second-factors/totp/'
  const confirm = 'POST /api/account/second-factors/totp/confirm/'
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const setup = {
    setup: 'setup-token',
    secret,
    uri: `otpauth://totp/Kutu:farmer%40example.org?secret=${secret}&issuer=Kutu`,
    expires_at: '2026-11-21T09:15:00Z',
  }

  it('asks for the password, shows QR code and key, and then the recovery codes once', async () => {
    respond(start, setup)
    respond(confirm, { factor: phone, recovery_codes: recoveryCodes })
    const { user } = await renderCard()
    await user.click(screen.getByRole('button', { name: 'Add an authenticator app' }))
    const dialog = await findDialog()
    await user.type(dialog.getByLabelText('Your password'), 'Maize-4-ever!{Enter}')
    const qrCode = await dialog.findByRole('img', { name: 'QR code for your authenticator app' })
    expect(qrCode.querySelector('path')?.getAttribute('d')).toMatch(/^M4 4h1v1h-1z/)
    const link = dialog.getByRole('link', { name: 'Open the app on this phone' })
    expect(link.getAttribute('href')).toBe(setup.uri)
    expect(dialog.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeTruthy()
    await user.type(dialog.getByLabelText('Code from the app'), '123456')
    await user.click(dialog.getByRole('button', { name: 'Confirm' }))
    for (const code of recoveryCodes) expect(await dialog.findByText(code)).toBeTruthy()
    expect(bodyOf(start)).toEqual({ password: 'Maize-4-ever!' })
    expect(bodyOf(confirm)).toEqual({ setup: 'setup-token', code: '123456', name: 'My phone' })
    await user.click(dialog.getByRole('button', { name: 'Copy' }))
    expect(await navigator.clipboard.readText()).toContain(recoveryCodes.join('\n'))
    await user.click(dialog.getByRole('button', { name: 'I have saved them' }))
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByText(recoveryCodes[0] ?? '')).toBeNull()
  })

  it('shows a wrong password and a wrong code at their fields', async () => {
    respondWithError(start, 'wrong_password', { message: 'Wrong password.' })
    const { user } = await renderCard()
    await user.click(screen.getByRole('button', { name: 'Add an authenticator app' }))
    const dialog = await findDialog()
    await user.type(dialog.getByLabelText('Your password'), 'wrong{Enter}')
    expect(await dialog.findByText('Wrong password.')).toBeTruthy()
    respond(start, setup)
    respondWithError(confirm, 'code_invalid', { message: 'This code is not right.' })
    await user.type(dialog.getByLabelText('Your password'), '{Enter}')
    await user.type(await dialog.findByLabelText('Code from the app'), '123456')
    await user.click(dialog.getByRole('button', { name: 'Confirm' }))
    expect(await dialog.findByText('This code is not right.')).toBeTruthy()
  })
})

describe('adding a passkey', () => {
  const start = 'POST /api/account/second-factors/passkeys/'

  it('is not offered by a browser without passkeys', async () => {
    await renderCard()
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  })

  it('says in plain words when the browser created none', async () => {
    vi.stubGlobal('PublicKeyCredential', () => undefined)
    const create = () => Promise.reject(new DOMException('Not allowed.', 'NotAllowedError'))
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create } })
    const rp = { id: 'localhost', name: 'Kutu' }
    const user = { id: 'AAAA', name: 'grace', displayName: 'grace' }
    respond(start, {
      setup: 'setup-token',
      options: { challenge: 'AAAA', rp, user, pubKeyCredParams: [] },
      expires_at: '2026-11-21T09:15:00Z',
    })
    const rendered = await renderCard()
    await rendered.user.click(screen.getByRole('button', { name: 'Add a passkey' }))
    const dialog = await findDialog()
    await rendered.user.type(dialog.getByLabelText('Your password'), 'Maize-4-ever!')
    await rendered.user.click(dialog.getByRole('button', { name: 'Continue' }))
    await expect.poll(getNotices).toEqual(['The passkey did not work. Please try again.'])
    expect(dialog.getByLabelText('Your password')).toBeTruthy()
  })
})

describe('removing a factor', () => {
  const remove = 'POST /api/account/second-factors/{id}/remove/'

  it('asks for the password and says that the last one leaves only the password', async () => {
    respond(remove, { factors: [], recovery_codes_left: 0 })
    const { user } = await renderCard(phone)
    await user.click(screen.getByRole('button', { name: 'Remove Old phone' }))
    const dialog = await findDialog()
    expect(dialog.getByText('Your password alone will then be enough to sign in.')).toBeTruthy()
    await user.type(dialog.getByLabelText('Your password'), 'Maize-4-ever!{Enter}')
    await expect.poll(getNotices).toEqual(['“Old phone” was removed.'])
    const request = receivedRequests.find(({ endpoint }) => endpoint === remove)
    expect([request?.params.id, request?.body]).toEqual([phone.id, { password: 'Maize-4-ever!' }])
  })
})

it('new recovery codes are shown once, after the password', async () => {
  respond('POST /api/account/recovery-codes/', { recovery_codes: recoveryCodes })
  const { user } = await renderCard(phone)
  await user.click(screen.getByRole('button', { name: 'New recovery codes' }))
  const dialog = await findDialog()
  await user.type(dialog.getByLabelText('Your password'), 'Maize-4-ever!{Enter}')
  expect(await dialog.findByText(recoveryCodes[9] ?? '')).toBeTruthy()
})
