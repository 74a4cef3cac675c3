import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database/test-database.ts'

const page = readFileSync(new URL('../../../../docs/architecture.md', import.meta.url), 'utf8')
const section = page.split('\n## What the database does by itself\n')[1]?.split('\n## ')[0] ?? ''
const documented = [...section.matchAll(/^\| .* \| (.*) \|$/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name),
)

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('docs/architecture.md names every function of the database once, and no other', async () => {
  const { rows: functions } = await database.pool.query<{ name: string }>(
    `select p.proname as name from pg_proc p
     where p.pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  )
  expect(documented.toSorted()).toEqual(functions.map(({ name }) => name).toSorted())
})
