import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withTransaction } from '../../../platform/db/transaction.ts'
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
import { recountReports } from './recount-reports.ts'

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

it('names the diseases of photos again from the votes, and counts their reports again', async () => {
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

  // No agreed disease, and a count of the model's.
  await sql`update training_images set disease = null`.execute(server.app.db)
  await withTransaction(server.app, tx => refreshReports(server.app, tx, { farmerId: farmer.id }))
  await sql`update farmer_reports set strength = 'confirmed' where disease <> ''`.execute(server.app.db)
  await sql`update district_reports set strength = 'confirmed' where disease <> ''`.execute(server.app.db)
  expect(await listReports()).toEqual(['gray_leaf_spot confirmed'])

  for (const _ of [1, 2]) {
    await recountReports(server.app)
    expect(await listReports()).toEqual(['northern_leaf_blight confirmed'])
    expect((await checkReports(server.app)).differences).toEqual([])
  }
})
