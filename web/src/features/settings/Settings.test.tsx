// @vitest-environment happy-dom
import type { Device, ExportStatus } from '@kutu/contract/accounts/own-account'
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { getStoredUser } from '../../api/session/session.ts'
import { goOffline, neverRespond, receivedRequests, respond, respondWithError } from '../../testing/api-server.ts'
import { getNotices, renderScreen } from '../../testing/render-screen.tsx'
import { DataExportCard } from './DataExportCard.tsx'
import { DevicesCard } from './DevicesCard.tsx'
import { PhotoConsentCard } from './PhotoConsentCard.tsx'
import { DisplayCard, LanguageCard, SettingsList, TimeZoneCard } from './Settings.tsx'

const options = { user: 'farmer', catalogs: ['settings'] } as const
const makeDevice = (changes: Partial<Device>): Device => ({
  id: '11111111-1111-7111-8111-111111111111',
  browser: 'Firefox',
  system: 'Android',
  signed_in_at: '2026-11-01T08:00:00Z',
  last_used_at: '2026-11-21T08:00:00Z',
  is_this: false,
  ...changes,
})
const makePage = (results: Device[]) => ({ count: results.length, next: null, previous: null, results })
const thisDevice = makeDevice({ id: '22222222-2222-7222-8222-222222222222', browser: 'Chrome', is_this: true })

describe('the list of settings', () => {
  const catalogs = ['accounts', 'settings', 'security', 'notifications'] as const

  it('has a row each, which leads to its section', async () => {
    await renderScreen(<SettingsList />, { user: 'farmer', catalogs })
    expect(screen.getAllByRole('link').map(link => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Password', '#password'],
      ['Two-step sign-in', '#second-factor'],
      ['Devices', '#devices'],
      ['Email', '#email'],
      ['Notifications', '/account/notifications'],
      ['Language, text and time', '#display'],
      ['Your photos in the field guide', '#photos'],
      ['Your data, leaving Kutu', '#data'],
    ])
    expect(receivedRequests).toEqual([])
  })
})

describe('the devices of an account', () => {
  it('show placeholders while they load', async () => {
    neverRespond('GET /api/account/devices/')
    await renderScreen(<DevicesCard />, options)
    expect(screen.getByText('Loading…')).toBeTruthy()
  })

  it('say when they can be loaded when the device is offline', async () => {
    goOffline()
    await renderScreen(<DevicesCard />, options)
    expect(await screen.findByText(/when you have network/i)).toBeTruthy()
  })

  it('name each device and offer to sign out only the others', async () => {
    respond('GET /api/account/devices/', makePage([thisDevice, makeDevice({ browser: null, system: null })]))
    await renderScreen(<DevicesCard />, options)
    expect(await screen.findByText('Chrome on Android')).toBeTruthy()
    expect(screen.getByText('This device')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Sign out: Unknown device' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Chrome/ })).toBeNull()
  })

  it('sign one device out and load the list again', async () => {
    let devices = [thisDevice, makeDevice({})]
    respond('GET /api/account/devices/', () => makePage(devices))
    respond('DELETE /api/account/devices/{id}/', () => {
      devices = [thisDevice]
      return undefined
    })
    const { user } = await renderScreen(<DevicesCard />, options)
    await user.click(await screen.findByRole('button', { name: 'Sign out: Firefox on Android' }))
    await vi.waitFor(() => expect(screen.queryByText('Firefox on Android')).toBeNull())
    expect(getNotices()).toEqual(['Firefox on Android is signed out.'])
  })

  it('sign all other devices out after a confirmation', async () => {
    respond('GET /api/account/devices/', makePage([thisDevice, makeDevice({})]))
    respond('DELETE /api/account/devices/', { ended: 1 })
    const { user } = await renderScreen(<DevicesCard />, options)
    await user.click(await screen.findByRole('button', { name: 'Sign out all other devices' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Sign out all other devices' }))
    await vi.waitFor(() => expect(getNotices()).toEqual(['1 device is signed out.']))
  })
})

describe('the export of an account', () => {
  const none: ExportStatus = { export: null, next_at: null }
  const ready: ExportStatus = {
    export: {
      state: 'ready',
      requested_at: '2026-11-20T09:00:00Z',
      ready_at: '2026-11-20T09:05:00Z',
      expires_at: '2026-11-27T09:05:00Z',
      bytes: 2 * 1024 * 1024,
      photos: 3,
      photos_left_out: 1,
    },
    next_at: '2026-11-27T09:00:00Z',
  }

  it('can be requested when there is none', async () => {
    respond('GET /api/account/export/', none)
    respondWithError('POST /api/account/export/', 'too_many_requests', { message: 'Try again tomorrow.' })
    const { user } = await renderScreen(<DataExportCard />, options)
    await user.click(await screen.findByRole('button', { name: 'Prepare my data' }))
    await vi.waitFor(() => expect(getNotices()).toEqual(['Try again tomorrow.']))
    expect(screen.queryByRole('button', { name: 'Download the file' })).toBeNull()
  })

  it('can be downloaded when it is ready, with its size, and not requested again', async () => {
    respond('GET /api/account/export/', ready)
    await renderScreen(<DataExportCard />, options)
    expect(await screen.findByText('Your file is ready: 2 MB, 3 photos.')).toBeTruthy()
    expect(screen.getByText('1 older photo did not fit.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Download the file' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Prepare my data' })).toBeNull()
  })
})

describe('the settings of a device', () => {
  it('change the text size of the page and keep it', async () => {
    const { user } = await renderScreen(<DisplayCard />, options)
    await user.click(screen.getByRole('radio', { name: 'Largest' }))
    expect(document.documentElement.dataset.textSize).toBe('largest')
    expect(localStorage.getItem('textSize')).toBe('largest')
  })

  it('turn data saver mode on and off', async () => {
    const { user } = await renderScreen(<DisplayCard />, options)
    await user.click(screen.getByRole('checkbox'))
    expect(localStorage.getItem('dataSaver')).toBe('on')
    await user.click(screen.getByRole('checkbox'))
    expect(localStorage.getItem('dataSaver')).toBeNull()
  })

  it('switch the language of the page', async () => {
    const { user } = await renderScreen(<LanguageCard />, options)
    await user.click(screen.getByRole('radio', { name: 'Kiswahili' }))
    await vi.waitFor(() => expect(document.documentElement.lang).toBe('sw'))
    expect(localStorage.getItem('language')).toBe('sw')
  })
})

describe('the time zone', () => {
  it('is saved in the account and in the stored user record', async () => {
    respond('PUT /api/account/preferences/', { language: 'en', time_zone: 'Africa/Kigali' })
    const { user } = await renderScreen(<TimeZoneCard />, options)
    await user.click(screen.getByRole('combobox', { name: 'Time zone' }))
    await user.click(screen.getByRole('option', { name: 'Africa/Kigali' }))
    await vi.waitFor(() => expect(getStoredUser()?.time_zone).toBe('Africa/Kigali'))
    expect(receivedRequests.at(-1)?.body).toEqual({ time_zone: 'Africa/Kigali' })
  })
})

describe('the consent to photos in articles', () => {
  const [showCall, setCall] = ['GET /api/account/photo-consent/', 'PUT /api/account/photo-consent/'] as const

  it('is off at first, and is given and withdrawn', async () => {
    respond(showCall, { is_given: false })
    respond(setCall, { is_given: true })
    const { user } = await renderScreen(<PhotoConsentCard />, options)
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'My leaf photos may be shown like this' })
    await vi.waitFor(() => expect(box.disabled).toBe(false))
    expect(box.checked).toBe(false)
    await user.click(box)
    await vi.waitFor(() => expect(receivedRequests.at(-1)?.body).toEqual({ is_given: true }))
    expect(box.checked).toBe(true)
    respond(setCall, { is_given: false })
    await user.click(box)
    await vi.waitFor(() => expect(receivedRequests.at(-1)?.body).toEqual({ is_given: false }))
    expect(box.checked).toBe(false)
  })

  it('stays as it was when it could not be saved', async () => {
    respond(showCall, { is_given: true })
    respondWithError(setCall, 'internal')
    const { user } = await renderScreen(<PhotoConsentCard />, options)
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'My leaf photos may be shown like this' })
    await vi.waitFor(() => expect(box.checked).toBe(true))
    await user.click(box)
    await vi.waitFor(() => expect(getNotices()).toHaveLength(1))
    expect(box.checked).toBe(true)
  })
})
