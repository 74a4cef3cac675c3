import { readFileSync } from 'node:fs'
import { retentionDays } from '@kutu/contract/retention'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database/test-database.ts'

const page = readFileSync(new URL('../../../../../docs/privacy.md', import.meta.url), 'utf8')
const getSection = (title: string) => page.split(`## ${title}\n`)[1]?.split('\n## ')[0] ?? ''

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('docs/privacy.md gives every table of the database one protection level', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const classification = getSection('Where it lies').split('| level | place')[0] ?? ''
  const lines = classification.split('\n').filter(line => /^\| (secret|sensitive|personal|internal) \|/.test(line))
  const classified = lines.flatMap(line => [...line.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name))
  expect(classified.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

it('docs/privacy.md lists every retention period with its days', () => {
  const rows = [...getSection('Retention').matchAll(/^\| `(\w+)` \| .* \| (\d+) \|$/gm)]
  expect(Object.fromEntries(rows.map(([, key, days]) => [key, Number(days)]))).toEqual(retentionDays)
})
