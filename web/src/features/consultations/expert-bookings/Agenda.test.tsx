// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { receivedRequests, respond } from '../../../testing/api-server.ts'
import { buildBooking } from '../../../testing/fixtures/consultations.ts'
import { renderScreen } from '../../../testing/render-screen.tsx'
import { describeScreenStates } from '../../../testing/screen-states.tsx'
import { Agenda } from './Agenda.tsx'

const list = 'GET /api/consultations/consultations/manage/'
const options = { user: 'expert', catalogs: ['consultations'] } as const

/** Builds an appointment of an hour; the test's clock shows 09:00 UTC on 21 November 2026. */
const buildAppointment = (id: string, start: string, changes: Parameters<typeof buildBooking>[0] = {}) =>
  buildBooking({
    id,
    status: 'approved',
    selected_date: start,
    selected_end: new Date(Date.parse(start) + 3600_000).toISOString(),
    farmer: { id, username: id, email: `${id}@kutu.example`, phone_number: '+256772123456' },
    ...changes,
  })

describeScreenStates('the agenda', {
  element: <Agenda />,
  options,
  endpoint: list,
  empty: { reply: [], text: 'No appointments ahead' },
  filled: { reply: [buildAppointment('okello', '2026-11-21T10:00:00Z')], text: 'okello' },
})

describe('the agenda', () => {
  it('shows the appointments by day, and says which is now and which is next', async () => {
    respond(list, [
      buildAppointment('okello', '2026-11-21T08:30:00Z'),
      buildAppointment('nakato', '2026-11-21T10:00:00Z'),
      buildAppointment('grace', '2026-11-22T10:00:00Z'),
    ])
    await renderScreen(<Agenda />, options)
    const today = within(await screen.findByRole('region', { name: /^Today, Saturday 21 November/ }))
    const [running, next] = today.getAllByRole('listitem')
    expect(running?.textContent).toContain('Now')
    expect(next?.textContent).toContain('Next')
    const tomorrow = within(screen.getByRole('region', { name: /^Tomorrow, Sunday 22 November/ }))
    expect(tomorrow.getByRole('listitem').textContent).not.toMatch(/Now|Next/)
    expect(receivedRequests[0]?.query).toMatchObject({ when: 'upcoming' })
  })

  it('calls with one tap, or writes by WhatsApp where the farmer chose it', async () => {
    respond(list, [
      buildAppointment('okello', '2026-11-21T10:00:00Z', { meeting: 'whatsapp' }),
      buildAppointment('nakato', '2026-11-21T12:00:00Z', { meeting: 'call' }),
    ])
    await renderScreen(<Agenda />, options)
    const message = await screen.findByRole('link', { name: 'WhatsApp okello' })
    expect(message.getAttribute('href')).toBe('https://wa.me/256772123456')
    expect(screen.getByRole('link', { name: 'Call nakato' }).getAttribute('href')).toBe('tel:+256772123456')
    expect(screen.queryByRole('link', { name: 'WhatsApp nakato' })).toBeNull()
  })

  it('says that today is free when the first appointment comes later', async () => {
    respond(list, [buildAppointment('grace', '2026-11-25T10:00:00Z')])
    await renderScreen(<Agenda />, options)
    expect(await screen.findByText('You have no appointment today.')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Wednesday 25 November' })).toBeTruthy()
  })
})
