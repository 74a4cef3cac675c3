import { findCard } from '@kutu/advice/cards/all-cards'
import { detection } from '@kutu/contract/detection'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { drawLeaf, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
beforeAll(async () => {
  server = await startTestServer()
  grace = await signUpFarmer(server)
})
afterAll(() => server.close())

/** Uploads a drawn leaf. The model's answer is replaced by one between rust of maize and gray leaf spot. */
async function upload(seed: number) {
  const photo = await drawLeaf({ seed, spots: true, width: 300 }).jpeg().toBuffer()
  const { body } = await uploadPhoto(server, grace.token, photo, { fields: { crop_type: 'MAIZE' } })
  const candidates = [
    { rust_class: 'other_disease', crop: 'maize', disease: 'gray_leaf_spot', probability: 0.6 },
    { rust_class: 'common_rust', crop: 'maize', disease: 'common_rust', probability: 0.35 },
    { rust_class: 'healthy', crop: 'maize', disease: 'healthy', probability: 0.05 },
  ]
  await sql`update analyses set candidates = ${JSON.stringify(candidates)}::jsonb, rust_class = 'other_disease',
    disease = 'gray_leaf_spot', crop = 'maize', band = 'uncertain', verdict = 'uncertain', confidence = 0.6, common_rust = 0.35,
    other_disease = 0.6, healthy = 0.05 where id = ${body.id}::uuid`.execute(server.app.db)
  return detection.detectRust.reply.parse(body)
}

const answer = (id: string, answers: unknown, { token }: TestUser = grace) =>
  server.request('PUT /analysis/rust-detection/{id}/answers/', { token, params: { id }, body: { answers } })

const show = async (id: string) =>
  detection.showAnalysis.reply.parse(
    (await server.request('GET /analysis/rust-detection/{id}/', { token: grace.token, params: { id } })).body,
  )

const powder = { question: 'powder', answer: 'yes' }

it('a new analysis names what the photo may show, and nothing that the farmer has seen', async () => {
  const { candidates, answers, after_answers, rust_class } = await upload(199)
  expect(candidates.length).toBeGreaterThan(1)
  const probabilities = candidates.map(({ probability }) => probability)
  expect(probabilities).toEqual(probabilities.toSorted((a, b) => b - a))
  expect(candidates[0]?.rust_class).toBe(rust_class)
  expect([answers, after_answers]).toEqual([[], null])
})

it('answers change the disease, the advice and the articles, and leave what the model said', async () => {
  const { id } = await upload(200)
  const before = await show(id)
  const { status, body } = await answer(id, [powder])
  expect(status).toBe(200)
  expect(await show(id)).toEqual({ ...body, image: expect.any(String), heatmap: body.heatmap && expect.any(String) })
  expect(body.answers).toEqual([powder])
  expect(body.after_answers).toMatchObject({ card: 'maize-common-rust', rust_class: 'common_rust' })
  expect(body.educational_resources[0].id).toBe('maize-common-rust')
  expect(body.feedback.message).toContain(findCard('maize-common-rust')?.title.en)
  expect(body.feedback.spray).toEqual([])
  const { rust_class, confidence, band, verdict, disease } = before
  expect(body).toMatchObject({ rust_class, confidence, band, verdict, disease })
})

it('answers are replaced and taken back, and one that says nothing changes nothing', async () => {
  const { id } = await upload(201)
  await answer(id, [powder])
  expect((await answer(id, [{ ...powder, answer: 'no' }])).body.after_answers.rust_class).not.toBe('common_rust')
  expect((await answer(id, [{ ...powder, answer: 'unknown' }])).body.after_answers).toBeNull()
  expect((await answer(id, [])).body).toMatchObject({ answers: [], after_answers: null })
})

it('are refused for unknown questions and answers, two answers to a question, more than three, and other people', async () => {
  const { id } = await upload(202)
  for (const other of [await signUpFarmer(server), await signUpExpert(server)])
    expect((await answer(id, [powder], other)).status).toBe(404)
  expect((await answer('00000000-0000-7000-8000-000000000009', [powder])).status).toBe(404)
  const four = ['marks', 'powder', 'strip-or-cigar', 'place-of-powder'].map(question => ({
    question,
    answer: 'unknown',
  }))
  for (const wrong of [
    [{ ...powder, question: 'smell' }],
    [{ ...powder, answer: 'perhaps' }],
    [{ question: 'powder' }],
    [powder, { ...powder, answer: 'no' }],
    four,
    'powder',
  ])
    expect([wrong, (await answer(id, wrong)).status]).toEqual([wrong, 400])
  expect((await show(id)).answers).toEqual([])
})

it('stay with the leaf when the crop is corrected', async () => {
  const { id } = await upload(203)
  await answer(id, [powder])
  const body = { crop_type: 'BEANS' }
  await server.request('PATCH /analysis/rust-detection/{id}/', { token: grace.token, params: { id }, body })
  expect((await show(id)).answers).toEqual([powder])
})

it('an answer of the model that is confident is not changed', async () => {
  const { id } = await upload(204)
  await sql`update analyses set band = 'confident', verdict = 'confident' where id = ${id}::uuid`.execute(server.app.db)
  expect((await answer(id, [powder])).body.after_answers).toBeNull()
})
