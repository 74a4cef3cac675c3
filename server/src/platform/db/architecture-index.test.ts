import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database/test-database.ts'

const page = readFileSync(new URL('../../../../docs/architecture.md', import.meta.url), 'utf8')
const section = page.slice(page.indexOf('### Triggers'))
const triggerTable = section.slice(0, section.indexOf('### Functions'))
/** Table, trigger and function of each row. */
const documentedTriggers = triggerTable
  .split('\n')
  .filter(line => line.startsWith('| `'))
  .map(line =>
    line
      .split('|')
      .slice(1, 4)
      .map(cell => cell.trim().replaceAll('`', ''))
      .join(' '),
  )

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const where = 'docs/architecture.md, "Triggers and functions of the database"'

it('docs/architecture.md lists every trigger of the database with its table and function, and no other', async () => {
  const { rows: triggers } = await database.pool.query<{ name: string }>(
    `select concat_ws(' ', c.relname, t.tgname, p.proname) as name
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
     where not t.tgisinternal and c.relnamespace = 'public'::regnamespace`,
  )
  expect(documentedTriggers.toSorted(), where).toEqual(triggers.map(({ name }) => name).toSorted())
})

it('docs/architecture.md names every function of the database', async () => {
  const { rows: functions } = await database.pool.query<{ name: string }>(
    `select p.proname as name from pg_proc p
     where p.pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  )
  expect(functions.length).toBeGreaterThan(20)
  const missing = functions.filter(({ name }) => !section.includes(`\`${name}\``)).map(({ name }) => name)
  expect(missing, where).toEqual([])
})
