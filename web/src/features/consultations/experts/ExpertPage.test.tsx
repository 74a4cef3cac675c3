// @vitest-environment happy-dom
import type { ExpertProfile } from '@kutu/contract/consultations/consultations'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { receivedRequests, respond, respondWithError } from '../../../testing/api-server.ts'
import { buildBooking, buildSlot } from '../../../testing/fixtures/consultations.ts'
import { getNotices, renderScreen } from '../../../testing/render-screen.tsx'
import { describeScreenStates } from '../../../testing/screen-states.tsx'
import { makeUser } from '../../../testing/users.ts'
import { ExpertPage } from './ExpertPage.tsx'

const endpoint = 'GET /api/consultations/experts/{id}/'
const book = 'POST /api/consultations/consultations/'
const { expert: published, ...freeSlot } = buildSlot()
const newcomer: ExpertProfile = { ...published, free_slots: [] }
const known: ExpertProfile = {
  ...published,
  institution: 'NARO',
  approved_at: '2026-11-02T09:00:00Z',
  districts: [{ code: 'UG-mbale', name: 'Mbale' }],
  help: { held: 9, helpful: 7, reply_minutes: 130, answers: 12, endorsed: 5 },
  free_slots: [
    freeSlot,
    { ...freeSlot, id: 'later', start_time: '2026-11-25T06:00:00.000Z', end_time: '2026-11-25T07:00:00.000Z' },
  ],
}
const options = {
  user: 'farmer',
  catalogs: ['community', 'consultations'],
  path: '/account/experts/acen?analysis=leaf-1',
  route: '/account/experts/:id',
} as const

beforeEach(() => {
  respond('GET /api/consultations/consultations/', [])
})

describeScreenStates('the profile of an expert', {
  element: <ExpertPage />,
  options,
  endpoint,
  empty: { reply: newcomer, text: 'No free time at the moment.' },
  filled: { reply: known, text: '12 answers on the board, 5 endorsed by experts.' },
})

describe('the profile of an expert', () => {
  it('shows what the expert published, since when it is checked, and how the expert helps', async () => {
    respond(endpoint, known)
    const { container } = await renderScreen(<ExpertPage />, options)
    expect(await screen.findByRole('heading', { name: 'acen', level: 1 })).toBeTruthy()
    for (const text of [
      /Checked by an administrator on .*2 Nov/,
      'Walks fields.',
      'NARO',
      '3 years',
      'Luganda',
      'Mbale',
    ])
      expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByText('Helped in 7 appointments.')).toBeTruthy()
    expect(screen.getByText('Usually replies within 3 hours.')).toBeTruthy()
    expect(container.textContent).not.toContain('Certifications')
  })

  it('says nothing of figures that a newcomer does not have', async () => {
    respond(endpoint, newcomer)
    const { container } = await renderScreen(<ExpertPage />, options)
    await screen.findByText('No free time at the moment.')
    expect(container.textContent).not.toMatch(/Answers to farmers|Appointments|Checked|0/)
    expect(screen.getByRole('link', { name: 'Ask the community' })).toBeTruthy()
  })

  it('books a free slot with a tap and a confirmation, with the leaf that the farmer came from', async () => {
    respond(endpoint, known)
    respond(book, buildBooking({}))
    const { user } = await renderScreen(<ExpertPage />, options)
    await user.click((await screen.findAllByRole('button', { name: /^Book Slot/ }))[0] ?? document.body)
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Book Slot' }))
    await vi.waitFor(() => expect(getNotices()).toContain('Slot booking submitted for approval'))
    const request = receivedRequests.find(({ endpoint }) => endpoint === book)
    expect(request?.body).toMatchObject({ slot_id: 'slot', analysis: 'leaf-1' })
  })

  it('says that a profile is not available, without another attempt', async () => {
    respondWithError(endpoint, 'not_found')
    await renderScreen(<ExpertPage />, options)
    expect(await screen.findByText('This profile is not available')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('shows experts their own profile with the way to change it, and nothing to book', async () => {
    respond(endpoint, { ...known, id: 'me', user: { id: makeUser('expert').id, username: 'acen' } })
    const path = `/account/experts/${makeUser('expert').id}`
    await renderScreen(<ExpertPage />, { ...options, user: 'expert', path })
    expect(await screen.findByText('This is what farmers see.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Edit profile' }).getAttribute('href')).toBe('/account/profile')
    expect(screen.queryByRole('button', { name: /Book Slot/ })).toBeNull()
  })
})
