import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { applyMigrations, createJobQueue, migrate, readMigrations } from '../../../platform/db/migrate.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { createTestDatabase } from '../../../testing/database/test-database.ts'
import { reviewTrainingImage } from '../../../testing/features/training.ts'
import { drawLeaf, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import {
  createTestAdmin,
  signUpApprovedExpert,
  signUpFarmer,
  type TestUser,
} from '../../../testing/server/test-users.ts'
import { checkReports } from '../../surveillance/reports/rebuild-reports.ts'
import { refreshReports } from '../../surveillance/reports/refresh-reports.ts'

let server: TestServer
let experts: TestUser[]
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'manual' })
  const admin = await createTestAdmin(server)
  experts = [await signUpApprovedExpert(server, admin), await signUpApprovedExpert(server, admin)]
})
afterAll(() => server.close())

const listReports = async () => {
  const { rows } = await sql<{ report: string }>`
    select concat_ws(' ', disease, strength) as report from farmer_reports where disease <> ''`.execute(server.app.db)
  return rows.map(({ report }) => report)
}

it('names the diseases of photos that an earlier release decided, and counts their reports again', async () => {
  const farmer = await signUpFarmer(server)
  const farm = { farm_location: 'Here', farm_size: 2, crop_types: ['MAIZE'], district: 'UG-mbale' }
  await server.request('PUT /api/account/farm/', { token: farmer.token, body: farm })
  const leaf = await drawLeaf({ seed: 5, spots: true }).jpeg().toBuffer()
  const { body } = await uploadPhoto(server, farmer.token, leaf)
  await sql`update analyses set rust_class = 'other_disease', disease = 'gray_leaf_spot', crop = 'maize', crop_type = 'MAIZE',
    band = 'confident', verdict = 'confident' where id = ${body.id}::uuid`.execute(server.app.db)
  const report = { token: farmer.token, params: { id: body.id }, body: {} }
  const { body: image } = await server.request('POST /analysis/rust-detection/{id}/report/', report)
  const opinion = { action: 'correct', label: 'other_disease', disease: 'maize-northern-leaf-blight' }
  for (const expert of experts) expect((await reviewTrainingImage(server, expert, image.id, opinion)).status).toBe(200)

  // What the earlier release leaves: no agreed disease, and a count of the model's.
  await sql`update training_images set disease = null`.execute(server.app.db)
  await withTransaction(server.app, tx => refreshReports(server.app, tx, { farmerId: farmer.id }))
  await sql`update farmer_reports set strength = 'confirmed' where disease <> ''`.execute(server.app.db)
  await sql`update district_reports set strength = 'confirmed' where disease <> ''`.execute(server.app.db)
  expect(await listReports()).toEqual(['gray_leaf_spot confirmed'])

  for (const _ of [1, 2]) {
    await withTransaction(server.app, tx => enqueue(tx, 'recount_reports', {}))
    await server.runJobs()
    expect(await listReports()).toEqual(['northern_leaf_blight confirmed'])
    expect((await checkReports(server.app)).differences).toEqual([])
  }
})

it('is queued by the upgrade of a database that is in use, and not by a new one', async () => {
  const { pool, close } = await createTestDatabase({ isEmpty: true })
  onTestFinished(close)
  await createJobQueue(pool)
  const client = await pool.connect()
  const earlier = readMigrations().flatMap(({ number }) => (number < 84 ? [number] : []))
  await applyMigrations(client, new Set(earlier))
  await client.query(`
    with farmer as (
      insert into users (email, username, username_key, password_hash, role, language, account_number, created_at)
      values ('joan@example.org', 'joan', 'joan', '-', 'farmer', 'en', 'A1', now()) returning id
    )
    insert into farmer_reports select id, '2026-11-16', 'UG-mbale', 'maize', '', 'photographed' from farmer`)
  client.release()
  await migrate(pool)
  const select = `select task_identifier from graphile_worker.jobs`
  expect((await pool.query(select)).rows).toEqual([{ task_identifier: 'recount_reports' }])
  expect((await server.app.pool.query(`${select} where task_identifier = 'recount_reports'`)).rows).toEqual([])
})
