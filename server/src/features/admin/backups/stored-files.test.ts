import { expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../../../testing/database/test-database.ts'
import { listStoredFiles } from './create-backup.ts'

it('a backup finds the files of more photos than a function has arguments', async () => {
  const { pool, close } = await createTestDatabase()
  onTestFinished(close)
  const client = await pool.connect()
  onTestFinished(() => client.release())
  await client.query(
    `insert into photos (id, hash, width, height, bytes, created_at)
     select gen_random_uuid(), md5('a' || n) || md5('b' || n), 1600, 1200, 200000, now() from generate_series(1, 150000) n`,
  )
  expect(await listStoredFiles(client)).toHaveLength(150_000)
})
