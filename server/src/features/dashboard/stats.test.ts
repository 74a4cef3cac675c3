import { dashboard } from '@kutu/contract/dashboard'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../../platform/db/database.ts'
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
import { countPlatform } from './platform-figures.ts'
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

/** Returns the figures after the job has counted the platform. */
async function getFreshFigures(user: TestUser) {
  await countPlatform(server.app)
  return getFigures(user)
}

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

  it('show an admin the number of users and analyses of the last count, and pending posts and experts at once', async () => {
    const before = (await getFreshFigures(admin)).place
    await signUpFarmer(server)
    await createPendingPost(server, joan)
    server.clock.advance(60_000)
    const { place } = await getFigures(admin)
    expect(before).toMatchObject({ farmers: 2, experts: 2, admins: 1, waitingExperts: 0 })
    const { common_rust = 0, healthy = 0, other_disease = 0 } = before?.outcomes ?? {}
    expect(common_rust + healthy + other_disease).toBe(1)
    expect(place).toEqual({ ...before, postsWaiting: (before?.postsWaiting ?? 0) + 1 })
    const counted = (await getFreshFigures(admin)).place
    expect(counted).toEqual({ ...place, farmers: 3, countedAt: server.clock.now().toISOString() })
    expect(counted?.monthly.at(-1)).toEqual((await getFigures(grace)).monthly.at(-1))
  })

  it('show an expert the ten figures of everybody, which are not the expert’s own', async () => {
    const figures = await getFreshFigures(okello)
    const { place } = figures
    expect(figures.totalImagesAnalyzed).toBe(0)
    expect(place?.totalImagesAnalyzed).toBe(1)
    const { common_rust, healthy, other_disease } = place?.outcomes ?? {}
    const byClass = [place?.imagesAnalyzedRust, place?.imagesAnalyzedHealthy, place?.imagesAnalyzedOtherDiseases]
    expect(byClass).toEqual([common_rust, healthy, other_disease])
    expect(place).toMatchObject({ communityPostsRust: figures.communityPostsRust, bookingsConfirmed: 0 })
    await createAppointment(server, joan, okello)
    const other = await signUpExpert(server)
    expect(await getFreshFigures(other)).toMatchObject({ bookingsConfirmed: 0, place: { bookingsConfirmed: 1 } })
    expect((await getFigures(joan)).bookingsConfirmed).toBe(1)
  })

  it('count answers that were not sure apart, for a farmer and for the platform', async () => {
    const farmer = await signUpFarmer(server)
    const before = (await getFreshFigures(admin)).place?.outcomes
    const { id } = (await uploadPhoto(server, farmer.token, await drawLeaf({ seed: 2 }).jpeg().toBuffer())).body
    await sql`
      insert into analyses (farmer_id, photo_id, source_hash, fingerprint, uploaded_at, rust_class, confidence, common_rust, healthy,
        other_disease, band, verdict, model_version)
      select farmer_id, photo_id, source_hash, fingerprint, uploaded_at, answer.rust_class, confidence, common_rust, healthy,
        other_disease, answer.band, answer.verdict, model_version
      from analyses, (values ('healthy', 'confident', 'confident'), ('healthy', 'likely', 'uncertain'),
        ('healthy', 'uncertain', 'uncertain'), ('common_rust', 'unfamiliar', 'uncertain'),
        ('common_rust', 'uncertain', 'uncertain'), ('common_rust', 'confident', 'confident')) as answer (rust_class, band, verdict)
      where id = ${id}`.execute(server.app.db)
    await sql`delete from follow_ups where analysis_id = ${id}`.execute(server.app.db)
    await sql`delete from analyses where id = ${id}`.execute(server.app.db)
    const unsure = { common_rust: 2, healthy: 1, other_disease: 0 }
    const byClass = { common_rust: 3, healthy: 3, other_disease: 0 }
    const own = await getFigures(farmer)
    expect(own).toMatchObject({ imagesAnalyzedRust: 3, imagesAnalyzedHealthy: 3, imagesAnalyzedOtherDiseases: 0 })
    expect(own).toMatchObject({ imagesAnalyzedUnsure: unsure, totalImagesAnalyzed: 6 })
    expect(own.monthly.at(-1)).toMatchObject({ ...byClass, unsure })
    const after = (await getFreshFigures(admin)).place?.outcomes
    for (const name of ['common_rust', 'healthy', 'other_disease'] as const) {
      expect((after?.[name] ?? 0) - (before?.[name] ?? 0), name).toBe(byClass[name])
      expect((after?.unsure[name] ?? 0) - (before?.unsure[name] ?? 0), name).toBe(unsure[name])
    }
  })

  it('count an analysis in the month of the server’s time zone', async () => {
    const farmer = await signUpFarmer(server)
    const { id } = (await uploadPhoto(server, farmer.token, await drawLeaf({ seed: 3 }).jpeg().toBuffer())).body
    const months = (await getFigures(farmer)).monthly.map(({ month }) => month)
    const setTime = (time: string) =>
      sql`update analyses set uploaded_at = ${`${months.at(-1)}-01T00:00:00+03:00`}::timestamptz + ${time}::interval
        where id = ${id}`.execute(server.app.db)
    const countByMonth = async () =>
      (await getFigures(farmer)).monthly.slice(-2).map(each => each.common_rust + each.healthy + each.other_disease)
    await setTime('1 second')
    expect(await countByMonth()).toEqual([0, 1])
    await setTime('-1 second')
    expect(await countByMonth()).toEqual([1, 0])
  })

  it('count a user in the current group: waiting, approved, deactivated', async () => {
    const strictServer = await startTestServer({ expertApproval: 'manual' })
    try {
      const { token } = await createTestAdmin(strictServer, 'a')
      const place = async () => {
        await countPlatform(strictServer.app)
        return (await strictServer.request('GET /api/dashboard/stats/', { token })).body.place
      }
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
    // Other plans may be cheaper while the tables are small.
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_bitmapscan = off`.execute(tx)
    const before = await countRowsTouched(tx)
    await getStats({ ...server.app, db: tx }, caller)
    return (await countRowsTouched(tx)) - before
  })

const run = (statement: RawBuilder<unknown>) => statement.execute(server.app.db)

/** Inserts many more users with posts, analyses and actions. Each tenth also gives rows to the three test users. */
async function grow(users: number): Promise<void> {
  const people = sql`generate_series(1, ${sql.lit(users)}::int)`
  const owner = (user: TestUser) => sql`case when n % 10 = 0 then ${user.id}::uuid else u.id end`
  const grown = sql`from ${people} n join users u on u.email = 'f' || n || '@grown.example'`
  await run(sql`insert into users (email, username, username_key, password_hash, role, language, account_number, activated_at, email_verified_at, created_at)
    select 'f' || n || '@grown.example', 'grown' || n, 'grown' || n, '-', 'farmer', 'en', 'g' || n, now(), now(), now() from ${people} n`)
  await run(sql`insert into posts (farmer_id, title, content, crop_type, disease_type, urgency_level, status, fingerprint, created_at)
    select ${owner(grace)}, 'Question', 'Spots', 'MAIZE', 'common_rust', 'low', 'approved', sha256(n::text::bytea), now() ${grown}`)
  await run(sql`insert into analyses (farmer_id, photo_id, source_hash, fingerprint, uploaded_at, rust_class, confidence, common_rust, healthy,
      other_disease, band, verdict, model_version)
    select ${owner(grace)}, photo_id, source_hash, fingerprint, now(), 'healthy', 1, 0, 1, 0, 'confident', 'confident', model_version
    ${grown}, (select photo_id, source_hash, fingerprint, model_version from analyses limit 1) analysis`)
  await run(sql`insert into audit_log (at, actor_id, action, subject_type, subject_id)
    select now(), ${owner(okello)}, 'post.approved', 'post', 'x' ${grown}`)
  // Vacuum marks no page for scans of an index alone while its rows are not yet on disk, or while another transaction of
  // the database (a job, an analyze of autovacuum) may still need an earlier version of them.
  const grownTables = ['users', 'posts', 'analyses', 'audit_log']
  const countUnmarkedPages = async () => {
    for (const table of grownTables) await run(sql`vacuum (analyze, freeze, index_cleanup on) ${sql.table(table)}`)
    const { rows } = await sql<{ pages: number }>`
      select sum(relpages - relallvisible)::int as pages from pg_class where oid = any(${grownTables}::regclass[])`.execute(
      server.app.db,
    )
    return rows[0]?.pages
  }
  await expect.poll(countUnmarkedPages, { timeout: 30_000 }).toBe(0)
}

it('own figures are counted from indexes alone', async () => {
  const callers = [grace, okello, admin].map(({ id, username }, i) => {
    const role = (['farmer', 'expert', 'admin'] as const)[i] ?? 'farmer'
    return { id, role, username, isApproved: true, requiredStep: null, sessionId: '', passwordConfirmedAt: new Date(0) }
  })
  await grow(7500)
  for (const caller of callers) expect(await countRowsRead(caller), caller.role).toBeLessThan(60)
  expect((await getFigures(grace)).communityPostsRust).toBeGreaterThan(750)
  expect((await getFigures(okello)).expert?.postsModerated).toBeGreaterThan(750)
})
