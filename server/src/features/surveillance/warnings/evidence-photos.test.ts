import { warnings } from '@kutu/contract/warnings'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDeciders, createOpenWarning, establish } from '../../../testing/features/surveillance.ts'
import { listReviewQueue, reviewTrainingImage } from '../../../testing/features/training.ts'
import { drawLeaf, fetchLink, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signIn, type TestUser } from '../../../testing/server/test-users.ts'
import { createFarmers } from '../../../testing/server/user-copies.ts'
import { closeWeek } from '../weekly/close-weeks.ts'
import { findMonday } from '../weekly/weeks.ts'

let server: TestServer
let admin: TestUser
let okello: TestUser
let kamau: TestUser
let farmers: TestUser[]
let id: string
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'manual' })
  ;({ admin, okello, kamau } = await createDeciders(server))
  farmers = await createFarmers(server, 9)
  await establish(
    server,
    farmers.map(farmer => farmer.id),
  )
  await sql`insert into farmer_profiles (user_id, farm_location, farm_size, crop_types, district)
    select unnest(${farmers.map(farmer => farmer.id)}::uuid[]), 'Here', 1, '{MAIZE}', 'UG-mbale'`.execute(server.app.db)
  for (const [i, farmer] of farmers.entries()) {
    // Seven reports are counted as confident, two as likely, which is hidden.
    await analyze(farmer, i, i < 7 ? 'confident' : 'likely')
  }
  for (const farmer of [farmers[0], farmers[1], farmers[2], farmers[8]]) await consent(farmer, true)
  server.clock.advance(7 * 86_400_000)
  await countAgain()
  id = await createOpenWarning(server)
})
afterAll(() => server.close())

const countAgain = () => closeWeek(server.app.db, server.app, findMonday(server.app, undefined))

/** Sends a photo of maize and gives its analysis an answer that drawn leaves do not get. */
async function analyze(farmer: TestUser, seed: number, band: string): Promise<string> {
  const { body } = await uploadPhoto(server, farmer.token, await drawLeaf({ seed, pustules: true }).jpeg().toBuffer())
  await sql`update analyses set rust_class = 'common_rust', disease = 'common_rust', band = ${band}, crop_type = 'MAIZE',
      verdict = case ${band} when 'confident' then 'confident' else 'uncertain' end where id = ${body.id}::uuid`.execute(
    server.app.db,
  )
  return body.id
}
async function consent(farmer: TestUser | undefined, is_given: boolean): Promise<void> {
  if (!farmer) throw new Error('no farmer')
  const { token } = await signIn(server, farmer.email)
  const { status } = await server.request('PUT /api/account/photo-consent/', { token, body: { is_given } })
  expect(status).toBe(200)
}
async function read(expert: TestUser, query: Record<string, number> = {}) {
  const { token } = await signIn(server, expert.email)
  return server.request('GET /api/surveillance/warnings/{id}/photos/', { token, params: { id }, query })
}
async function list(expert = okello, query: Record<string, number> = {}) {
  const { status, body, headers } = await read(expert, query)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(headers.get('cache-control')).toBe('no-store')
  return warnings.listEvidencePhotos.reply.parse(body)
}

it('experts of the country see one photo of each farmer who allowed it, of counts that are shown', async () => {
  const { count, results } = await list()
  expect(count).toBe(3)
  expect(results).toHaveLength(3)
  for (const photo of results) {
    expect(photo).toMatchObject({ rust_class: 'common_rust', disease: 'common_rust', band: 'confident', label: null })
    expect(photo.source).toBe('allowed')
    // Nothing about the farmer, the day, or a place.
    expect(Object.keys(photo).sort()).toEqual(['band', 'disease', 'image', 'label', 'rust_class', 'source'])
    expect((await fetchLink(server, photo.image)).status).toBe(200)
  }
  const pages = [await list(okello, { page_size: 2 }), await list(okello, { page_size: 2, page: 2 })]
  expect(pages.map(page => page.results.length)).toEqual([2, 1])
  expect((await read(okello, { page_size: 13 })).body.error).toBe('validation_failed')
  expect((await list(admin)).count).toBe(3)
})

it('nobody else does', async () => {
  expect((await read(kamau)).body.error).toBe('warning_of_other_country')
  expect((await read(farmers[0] ?? admin)).status).toBe(403)
})

it('a second photo of a farmer in the week is not added, and a withdrawn consent ends it at once', async () => {
  await consent(farmers[2], false)
  expect((await list()).count).toBe(2)
  await consent(farmers[2], true)
  expect((await list()).count).toBe(3)
})

it('a photo that waits for review is left out, and one that experts agreed on comes with their label', async () => {
  const reporter = farmers[3]
  if (!reporter) throw new Error('no farmer')
  const { token } = await signIn(server, reporter.email)
  const { body: history } = await server.request('GET /analysis/rust-detection/', { token })
  const analysis = history.results[0]?.id ?? ''
  await consent(reporter, true)
  expect((await list()).count).toBe(4)
  const reported = await server.request('POST /analysis/rust-detection/{id}/report/', {
    token,
    params: { id: analysis },
    body: {},
  })
  expect(reported.status, JSON.stringify(reported.body)).toBe(201)
  expect((await list()).count).toBe(3)

  for (const expert of [okello, kamau]) {
    const signedIn = await signIn(server, expert.email)
    for (const image of await listReviewQueue(server, signedIn))
      await reviewTrainingImage(server, signedIn, image.id, { action: 'correct', label: 'common_rust' })
  }
  await consent(reporter, false)
  await countAgain()
  // One confirmed report is hidden, and its photo with it.
  expect((await list()).count).toBe(3)
  await sql`update weekly_counts set farmers = 5 where strength = 'confirmed'`.execute(server.app.db)
  const { results } = await list()
  expect(results.filter(({ source }) => source === 'reported')).toMatchObject([{ label: 'common_rust' }])
  // It may be shown as a control to an expert who has not labeled it.
  expect((await list(admin)).results.filter(({ source }) => source === 'reported')).toEqual([])
})

it('there are none once the warning is declined', async () => {
  const { token } = await signIn(server, okello.email)
  await server.request('POST /api/surveillance/warnings/{id}/decline/', {
    token,
    params: { id },
    body: { reason: 'known_cause' },
  })
  expect(await list()).toMatchObject({ count: 0, results: [] })
})
