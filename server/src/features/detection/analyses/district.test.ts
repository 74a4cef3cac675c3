import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { drawLeaf, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'

let server: TestServer
let grace: TestUser
beforeAll(async () => {
  server = await startTestServer()
  grace = await signUpFarmer(server)
})
afterAll(() => server.close())

const farm = { farm_location: 'Mbale', farm_size: 2, crop_types: ['MAIZE'] }
const moveTo = (district: string | null) =>
  server.request('PUT /api/account/farm/', { token: grace.token, body: { ...farm, district } })
async function analyze(seed: number): Promise<string | null> {
  const { body } = await uploadPhoto(server, grace.token, await drawLeaf({ seed, spots: true }).jpeg().toBuffer())
  const row = await server.app.db
    .selectFrom('analyses')
    .select('district')
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow()
  return row.district
}

it('an analysis keeps the district of the first photo of its week', async () => {
  expect(await analyze(1)).toBeNull()
  await moveTo('UG-mbale')
  expect(await analyze(1)).toBe('UG-mbale')
  await moveTo('UG-tororo')
  expect(await analyze(2)).toBe('UG-mbale')
  await sql`update analyses set uploaded_at = uploaded_at - interval '7 days'`.execute(server.app.db)
  expect(await analyze(2)).toBe('UG-tororo')
  const rows = await server.app.db.selectFrom('analyses').select('district').orderBy('uploaded_at').execute()
  expect(rows.map(({ district }) => district)).toEqual([null, 'UG-mbale', 'UG-mbale', 'UG-tororo'])
})
