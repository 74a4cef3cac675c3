// @vitest-environment happy-dom
import type { Language } from '@kutu/contract/common'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { loadCatalogs } from '../../../i18n/i18n.ts'
import { AppRouter } from '../../../router.tsx'
import {
  goOffline,
  goOnline,
  neverRespond,
  receivedRequests,
  respond,
  respondWithError,
} from '../../../testing/api-server.ts'
import { getNotices, renderScreen } from '../../../testing/render-screen.tsx'
import { StopSms } from './StopSms.tsx'

const state = 'POST /api/surveillance/warning-sms/'
const choice = 'PUT /api/surveillance/warning-sms/'
const token = 'k3v0a9x2m4p1255t'
const show = (is_on: boolean, language: Language = 'en') => respond(state, { is_on, language })
// React resumes a component that waits with `use` only within act.
const open = () =>
  act(() => renderScreen(<StopSms />, { catalogs: ['warnings'], path: `/stop#${token}`, route: '/stop' }))
const findStop = () => screen.findByRole('button', { name: 'Stop these SMS' })

describe('the link in an SMS', () => {
  it('says which messages stop, and changes nothing before the button is pressed', async () => {
    show(true)
    await open()
    expect(await findStop()).toBeTruthy()
    expect(screen.getByText('They warn you when a disease spreads near your farm.')).toBeTruthy()
    expect(screen.getByText('Only these stop. Your other messages stay as they are.')).toBeTruthy()
    expect(receivedRequests.map(({ endpoint, body }) => [endpoint, body])).toEqual([[state, { token }]])
  })

  it('stops the SMS, and takes it back, without a sign-in', async () => {
    show(true)
    const { user } = await open()
    respond(choice, { is_on: false })
    await user.click(await findStop())
    expect(await screen.findByText('You get no more SMS about diseases.')).toBeTruthy()
    expect(receivedRequests.at(-1)?.body).toEqual({ token, is_on: false })
    respond(choice, { is_on: true })
    await user.click(screen.getByRole('button', { name: 'Get these SMS again' }))
    expect(await findStop()).toBeTruthy()
    expect(receivedRequests.at(-1)?.body).toEqual({ token, is_on: true })
  })

  it('says that they are stopped when it is opened again', async () => {
    show(false)
    const { user } = await open()
    expect(await screen.findByText('You get no more SMS about diseases.')).toBeTruthy()
    respond(choice, { is_on: true })
    await user.click(screen.getByRole('button', { name: 'Get these SMS again' }))
    expect(await findStop()).toBeTruthy()
  })

  it.each([
    ['sw', 'Acha SMS hizi'],
    ['lg', 'Komya SMS zino'],
  ] as const)('opens in the language of the farmer: %s', async (language, label) => {
    show(true, language)
    await open()
    expect(await screen.findByRole('button', { name: label })).toBeTruthy()
    expect(document.documentElement.lang).toBe(language)
    expect(localStorage.getItem('language')).toBeNull()
  })

  it('keeps the language that somebody has chosen on the device', async () => {
    localStorage.setItem('language', 'en')
    show(true, 'sw')
    await open()
    expect(await findStop()).toBeTruthy()
  })

  it('works as a public page, which has no query client', async () => {
    show(true)
    await loadCatalogs('common', 'warnings')
    await act(async () => {
      window.history.replaceState(null, '', `/stop#${token}`)
      render(<StopSms />, { wrapper: AppRouter })
    })
    expect(await findStop()).toBeTruthy()
  })

  it.each(['token_invalid', 'validation_failed'] as const)(
    'says so when it is cut off (%s), and what to do',
    async code => {
      respondWithError(state, code)
      await open()
      const alert = await screen.findByRole('alert')
      expect(alert.textContent).toContain('This link does not work.')
      expect(screen.getByRole('link', { name: 'Open Notifications' }).getAttribute('href')).toBe(
        '/account/notifications',
      )
      expect(screen.queryByRole('button')).toBeNull()
    },
  )

  it('shows that it is loading', async () => {
    neverRespond(state)
    await open()
    expect(screen.getByRole('status').textContent).toBe('Loading…')
  })

  it('can be tried again when the server has refused or there was no connection', async () => {
    respondWithError(state, 'too_many_requests', { message: 'Too many requests.' })
    const { user } = await open()
    const retry = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Try again' })))
    expect((await screen.findByRole('alert')).textContent).toContain('Too many requests.')
    goOffline()
    await retry()
    expect(await screen.findByText(/There is no connection/)).toBeTruthy()
    goOnline()
    show(true)
    await retry()
    await findStop()
    goOffline()
    await user.click(await findStop())
    await expect.poll(getNotices).toEqual(['There is no connection. Check the network and try again.'])
    expect(await findStop()).toBeTruthy()
  })
})
