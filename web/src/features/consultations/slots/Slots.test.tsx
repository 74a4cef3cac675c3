// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeItem, type OutboxItem } from '../../../api/outbox/outbox-item.ts'
import { finishAttempt, listItems, putItem } from '../../../api/outbox/outbox-store.ts'
import { registerSenders, sendOutbox } from '../../../api/outbox/send-outbox.ts'
import { setLocale } from '../../../i18n/i18n.ts'
import {
  failToReach,
  goOffline,
  neverRespond,
  receivedRequests,
  respond,
  respondWithError,
} from '../../../testing/api-server.ts'
import '../../../testing/device-storage.ts'
import { buildBooking, buildSlot } from '../../../testing/fixtures/consultations.ts'
import { getNotices, renderScreen } from '../../../testing/render-screen.tsx'
import { makeUser } from '../../../testing/users.ts'
import { sendBooking } from '../outbox/send.ts'
import { toSlotRef } from './booking-topic.ts'
import { Slots } from './Slots.tsx'

const list = 'GET /api/consultations/availability-slots/all/'
const book = 'POST /api/consultations/consultations/'
const myBookings = 'GET /api/consultations/consultations/'
const getSlot = 'GET /api/consultations/availability-slots/{id}/'

const render = (search = '') =>
  renderScreen(<Slots />, { user: 'farmer', catalogs: ['consultations'], path: `/account/addresses/slots${search}` })
const getKeys = () =>
  receivedRequests.filter(({ endpoint }) => endpoint === book).map(({ headers }) => headers.get('idempotency-key'))

beforeEach(() => {
  // Its pattern also matches the endpoints below, so it has to be registered first.
  respond(getSlot, buildSlot({ state: 'booked', is_booked: true }))
  respond('GET /api/consultations/availability-slots/filters/', {
    expertise: ['Maize rust'],
    languages: ['Luganda'],
    districts: [],
  })
  respond(myBookings, [])
})

async function bookFirstSlot(user: Awaited<ReturnType<typeof render>>['user']) {
  await user.click((await screen.findAllByRole('button', { name: /^Book Slot: / }))[0] ?? document.body)
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Book Slot' }))
}

describe('the slots of the farmer', () => {
  it('shows placeholders while they load', async () => {
    neverRespond(list)
    await render()
    expect(screen.getAllByRole('status').length).toBeGreaterThan(0)
    expect(screen.queryByRole('article')).toBeNull()
  })

  it('offers the community when there are no slots', async () => {
    respond(list, [])
    await render()
    expect(await screen.findByText('No expert availability slots available.')).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Ask the community' })
    expect(link.getAttribute('href')).toBe('/account/addresses/community-posts')
  })

  it('offers all slots when none matches the filters', async () => {
    respond(list, ({ query }) => (query.expertise ? [] : [buildSlot()]))
    const { user, getPath } = await render('?expertise=Wheat')
    await user.click(await screen.findByRole('button', { name: 'Show all slots' }))
    expect(await screen.findByRole('article', { name: 'acen' })).toBeTruthy()
    expect(getPath()).toBe('/account/addresses/slots')
  })

  it('filters by district, with the own one first', async () => {
    const named = (code: string, name: string) => ({ code, name })
    const districts = [named('UG-gulu', 'Gulu'), named('UG-mbale', 'Mbale')]
    respond('GET /api/consultations/availability-slots/filters/', { expertise: [], languages: [], districts })
    respond(list, ({ query }) => [buildSlot({ id: query.district ?? 'any' })])
    const profile = { farm_location: 'Mbale', farm_size: 1, crop_types: [], district: 'UG-mbale' }
    const { user, getPath } = await renderScreen(<Slots />, {
      user: makeUser('farmer', { profile }),
      catalogs: ['consultations'],
      path: '/account/addresses/slots',
    })
    await user.click(await screen.findByRole('combobox', { name: 'District served' }))
    expect(screen.getAllByRole('option').map(option => option.textContent)).toEqual(['All', 'Mbale (yours)', 'Gulu'])
    await user.click(screen.getByRole('option', { name: 'Mbale (yours)' }))
    await expect.poll(getPath).toBe('/account/addresses/slots?district=UG-mbale')
    expect(screen.getByRole('combobox', { name: 'District served' }).textContent).toContain('Mbale')
    expect(receivedRequests.filter(({ endpoint }) => endpoint === list).at(-1)?.query.district).toBe('UG-mbale')
  })

  it('shows why loading failed and loads again on request', async () => {
    respondWithError(list, 'internal', { message: 'The server had a problem.' })
    const { user } = await render()
    expect(await screen.findByText('The server had a problem.')).toBeTruthy()
    respond(list, [buildSlot()])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('article', { name: 'acen' })).toBeTruthy()
  })

  it('says when it can be loaded when the device is offline', async () => {
    goOffline()
    await render()
    expect((await screen.findAllByText(/when you have network/i)).length).toBeGreaterThan(0)
  })

  it('keeps a booking that cannot reach the server under the key of its first attempt', async () => {
    respond(list, [buildSlot()])
    failToReach(book)
    const { user } = await render()
    await bookFirstSlot(user)
    expect(await screen.findByText('Your booking waits for a network.')).toBeTruthy()
    expect(getNotices()).toEqual(['Saved on this phone. It goes out when there is a network.'])
    expect(screen.queryByRole('button', { name: /^Book Slot: / })).toBeNull()
    expect(await listItems(makeUser('farmer').id)).toMatchObject([
      { kind: 'booking', key: getKeys()[0], data: { slot: { id: 'slot', expert: { username: 'acen' } } } },
    ])
  })

  describe('booked before the server has the photo of the leaf', () => {
    const file = { photo: new File(['leaf'], 'leaf.jpg', { type: 'image/jpeg' }), name: 'leaf.jpg', quality: [] }
    const item: OutboxItem<'photo'> = {
      key: 'leaf-key',
      ownerId: makeUser('farmer').id,
      kind: 'photo',
      data: { photos: [file], input: {}, takenAt: '2026-11-21T08:00:00.000Z', answer: null },
      createdAt: '2026-11-21T08:00:00.000Z',
      revision: 0,
      state: { kind: 'waiting' },
    }
    const getBodies = () => receivedRequests.filter(({ endpoint }) => endpoint === book).map(({ body }) => body)
    const send = () => sendOutbox(new QueryClient())
    beforeEach(async () => {
      respond(list, [buildSlot()])
      respond(book, buildBooking({}))
      // Photos are not sent here.
      registerSenders({ booking: sendBooking })
      await putItem(item)
    })

    it('waits for the photo and then shows the expert the leaf', async () => {
      const { user } = await render('?photo=leaf-key')
      await bookFirstSlot(user)
      expect(await screen.findByText('Your booking waits for your leaf photo.')).toBeTruthy()
      expect(getNotices()).toEqual(['Saved on this phone. It goes out after your leaf photo.'])
      expect(screen.queryByText('Your booking waits for a network.')).toBeNull()
      expect(await send()).toBe('waiting')
      expect(getBodies()).toEqual([])
      await finishAttempt(item, { analysisId: '11111111-1111-7111-8111-111111111111' })
      await send()
      expect(getBodies()).toMatchObject([{ slot_id: 'slot', analysis: '11111111-1111-7111-8111-111111111111' }])
    })

    it('waits for a network once the photo has arrived', async () => {
      await putItem({ ...item, key: 'second-key' })
      const { user } = await render('?photo=second-key')
      await bookFirstSlot(user)
      await screen.findByText('Your booking waits for your leaf photo.')
      await finishAttempt({ ...item, key: 'second-key' }, { analysisId: '11111111-1111-7111-8111-111111111111' })
      failToReach(book)
      await send()
      expect(await screen.findByText('Your booking waits for a network.')).toBeTruthy()
    })

    it.each([
      ['sw', 'Miadi yako inasubiri picha ya jani lako.'],
      ['lg', 'Okukwata kwo kulinze ekifaananyi ky’ekikoola kyo.'],
    ] as const)('says in %s what it waits for', async (language, sentence) => {
      await putItem({ ...item, key: `key-${language}` })
      const { user } = await render(`?photo=key-${language}`)
      await bookFirstSlot(user)
      await screen.findByText('Your booking waits for your leaf photo.')
      await act(() => setLocale(language))
      expect(await screen.findByText(sentence)).toBeTruthy()
    })

    it('says that it could not be sent when the server refused it', async () => {
      await render()
      await screen.findByRole('button', { name: /^Book Slot: / })
      const write = makeItem('booking', { slot: toSlotRef(buildSlot()), topic: {} })
      await putItem({ ...write, state: { kind: 'refused', message: 'Somebody else has booked it.' } })
      expect(await screen.findByText('Your booking could not be sent.')).toBeTruthy()
      expect(screen.getByRole('link', { name: 'See what waits to be sent' }).getAttribute('href')).toBe(
        '/account/outbox',
      )
    })

    it('goes at once with the analysis when the photo has arrived meanwhile', async () => {
      const { user } = await render('?photo=leaf-key')
      await finishAttempt(item, { analysisId: '22222222-2222-7222-8222-222222222222' })
      await bookFirstSlot(user)
      await expect.poll(getBodies).toMatchObject([{ analysis: '22222222-2222-7222-8222-222222222222' }])
    })

    it('goes without the leaf when the server refused the photo or the farmer does not want to show it', async () => {
      const { user } = await render('?photo=leaf-key')
      await user.click(await screen.findByRole('button', { name: /^Book Slot: / }))
      const dialog = within(await screen.findByRole('dialog'))
      await user.click(dialog.getByRole('checkbox'))
      await user.click(dialog.getByRole('button', { name: 'Book Slot' }))
      await expect.poll(getBodies).toEqual([{ slot_id: 'slot', meeting: 'call' }])
      await putItem(
        makeItem('booking', {
          slot: { id: 'other', start_time: '', end_time: '', expert: { id: 'acen', username: 'acen' } },
          topic: {},
          analysis: { itemKey: 'leaf-key' },
        }),
      )
      await putItem({ ...item, state: { kind: 'refused', message: 'No leaf.' } })
      await send()
      expect(getBodies()).toContainEqual({ slot_id: 'other' })
    })
  })

  it('shows one card for each expert and marks what the farmer booked', async () => {
    respond(list, [buildSlot({ id: 'own', state: 'booked', is_booked: true }), buildSlot({ id: 'free' })])
    const { slot } = buildBooking({ slot: { id: 'own' } })
    respond(myBookings, ({ query }) => (query.status === 'pending' ? [buildBooking({ slot })] : []))
    await render()
    expect(await screen.findAllByRole('article')).toHaveLength(1)
    expect(await screen.findByText('You have booked this slot.')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /^Book Slot: / })).toHaveLength(1)
  })

  it('sends the question, the leaf and the place of a visit with the booking', async () => {
    respond(list, [buildSlot()])
    respond(book, buildBooking({}))
    const { user } = await render('?analysis=11111111-1111-7111-8111-111111111111')
    await user.click(await screen.findByRole('button', { name: /^Book Slot: / }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.queryByLabelText(/Where\?/)).toBeNull()
    await user.type(dialog.getByLabelText(/Your question/), 'Is it rust?')
    await user.click(dialog.getByRole('radio', { name: 'Visit' }))
    await user.type(dialog.getByLabelText(/Where\?/), 'Behind the school')
    await user.click(dialog.getByRole('button', { name: 'Book Slot' }))
    await expect
      .poll(() => receivedRequests.filter(({ endpoint }) => endpoint === book))
      .toMatchObject([
        {
          body: {
            slot_id: 'slot',
            question: 'Is it rust?',
            meeting: 'visit',
            place: 'Behind the school',
            analysis: '11111111-1111-7111-8111-111111111111',
          },
        },
      ])
  })

  it('books a slot after a confirmation', async () => {
    respond(list, [buildSlot()])
    respond(book, buildBooking({}))
    const { user } = await render()
    await bookFirstSlot(user)
    await screen.findAllByText('Booked')
    expect(getNotices()).toEqual(['Slot booking submitted for approval'])
    expect(receivedRequests.filter(({ endpoint }) => endpoint === book)).toMatchObject([{ body: { slot_id: 'slot' } }])
  })

  it('retries a booking whose response was lost with the same idempotency key', async () => {
    respond(list, [buildSlot()])
    respondWithError(book, 'internal', { message: 'The server had a problem.' })
    const { user } = await render()
    await bookFirstSlot(user)
    await screen.findByText('The server had a problem.')
    respond(book, buildBooking({}))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Book Slot' }))
    await screen.findAllByText('Booked')
    const [first, second] = getKeys()
    expect(first).toBeTruthy()
    expect(second).toBe(first)
  })

  it('offers other slots in place when another farmer booked first', async () => {
    respond(list, ({ query }) =>
      query.expert
        ? [buildSlot({ id: 'later', start_time: '2026-11-25T11:00:00Z', end_time: '2026-11-25T13:00:00Z' })]
        : [buildSlot()],
    )
    respondWithError(book, 'slot_taken', { message: 'Someone booked this slot first.' })
    const { user } = await render()
    await bookFirstSlot(user)
    const card = await screen.findByRole('article', { name: 'acen' })
    expect(await within(card).findByText('Someone booked this slot first.')).toBeTruthy()
    expect(within(card).getAllByText('Booked').length).toBeTruthy()
    expect(await within(card).findByRole('button', { name: /Wed 25 Nov/ })).toBeTruthy()
  })

  it('shows a slot as booked when the farmer already holds it', async () => {
    respond(list, [buildSlot()])
    respondWithError(book, 'slot_taken')
    let isBooked = false
    respond(myBookings, ({ query }) => (isBooked && query.status === 'pending' ? [buildBooking({})] : []))
    const { user } = await render()
    await screen.findByRole('button', { name: /^Book Slot: / })
    isBooked = true
    await bookFirstSlot(user)
    expect(await screen.findByText('You have booked this slot.')).toBeTruthy()
    expect(getNotices()).toEqual(['Slot booking submitted for approval'])
  })
})
