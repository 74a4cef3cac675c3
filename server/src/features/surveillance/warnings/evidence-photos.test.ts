import { createHash } from 'node:crypto'
import { type EvidenceLabel, warnings } from '@kutu/contract/warnings'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  chooseCountry,
  createDeciders,
  createOpenWarning,
  establish,
  withdrawWarning,
} from '../../../testing/features/surveillance.ts'
import { listReviewQueue, reviewTrainingImage } from '../../../testing/features/training.ts'
import { drawLeaf, fetchLink, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signIn, signUpApprovedExpert, type TestUser } from '../../../testing/server/test-users.ts'
import { createFarmers } from '../../../testing/server/user-copies.ts'
import { closeWeek } from '../weekly/close-weeks.ts'
import { findMonday } from '../weekly/weeks.ts'

let server: TestServer
let admin: TestUser
let okello: TestUser
let kamau: TestUser
let acen: TestUser
let farmers: TestUser[]
let crowd: TestUser[]
let id: string
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'manual' })
  ;({ admin, okello, kamau } = await createDeciders(server))
  acen = await signUpApprovedExpert(server, admin)
  await chooseCountry(server, acen, 'UG')
  farmers = await createFarmers(server, 19)
  crowd = farmers.splice(9)
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

async function label(expert: TestUser, photo_id: string, value: EvidenceLabel) {
  const { token } = await signIn(server, expert.email)
  return server.request('PUT /api/surveillance/warnings/{id}/photos/{photo_id}/label/', {
    token,
    params: { id, photo_id },
    body: { label: value },
  })
}

it('who decides sees one photo of each farmer who allowed it, of counts that are shown', async () => {
  const { count, results } = await list(admin)
  expect(count).toBe(3)
  expect(results).toHaveLength(3)
  for (const photo of results) {
    // Nothing about the farmer, the day, or a place.
    expect(photo).toEqual({
      id: photo.id,
      image: photo.image,
      own_label: null,
      findings: {
        rust_class: 'common_rust',
        disease: 'common_rust',
        band: 'confident',
        label: null,
        source: 'allowed',
        others: [],
      },
    })
    expect((await fetchLink(server, photo.image)).status).toBe(200)
  }
  const pages = [await list(okello, { page_size: 2 }), await list(okello, { page_size: 2, page: 2 })]
  expect(pages.map(page => page.results.length)).toEqual([2, 1])
  expect((await read(okello, { page_size: 13 })).body.error).toBe('validation_failed')
  expect((await list()).count).toBe(3)
})

it('an expert learns the answer and the labels of others after labeling the photo, and not before', async () => {
  const none = { photos: 0, agreed: 0 }
  const blind = await list()
  expect(blind.results.map(({ own_label, findings }) => [own_label, findings])).toEqual(
    Array.from({ length: 3 }, () => [null, null]),
  )
  const [first, second] = blind.results.map(photo => photo.id)
  if (!first || !second) throw new Error('no photos')
  const labeled = await label(okello, first, 'this_disease')
  expect(labeled.status, JSON.stringify(labeled.body)).toBe(200)
  expect(labeled.body).toMatchObject({
    id: first,
    own_label: 'this_disease',
    findings: { rust_class: 'common_rust', band: 'confident', others: [] },
  })
  expect(await list()).toMatchObject({
    results: [{ id: first, own_label: 'this_disease' }, { findings: null }, { findings: null }],
    checked: none,
  })

  // Acen has labeled both, okello the first.
  expect((await list(acen)).results.map(photo => photo.findings)).toEqual([null, null, null])
  const others = [{ label: 'this_disease', experts: 1 }]
  expect((await label(acen, first, 'this_disease')).body.findings).toMatchObject({ others })
  expect((await label(acen, second, 'healthy')).body.findings).toMatchObject({ others: [] })
  expect(await list()).toMatchObject({
    results: [{ findings: { others } }, { own_label: null, findings: null }, { findings: null }],
    checked: { photos: 1, agreed: 1 },
  })
})

it('the photos that two experts checked are counted of those that an expert has labeled, and all for administrators', async () => {
  const [first = '', second = '', third = ''] = (await list()).results.map(photo => photo.id)
  expect((await list(okello)).checked).toEqual({ photos: 1, agreed: 1 })
  expect((await label(acen, third, 'this_disease')).status).toBe(200)
  // The answer is known after the first label, so it stays.
  expect(await label(okello, first, 'unclear')).toMatchObject({
    status: 409,
    body: { error: 'already_labeled' },
  })
  expect((await label(okello, first, 'this_disease')).status).toBe(200)
  expect((await label(okello, second, 'other_disease')).status).toBe(200)
  expect((await list(okello)).checked).toEqual({ photos: 2, agreed: 1 })
  const { token } = await signIn(server, acen.email)
  const preview = await server.request('GET /api/surveillance/warnings/{id}/preview/', { token, params: { id } })
  expect(preview.body.labeled_photos).toBe(2)
  const seen = await list(admin)
  expect(seen.checked).toEqual({ photos: 2, agreed: 1 })
  expect(seen.results.map(photo => photo.findings?.others)).toEqual([
    [{ label: 'this_disease', experts: 2 }],
    [
      { label: 'healthy', experts: 1 },
      { label: 'other_disease', experts: 1 },
    ],
    [{ label: 'this_disease', experts: 1 }],
  ])
  // A new expert of the country learns nothing of that.
  const nantume = await signUpApprovedExpert(server, await signIn(server, admin.email))
  await chooseCountry(server, nantume, 'UG')
  expect(await list(nantume)).toMatchObject({
    count: 3,
    checked: { photos: 0, agreed: 0 },
    results: [{ findings: null }, { findings: null }, { findings: null }],
  })
})

it('the labels of an expert do not count while the approval has ended', async () => {
  const decide = async (action: string) => {
    const { token } = await signIn(server, admin.email)
    const { status } = await server.request('PUT /api/admin/experts/{id}/', {
      token,
      params: { id: acen.id },
      body: { action },
    })
    expect(status).toBe(200)
    const { checked, results } = await list(admin)
    return [checked, results.map(photo => photo.findings?.others.length)]
  }
  expect(await decide('decline')).toEqual([{ photos: 0, agreed: 0 }, [1, 1, 0]])
  expect(await decide('approve')).toEqual([{ photos: 2, agreed: 1 }, [1, 2, 1]])
})

it('only experts of the country label, and only photos that they may see', async () => {
  const [first = ''] = (await list()).results.map(photo => photo.id)
  expect((await label(kamau, first, 'healthy')).body.error).toBe('warning_of_other_country')
  // Administrators see the answers, so their labels would not be blind.
  expect((await label(admin, first, 'healthy')).status).toBe(403)
  expect((await label(okello, '0'.repeat(32), 'healthy')).status).toBe(404)
  const { rows } = await sql<{ id: string }>`
    select md5(id::text) as id from analyses where farmer_id = ${farmers[4]?.id}`.execute(server.app.db)
  expect((await label(okello, rows[0]?.id ?? '', 'healthy')).status).toBe(404)
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
  const place = createHash('md5').update(analysis).digest('hex')
  const { results } = await list()
  expect(results.find(photo => photo.id === place)).toMatchObject({ own_label: null, findings: null })
  const { body } = await label(okello, place, 'this_disease')
  expect(body.findings).toMatchObject({ label: 'common_rust', source: 'reported' })
  // It may be shown as a control to an expert who has not labeled it.
  expect((await list(admin)).results.map(photo => photo.id)).not.toContain(place)
})

it('once it is decided, those who decide see all findings, and nobody labels', async () => {
  const { token } = await signIn(server, okello.email)
  const confirmed = await server.request('POST /api/surveillance/warnings/{id}/confirm/', {
    token,
    params: { id },
    body: { weeks: 1 },
  })
  expect(confirmed.status).toBe(200)
  const { results, checked } = await list(acen)
  expect(checked).toEqual({ photos: 2, agreed: 1 })
  expect(results.map(({ own_label, findings }) => [own_label, findings?.others.length])).toEqual([
    ['this_disease', 1],
    ['healthy', 1],
    ['this_disease', 0],
  ])
  expect((await label(acen, results[0]?.id ?? '', 'healthy')).body.error).toBe('already_decided')
})

it('there are none once the warning is withdrawn', async () => {
  expect((await withdrawWarning(server, await signIn(server, okello.email), id)).status).toBe(200)
  expect(await list()).toMatchObject({ count: 0, results: [], checked: { photos: 0, agreed: 0 } })
})

async function readEvidence() {
  const { token } = await signIn(server, okello.email)
  const { body } = await server.request('GET /api/surveillance/warnings/{id}/', { token, params: { id } })
  return warnings.showWarning.reply.parse(body)
}

it('who decides sees how old the accounts are, and how many photos are different', async () => {
  const { sources } = await readEvidence()
  expect(sources).toMatchObject({ account_days: 30, distinct_photos: 9 })
  const sent = sources?.photos ?? 0
  // Ten new accounts send the photo of one farmer again.
  await sql`update users set created_at = (select min(uploaded_at) from analyses) - interval '3 days'
    where id = any(${crowd.map(({ id }) => id)}::uuid[])`.execute(server.app.db)
  await sql`insert into analyses select copied.* from analyses a, unnest(${crowd.map(({ id }) => id)}::uuid[]) as account,
      jsonb_populate_record(null::analyses, to_jsonb(a) || jsonb_build_object('id', gen_random_uuid(), 'farmer_id', account,
        'uploaded_at', a.uploaded_at + interval '1 minute')) as copied
    where a.id = (select id from analyses where farmer_id = ${farmers[0]?.id} order by uploaded_at limit 1)`.execute(
    server.app.db,
  )
  expect((await readEvidence()).sources).toEqual({ account_days: 3, photos: sent + 10, distinct_photos: 9 })
  await sql`delete from analyses where farmer_id = any(${crowd.map(({ id }) => id)}::uuid[])`.execute(server.app.db)
})

it('who decides sees how many farmers report for the first time in five weeks, also of those who move', async () => {
  const readFirst = async () => (await readEvidence()).first_reports
  /** Adds a copy of a farmer's photo, of as many hours before. */
  const copy = (i: number, hours: number, changes: object) =>
    sql`insert into analyses select (jsonb_populate_record(a, ${JSON.stringify(changes)}::jsonb || jsonb_build_object('id', gen_random_uuid(),
      'uploaded_at', a.uploaded_at - interval '1 hour' * ${hours}::integer))).* from analyses a where a.farmer_id = ${farmers[i]?.id}`.execute(
      server.app.db,
    )
  expect(await readFirst()).toBe(9)
  await copy(0, 14 * 24, { district: 'UG-gulu' })
  expect(await readFirst()).toBe(8)
  // At the time of the earlier report the account was new.
  await copy(1, 14 * 24, {})
  await sql`update users set created_at = (select min(uploaded_at) - interval '1 day' from analyses where farmer_id = users.id)
    where id = ${farmers[1]?.id}`.execute(server.app.db)
  expect(await readFirst()).toBe(7)
  await sql`update analyses set district = 'UG-gulu' where farmer_id = ${farmers[2]?.id}`.execute(server.app.db)
  expect(await readFirst()).toBe(6)
})
