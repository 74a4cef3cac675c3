import { dashboard } from '@kutu/contract/dashboard'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../../platform/db/database.ts'
import { withTransaction } from '../../platform/db/transaction.ts'
import type { Caller } from '../../platform/http/authorization.ts'
import {
  createApprovedPost,
  createComment,
  createPendingComment,
  createPendingPost,
  moderateComment,
  moderatePost,
} from '../../testing/features/community.ts'
import { createAppointment } from '../../testing/features/consultations.ts'
import { drawLeaf, uploadPhoto } from '../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import { createTestAdmin, signUpExpert, signUpFarmer, type TestUser } from '../../testing/server/test-users.ts'
import { incrementTally, moveTally, toCountedAnswer } from '../detection/analyses/analysis-counts.ts'
import { getStats } from './stats.ts'

let server: TestServer
let grace: TestUser
let joan: TestUser
let okello: TestUser
let admin: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto' })
  grace = await signUpFarmer(server)
  joan = await signUpFarmer(server)
  okello = await signUpExpert(server)
  admin = await createTestAdmin(server)
})
afterAll(() => server.close())

const getFigures = async ({ token }: TestUser) =>
  dashboard.showStats.reply.parse((await server.request('GET /api/dashboard/stats/', { token })).body)

describe('the figures of the dashboard', () => {
  it('are a farmer’s own, and a farmer sees no figures of the platform', async () => {
    const leaf = await drawLeaf({ seed: 1, spots: true }).jpeg().toBuffer()
    const { rust_class } = (await uploadPhoto(server, grace.token, leaf)).body
    await createPendingPost(server, grace, { disease_type: 'common_rust' })
    const [own, other] = [await getFigures(grace), await getFigures(joan)]
    const analyzed = ['Rust', 'Healthy', 'OtherDiseases'].map(name => `imagesAnalyzed${name}`)
    const training = ['Rust', 'Healthy', 'OtherDiseases'].map(name => `imagesTraining${name}`)
    const others = ['totalImagesAnalyzed', 'trainingSessions', 'communityPostsRust', 'bookingsConfirmed']
    for (const name of [...analyzed, ...training, ...others])
      expect(own[name as 'trainingSessions'], name).toEqual(expect.any(Number))
    expect(own).toMatchObject({ totalImagesAnalyzed: 1, communityPostsRust: 1, expert: null, place: null })
    expect(own.monthly).toHaveLength(12)
    expect(own.monthly.at(-1)?.[rust_class as 'healthy']).toBe(1)
    expect(other).toMatchObject({ totalImagesAnalyzed: 0, communityPostsRust: 0 })
  })

  it('show an expert their own actions, not those of another expert', async () => {
    const post = await createApprovedPost(server, grace, okello)
    const waiting = await createPendingPost(server, joan)
    await moderatePost(server, okello, waiting.id, 'flag', { reason: 'Off topic' })
    await moderatePost(server, okello, waiting.id, 'unflag')
    const { id } = await createPendingComment(server, joan, post.id)
    await moderateComment(server, okello, post.id, { response_id: id, action: 'approve', expert_comment: 'Right' })
    await createComment(server, okello, post.id)
    const { expert: done } = await getFigures(okello)
    expect(done).toMatchObject({ postsModerated: 2, commentsModerated: 1, commentsWritten: 2 })
    expect(done?.model).toEqual({
      version: server.app.vision.card.version,
      accuracy: { share: expect.any(Number), photos: expect.any(Number), set: 'test_field' },
    })
    const other = await signUpExpert(server)
    expect((await getFigures(other)).expert).toMatchObject({
      postsModerated: 0,
      commentsModerated: 0,
      commentsWritten: 0,
    })
  })

  it('show an admin the number of users, analyses and pending posts', async () => {
    const before = (await getFigures(admin)).place
    await signUpFarmer(server)
    await createPendingPost(server, joan)
    const { place } = await getFigures(admin)
    expect(before).toMatchObject({ farmers: 2, experts: 2, admins: 1, waitingExperts: 0 })
    const { common_rust = 0, healthy = 0, other_disease = 0 } = before?.outcomes ?? {}
    expect(common_rust + healthy + other_disease).toBe(1)
    expect(place).toEqual({ ...before, farmers: 3, postsWaiting: (before?.postsWaiting ?? 0) + 1 })
    expect(place?.monthly.at(-1)).toEqual((await getFigures(grace)).monthly.at(-1))
  })

  it('show an expert the ten figures of everybody, which are not the expert’s own', async () => {
    const figures = await getFigures(okello)
    const { place } = figures
    expect(figures.totalImagesAnalyzed).toBe(0)
    expect(place?.totalImagesAnalyzed).toBe(1)
    const { common_rust, healthy, other_disease } = place?.outcomes ?? {}
    const byClass = [place?.imagesAnalyzedRust, place?.imagesAnalyzedHealthy, place?.imagesAnalyzedOtherDiseases]
    expect(byClass).toEqual([common_rust, healthy, other_disease])
    expect(place).toMatchObject({ communityPostsRust: figures.communityPostsRust, bookingsConfirmed: 0 })
    await createAppointment(server, joan, okello)
    const other = await signUpExpert(server)
    expect(await getFigures(other)).toMatchObject({ bookingsConfirmed: 0, place: { bookingsConfirmed: 1 } })
  })

  it('count answers that were not sure apart, for a farmer and for the platform', async () => {
    const farmer = await signUpFarmer(server)
    const total = async () => (await getFigures(admin)).place?.outcomes
    const before = await total()
    const answers = [
      { rustClass: 'healthy', band: 'confident', verdict: 'confident' },
      { rustClass: 'healthy', band: 'likely', verdict: 'uncertain' },
      { rustClass: 'healthy', band: 'uncertain', verdict: 'uncertain' },
      { rustClass: 'common_rust', band: 'unfamiliar', verdict: 'uncertain' },
      { rustClass: 'common_rust', band: null, verdict: 'uncertain' },
      { rustClass: 'common_rust', band: null, verdict: 'confident' },
    ] as const
    const at = server.clock.now()
    const counted = { farmerId: farmer.id, at }
    for (const answer of answers)
      await withTransaction(server.app, tx =>
        incrementTally(server.app, tx, { ...counted, answer: toCountedAnswer(answer) }),
      )
    const unsure = { common_rust: 2, healthy: 1, other_disease: 0 }
    const figures = { imagesAnalyzedRust: 3, imagesAnalyzedHealthy: 3, imagesAnalyzedOtherDiseases: 0 }
    expect(await getFigures(farmer)).toMatchObject({ ...figures, imagesAnalyzedUnsure: unsure, totalImagesAnalyzed: 6 })
    const classes = ['common_rust', 'healthy', 'other_disease'] as const
    const byClass = { common_rust: 3, healthy: 3, other_disease: 0 }
    const after = await total()
    for (const name of classes) {
      expect((after?.[name] ?? 0) - (before?.[name] ?? 0), name).toBe(byClass[name])
      expect((after?.unsure[name] ?? 0) - (before?.unsure[name] ?? 0), name).toBe(unsure[name])
    }
    const lastMonth = async () => (await getFigures(farmer)).monthly.at(-1)
    expect(await lastMonth()).toMatchObject({ ...byClass, unsure })

    type Answer = ReturnType<typeof toCountedAnswer>
    const move = (from: Answer, to: Answer) =>
      withTransaction(server.app, tx => moveTally(server.app, tx, { ...counted, from, to }))
    const healthy = { rustClass: 'healthy', isUnsure: true } as const
    await move(healthy, { ...healthy, isUnsure: false })
    expect(await lastMonth()).toMatchObject({ ...byClass, unsure: { ...unsure, healthy: 0 } })
    await move({ ...healthy, isUnsure: false }, { rustClass: 'other_disease', isUnsure: true })
    expect(await lastMonth()).toMatchObject({
      ...{ common_rust: 3, healthy: 2, other_disease: 1 },
      unsure: { common_rust: 2, healthy: 0, other_disease: 1 },
    })
    await move({ rustClass: 'other_disease', isUnsure: true }, { rustClass: 'common_rust', isUnsure: false })
    const all = { common_rust: 4, healthy: 2, other_disease: 0 }
    expect(await lastMonth()).toMatchObject({ ...all, unsure: { common_rust: 2, healthy: 0, other_disease: 0 } })
    const end = await total()
    for (const name of classes) expect((end?.[name] ?? 0) - (before?.[name] ?? 0), name).toBe(all[name])
  })

  it('count a user in the current group: waiting, approved, deactivated', async () => {
    const strictServer = await startTestServer({ expertApproval: 'manual' })
    try {
      const { token } = await createTestAdmin(strictServer, 'a')
      const place = async () => (await strictServer.request('GET /api/dashboard/stats/', { token })).body.place
      const { id } = await signUpExpert(strictServer)
      expect(await place()).toMatchObject({ experts: 0, waitingExperts: 1 })
      const params = { id }
      await strictServer.request('PUT /api/admin/experts/{id}/', { token, params, body: { action: 'approve' } })
      expect(await place()).toMatchObject({ experts: 1, waitingExperts: 0 })
      await strictServer.app.db.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', id).execute()
      expect(await place()).toMatchObject({ experts: 0, waitingExperts: 0, admins: 1 })
    } finally {
      await strictServer.close()
    }
  })
})

/** Returns the rows that PostgreSQL has read on this connection, from its own statistics. */
async function countRowsTouched(tx: Tx): Promise<number> {
  const { rows } = await sql<{ read: string }>`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) as read from pg_stat_xact_user_tables`.execute(
    tx,
  )
  return Number(rows[0]?.read)
}

const countRowsRead = (caller: Caller): Promise<number> =>
  server.app.db.transaction().execute(async tx => {
    const before = await countRowsTouched(tx)
    await getStats({ ...server.app, db: tx }, caller)
    return (await countRowsTouched(tx)) - before
  })

const run = (statement: RawBuilder<unknown>) => statement.execute(server.app.db)

/** Inserts many more users with posts, analyses and actions, and more rows of the three test users. */
async function grow(from: number, to: number): Promise<void> {
  const people = sql`generate_series(${sql.lit(from)}::int, ${sql.lit(to)}::int)`
  await run(sql`insert into users (email, username, username_key, password_hash, role, language, account_number, activated_at, email_verified_at, created_at)
    select 'f' || n || '@grown.example', 'grown' || n, 'grown' || n, '-', 'farmer', 'en', 'g' || n, now(), now(), now() from ${people} n`)
  await run(sql`insert into posts (farmer_id, title, content, crop_type, disease_type, urgency_level, fingerprint, created_at)
    select id, 'Question', 'Spots', 'MAIZE', 'common_rust', 'low', sha256(id::text::bytea), now() from users
    where email like '%@grown.example' on conflict do nothing`)
  await run(sql`insert into posts (farmer_id, title, content, crop_type, disease_type, urgency_level, fingerprint, created_at)
    select ${grace.id}::uuid, 'Mine ' || n, 'Spots', 'MAIZE', 'common_rust', 'low', sha256(n::text::bytea), now() from ${people} n`)
  await run(sql`insert into analysis_tallies (user_id, month, rust_class, count)
    select id, to_char(now(), 'YYYY-MM'), 'healthy', 3 from users where email like '%@grown.example' on conflict do nothing`)
  await run(sql`insert into audit_log (at, actor_id, action, subject_type, subject_id)
    select now(), id, 'post.approved', 'post', 'x' from users`)
  await run(sql`insert into audit_log (at, actor_id, action, subject_type, subject_id)
    select now(), ${okello.id}::uuid, 'post.approved', 'post', 'x' from ${people} n`)
  for (const table of [
    'users',
    'posts',
    'analysis_tallies',
    'action_tallies',
    'own_post_tallies',
    'people_tallies',
    'all_analysis_tallies',
    'post_tallies',
  ])
    await run(sql`vacuum analyze ${sql.table(table)}`)
}

it('the dashboard reads the same number of rows when everything has grown fivefold', async () => {
  const callers = [grace, okello, admin].map(({ id, username }, i) => {
    const role = (['farmer', 'expert', 'admin'] as const)[i] ?? 'farmer'
    return { id, role, username, isApproved: true, requiredStep: null, sessionId: '', passwordConfirmedAt: new Date(0) }
  })
  const reads = async () => {
    const counted: number[] = []
    for (const caller of callers) counted.push(await countRowsRead(caller))
    return counted
  }
  await grow(1, 1500)
  const few = await reads()
  await grow(1501, 7500)
  expect(await reads()).toEqual(few)
  for (const count of few) expect(count).toBeLessThan(300)
  expect((await getFigures(admin)).place?.farmers).toBe(7504)
})
