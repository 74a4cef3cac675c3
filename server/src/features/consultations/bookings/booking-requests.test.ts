import { consultations } from '@kutu/contract/consultations/consultations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookSlot, createFreeSlot, getBooking } from '../../../testing/features/consultations.ts'
import { drawLeaf, fetchLink, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
let okello: TestUser
let analysis: { id: string; rust_class: string; confidence: number; verdict: string; band: string }
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  grace = await signUpFarmer(server)
  okello = await signUpExpert(server)
  const { body } = await uploadPhoto(server, grace.token, await drawLeaf({ seed: 5, spots: true }).jpeg().toBuffer())
  analysis = body
})
afterAll(() => server.close())

const book = async (request: object, farmer = grace) =>
  bookSlot(server, farmer, (await createFreeSlot(server, okello)).id, request)

describe('a booking with a question', () => {
  it('shows the expert the question, the analysis with its photo, and how and where to meet', async () => {
    const request = { question: ' Is it rust? ', meeting: 'visit', place: 'Behind the school in Budaka' }
    const { status, body } = await book({ ...request, analysis: analysis.id })
    expect([status, body.errors]).toEqual([201, undefined])
    for (const person of [grace, okello]) {
      const shown = consultations.showBooking.reply.parse((await getBooking(server, person, body.id)).body)
      expect(shown).toMatchObject({ ...request, question: 'Is it rust?' })
      const { id, rust_class, confidence, verdict, band } = analysis
      expect(shown.analysis).toMatchObject({ id, rust_class, confidence, verdict, band })
      const photo = await fetchLink(server, shown.analysis?.image ?? '')
      expect([photo.status, photo.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    }
    const { body: list } = await server.request('GET /api/consultations/consultations/manage/', { token: okello.token })
    expect(list[0]).toMatchObject({ id: body.id, question: 'Is it rust?', analysis: { id: analysis.id } })
  })

  it('shows it to nobody but its two parties', async () => {
    const { body } = await book({ question: 'Is it rust?' })
    for (const other of [await signUpFarmer(server), await signUpExpert(server)])
      expect((await getBooking(server, other, body.id)).status).toBe(404)
  })

  it('needs none of the fields, as older clients send it', async () => {
    for (const request of [{}, { question: '   ', place: '' }]) {
      const { status, body } = await book(request)
      expect(status).toBe(201)
      expect(body).toMatchObject({ question: null, meeting: null, place: null, analysis: null })
    }
  })

  it('is refused with another farmer’s analysis, and the slot stays free', async () => {
    const joan = await signUpFarmer(server)
    const slot = await createFreeSlot(server, okello)
    for (const id of [analysis.id, '00000000-0000-7000-8000-000000000009']) {
      const { status, body } = await bookSlot(server, joan, slot.id, { analysis: id })
      expect([status, body.errors]).toEqual([400, [{ field: 'analysis', message: expect.any(String) }]])
    }
    expect((await bookSlot(server, joan, slot.id)).status).toBe(201)
  })

  it.each([
    ['question', 'x'.repeat(501)],
    ['place', 'x'.repeat(201)],
    ['meeting', 'letter'],
    ['analysis', 'x'],
  ])('is refused with a wrong %s', async (field, value) => {
    const { status, body } = await book({ [field]: value })
    expect([status, body.errors]).toEqual([400, [{ field, message: expect.any(String) }]])
  })

  it('takes a question of the full length', async () => {
    expect((await book({ question: 'é'.repeat(500) })).body.question).toHaveLength(500)
  })
})
