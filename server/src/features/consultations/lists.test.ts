import type { Slot } from '@kutu/contract/consultations/consultations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerBooking, bookSlot, createFreeSlot, endSlot, hour } from '../../testing/features/consultations.ts'
import { startTestServer, type TestResponse, type TestServer } from '../../testing/server/test-server.ts'
import { signIn, signUpExpert, signUpFarmer, type TestUser } from '../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
let joan: TestUser
const experts: TestUser[] = []
const slots: (Slot & { of: number })[] = []

const profiles = [
  { areas_of_expertise: 'Maize, Wheat rust', languages_spoken: 'English, Kiswahili' },
  { areas_of_expertise: 'maharage, Soil_health', languages_spoken: 'Luganda, english' },
  { areas_of_expertise: 'Cereal diseases', languages_spoken: 'Dholuo' },
]
const monday = Date.UTC(2033, 2, 7, 6)
const getNextLink = ({ headers }: TestResponse) => /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
const parseQuery = (link: string) => Object.fromEntries(new URL(link).searchParams)
type Query = Record<string, string | number>
const all = (query: Query = {}) =>
  server.request('GET /api/consultations/availability-slots/all/', { token: grace.token, query })
const own = (query: Query = {}, of = 0) =>
  server.request('GET /api/consultations/availability-slots/', { token: experts[of]?.token, query })
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)
const sortByStart = (wanted: typeof slots) =>
  [...wanted].sort((a, b) => a.start_time.localeCompare(b.start_time) || a.id.localeCompare(b.id))

beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  grace = await signUpFarmer(server)
  joan = await signUpFarmer(server)
  for (const profile of profiles) experts.push(await signUpExpert(server, undefined, profile))
  for (const [of, person] of experts.entries())
    for (let i = 0; i < 9; i++)
      slots.push({ ...(await createFreeSlot(server, person, new Date(monday + i * 8 * hour))), of })
  for (const { id } of slots.filter((_, i) => i % 4 === 0)) await bookSlot(server, joan, id)
  for (const slot of slots.filter((_, i) => i % 9 === 1)) await endSlot(server, experts[slot.of] ?? grace, slot.id)
})
afterAll(() => server.close())

const isEnded = (slot: Slot) => slots.findIndex(({ id }) => id === slot.id) % 9 === 1
const isBooked = (slot: Slot) => slots.findIndex(({ id }) => id === slot.id) % 4 === 0
const shown = () => sortByStart(slots.filter(slot => !isEnded(slot)))

describe('the slots that farmers see', () => {
  it('are the upcoming active ones, booked or not, soonest first', async () => {
    const { status, body } = await all()
    expect([status, ids(body)]).toEqual([200, ids(shown())])
    expect(body.map((slot: Slot) => slot.is_booked)).toEqual(shown().map(isBooked))
  })

  it('are paged by the Link header and by number, without a gap or a repetition', async () => {
    const collected: string[] = []
    for (let response = await all({ page_size: 5 }); ; response = await all(parseQuery(getNextLink(response) ?? ''))) {
      collected.push(...ids(response.body))
      if (!getNextLink(response)) break
    }
    expect(collected).toEqual(ids(shown()))
    expect(ids((await all({ page: 3, page_size: 5 })).body)).toEqual(collected.slice(10, 15))
    expect((await all({ page: 100 })).body).toEqual([])
  })

  it.each([
    [{ expertise: 'MAIZE' }, [0]],
    [{ expertise: 'cereal' }, [2]],
    [{ expertise: 'rust' }, [0]],
    [{ expertise: 'l_h' }, [1]],
    [{ expertise: '%' }, []],
    [{ language: 'swahili' }, [0]],
    [{ language: 'English' }, [0, 1]],
    [{ language: 'dholuo', expertise: 'maize' }, []],
    [{ crop_type: 'MAIZE' }, [0, 2]],
    [{ crop_type: 'WHEAT' }, [0, 2]],
    [{ crop_type: 'RICE' }, [2]],
    [{ crop_type: 'BEANS' }, [1]],
    [{ crop_type: 'MAIZE', expertise: 'rust', language: 'english' }, [0]],
    [{ expertise: '', language: '', date: '', crop_type: '' }, [0, 1, 2]],
  ])('with the filter %j are those of the matching experts', async (query, wanted: number[]) => {
    expect(ids((await all(query)).body)).toEqual(ids(shown().filter(({ of }) => wanted.includes(of))))
  })

  it('of a day are those that begin on it in the farmer’s time zone', async () => {
    const between = (from: number, to: number) =>
      ids(shown().filter(({ start_time }) => Date.parse(start_time) >= from && Date.parse(start_time) < to))
    const midnight = Date.UTC(2033, 2, 7, 21)
    expect(ids((await all({ date: '2033-03-08' })).body)).toEqual(between(midnight, midnight + 24 * hour))
    const inNewYork = Date.UTC(2033, 2, 8, 5)
    expect(ids((await all({ date: '2033-03-08', time_zone: 'America/New_York' })).body)).toEqual(
      between(inNewYork, inNewYork + 24 * hour),
    )
    expect((await all({ date: '2020-03-08' })).body).toEqual([])
  })

  it('can be limited to the available slots of one expert', async () => {
    const { body } = await all({ expert: experts[1]?.id ?? '', status: 'available' })
    expect(ids(body)).toEqual(ids(shown().filter(slot => slot.of === 1 && !isBooked(slot))))
    expect(ids((await all({ status: 'booked' })).body)).toEqual(ids(shown().filter(isBooked)))
  })

  it.each([{ date: 'today' }, { date: '2033-02-30' }, { time_zone: 'x', date: '2033-03-08' }, { crop_type: 'TEA' }])(
    'reject the query %j',
    async query => {
      expect((await all(query)).status).toBe(400)
    },
  )

  it('offer filters from the expertise and languages of their experts, each word once', async () => {
    const { body } = await server.request('GET /api/consultations/availability-slots/filters/', { token: grace.token })
    expect(body.expertise).toEqual(['Cereal diseases', 'maharage', 'Maize', 'Soil_health', 'Wheat rust'])
    expect(body.languages.map((word: string) => word.toLowerCase())).toEqual([
      'dholuo',
      'english',
      'kiswahili',
      'luganda',
    ])
  })
})

describe('an expert’s own slots', () => {
  it('are listed in pages with a count, soonest first', async () => {
    const wanted = ids(sortByStart(slots.filter(({ of }) => of === 0)))
    const first = (await own({ page_size: 4 })).body
    expect([first.count, ids(first.results), first.previous]).toEqual([9, wanted.slice(0, 4), null])
    const second = (await own(parseQuery(first.next))).body
    expect(ids(second.results)).toEqual(wanted.slice(4, 8))
    expect(ids((await own(parseQuery(second.previous))).body.results)).toEqual(wanted.slice(0, 4))
    const beyond = (await own({ page: 9, page_size: 4 })).body
    expect([beyond.count, beyond.results, beyond.next]).toEqual([9, [], null])
  })

  it('show upcoming ones first, soonest at the top, then those that have begun, latest first', async () => {
    const place = await startTestServer({ expertApproval: 'auto' })
    try {
      const person = await signUpExpert(place)
      const start = Math.ceil(place.clock.now().getTime() / hour) * hour
      const created: Slot[] = []
      for (const [index, hours] of [10, 1, 13, 4, 16, 7].entries()) {
        const slot = await createFreeSlot(place, person, new Date(start + hours * hour))
        created.push(slot)
        // An ended slot does not block its time: another one may begin at the same moment.
        if (index % 2) await endSlot(place, person, slot.id)
        if (index % 2) created.push(await createFreeSlot(place, person, new Date(start + hours * hour)))
      }
      place.clock.advance(start + 8.5 * hour - place.clock.now().getTime())
      const token = (await signIn(place, person.email)).token
      const list = async (query: Query) =>
        (await place.request('GET /api/consultations/availability-slots/', { token, query })).body
      const inOrder = sortByStart(created.map(slot => ({ ...slot, of: 0 })))
      const hasBegun = ({ start_time }: Slot) => Date.parse(start_time) <= place.clock.now().getTime()
      const wanted = ids([...inOrder.filter(slot => !hasBegun(slot)), ...inOrder.filter(hasBegun).reverse()])
      expect(inOrder.filter(hasBegun)).toHaveLength(6)
      expect(ids((await list({})).results)).toEqual(wanted)
      const begun = wanted.slice(-6)
      expect(await list({ when: 'upcoming' })).toMatchObject({ count: wanted.length - 6, next: null })
      expect(ids((await list({ when: 'upcoming' })).results)).toEqual(wanted.slice(0, -6))
      const past = await list({ when: 'past', page_size: 4 })
      expect([past.count, ids(past.results)]).toEqual([6, begun.slice(0, 4)])
      expect(ids((await list(parseQuery(past.next))).results)).toEqual(begun.slice(4))
      for (const page_size of [1, 2, 4]) {
        const walked: string[] = []
        for (let page = await list({ page_size }); ; page = await list(parseQuery(page.next))) {
          walked.push(...ids(page.results))
          if (page.next === null) break
        }
        expect(walked).toEqual(wanted)
        for (let page = 1; (page - 1) * page_size < wanted.length; page++)
          expect(ids((await list({ page, page_size })).results)).toEqual(
            wanted.slice((page - 1) * page_size, page * page_size),
          )
      }
      const inactive = new Set(ids((await list({ status: 'inactive' })).results))
      expect([...inactive]).toEqual(wanted.filter(id => inactive.has(id)))
      expect(inactive.size).toBeGreaterThan(2)
    } finally {
      await place.close()
    }
  })

  it('are filtered by status and counted', async () => {
    const counts: Record<string, number> = {}
    for (const status of ['available', 'booked', 'inactive']) {
      const { body } = await own({ status })
      expect(new Set(body.results.map(({ state }: Slot) => state))).toEqual(new Set([status]))
      expect(body.results).toHaveLength(body.count)
      counts[status] = body.count
    }
    expect(counts).toEqual({ available: 5, booked: 3, inactive: 1 })
  })
})

describe('bookings', () => {
  const mine = (query: Query = {}) =>
    server.request('GET /api/consultations/consultations/', { token: joan.token, query })
  const ofSlots = (of: number, query: Query = {}) =>
    server.request('GET /api/consultations/consultations/manage/', { token: experts[of]?.token, query })

  it('are those of the farmer, or of the expert’s slots, newest first, filtered by status', async () => {
    const { body } = await mine()
    expect(body).toHaveLength(7)
    const made = body.map(({ created_at }: { created_at: string }) => created_at)
    expect(made).toEqual([...made].sort().reverse())
    const [first, second] = (await ofSlots(0)).body
    await answerBooking(server, experts[0] ?? joan, first.id, 'approve', { selected_date: first.slot.start_time })
    await answerBooking(server, experts[0] ?? joan, second.id, 'reject')
    const by = async (status: string) => [ids((await mine({ status })).body), ids((await ofSlots(0, { status })).body)]
    expect(await by('approved')).toEqual([[first.id], [first.id]])
    expect(await by('rejected')).toEqual([[second.id], [second.id]])
    expect((await by('pending')).map(each => each?.length)).toEqual([5, 1])
    expect((await server.request('GET /api/consultations/consultations/', { token: grace.token })).body).toEqual([])
    const figures = async ({ token }: TestUser) => (await server.request('GET /api/dashboard/stats/', { token })).body
    expect((await figures(joan)).bookingsConfirmed).toBe(1)
    expect(await figures(experts[0] ?? joan)).toMatchObject({
      bookingsConfirmed: 1,
      expert: { bookingsPending: 1, slotsActive: 8 },
    })
  })

  it('are paged by the Link header', async () => {
    const whole = ids((await mine()).body)
    const first = await mine({ page_size: 3 })
    const second = await mine(parseQuery(getNextLink(first) ?? ''))
    expect([...ids(first.body), ...ids(second.body)]).toEqual(whole.slice(0, 6))
  })
})

it('a page of own slots has ten, unless the query says otherwise', async () => {
  const expert = await signUpExpert(server)
  for (let i = 0; i < 11; i++) await createFreeSlot(server, expert, new Date(monday + i * 2 * hour))
  const list = (page: number) =>
    server.request('GET /api/consultations/availability-slots/', { token: expert.token, query: { page } })
  const pages = await Promise.all([list(1), list(2)])
  expect(pages.map(({ body }) => [body.count, body.results.length])).toEqual([
    [11, 10],
    [11, 1],
  ])
})
