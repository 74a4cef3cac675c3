// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { loadCatalogs } from '../../../i18n/i18n.ts'
import { goOffline, receivedRequests, respond, respondWithError } from '../../../testing/api-server.ts'
import { getNotices, renderScreen } from '../../../testing/render-screen.tsx'
import { StopSms } from './StopSms.tsx'

const endpoint = 'PUT /api/surveillance/warning-sms/'
const token = 'k3v0a9x2m4p1255t'
const open = (path = `/stop#${token}`) => renderScreen(<StopSms />, { catalogs: ['warnings'], path, route: '/stop' })
const findStop = () => screen.findByRole('button', { name: 'Stop these SMS' })

describe('the link in an SMS', () => {
  it('changes nothing before the button is pressed', async () => {
    await open()
    expect(await findStop()).toBeTruthy()
    expect(receivedRequests).toEqual([])
  })

  it('stops the SMS, and takes it back, without a sign-in', async () => {
    const { user } = await open()
    respond(endpoint, { is_on: false })
    await user.click(await findStop())
    expect(await screen.findByText('You get no more SMS about diseases.')).toBeTruthy()
    expect(receivedRequests.at(-1)?.body).toEqual({ token, is_on: false })
    respond(endpoint, { is_on: true })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('You get these SMS again.')).toBeTruthy()
    expect(receivedRequests.at(-1)?.body).toEqual({ token, is_on: true })
  })

  it('works as a public page, which has no query client', async () => {
    await loadCatalogs('common', 'warnings')
    render(<StopSms />, {
      wrapper: ({ children }) => <MemoryRouter initialEntries={[`/stop#${token}`]}>{children}</MemoryRouter>,
    })
    expect(await findStop()).toBeTruthy()
  })

  it('says so when it is not complete', async () => {
    respondWithError(endpoint, 'token_invalid', { message: 'This link is no longer valid.' })
    const { user } = await open()
    await user.click(await findStop())
    expect((await screen.findByRole('alert')).textContent).toContain('This link is not complete.')
  })

  it('can be tried again when there was no connection', async () => {
    const { user } = await open()
    goOffline()
    await user.click(await findStop())
    await expect.poll(getNotices).toEqual(['There is no connection. Check the network and try again.'])
    expect(await findStop()).toBeTruthy()
  })
})
