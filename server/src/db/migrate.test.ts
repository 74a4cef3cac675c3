import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('a test starts on a migrated database with the job queue in it', async () => {
  const { rows } = await database.pool.query(`select name from migrations order by number`)
  expect(rows[0]).toEqual({ name: 'foundation' })
  await database.pool.query(`select graphile_worker.add_job('x')`)
})
