import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { drawnLeaf } from '../testing/drawings.ts'
import { expert, type Person } from '../testing/people.ts'
import { teach } from '../testing/training.ts'
import { type World, world } from '../testing/world.ts'

const many = 20_000

let w: World
let grace: Person
let wanjiru: Person
beforeAll(async () => {
  w = await world({ expertApproval: 'auto' })
  grace = await expert(w)
  wanjiru = await expert(w)
  await teach(w, grace, await drawnLeaf({ seed: 7000 }).jpeg().toBuffer(), { label: 'healthy' })
  // As after years: of every fifth photo experts disagree.
  await sql`
    insert into training_images (uploader_id, ordinal, origin, photo_hash, source_hash, fingerprint, given_label, label,
      uploaded_at, state, accepted_as)
    select uploader_id, ordinal + n, origin, photo_hash, encode(sha256(n::text::bytea), 'hex'),
      ('x' || substr(md5(n::text), 1, 16))::bit(64)::bigint, label, label, uploaded_at + n * interval '1 second',
      case when n % 5 = 0 then 'waiting' else 'accepted' end,
      case when n % 5 = 0 then null else nextval('training_images_accepted_as') end
    from training_images, generate_series(1, ${sql.lit(many)}) as n where ordinal = 0`.execute(w.app.db)
  await sql`analyze training_images`.execute(w.app.db)
}, 120_000)
afterAll(() => w.close())

type Node = { [name: string]: unknown; Plans?: Node[] }

/** How many photos the database looked at in a plan that it carried out. */
function photosReadIn(node: Node): number {
  const below = (node.Plans ?? []).reduce((sum, each) => sum + photosReadIn(each), 0)
  if (node['Relation Name'] !== 'training_images') return below
  const rows = Number(node['Actual Rows'] ?? 0) + Number(node['Rows Removed by Filter'] ?? 0)
  return below + rows * Number(node['Actual Loops'] ?? 1)
}

/** How many photos each query reads while something is done. */
async function photosReadBy(work: () => Promise<unknown>): Promise<number[]> {
  const client: { query: (...told: unknown[]) => unknown } = pg.Client.prototype
  const { query } = client
  const asked: { text: string; values: unknown[] }[] = []
  client.query = function noted(this: unknown, ...told: unknown[]) {
    const [text, values] = told
    if (typeof text === 'string' && /^select.*"training_images"/s.test(text))
      asked.push({ text, values: Array.isArray(values) ? values : [] })
    return query.apply(this, told)
  }
  try {
    await work()
  } finally {
    client.query = query
  }
  const connection = new pg.Client({ connectionString: w.databaseUrl })
  await connection.connect()
  const read: number[] = []
  for (const { text, values } of asked) {
    const { rows } = await connection.query(`explain (analyze, format json) ${text}`, values)
    read.push(photosReadIn(rows[0]['QUERY PLAN'][0].Plan))
  }
  await connection.end()
  return read
}

it.each([
  ['a new photo is compared', async () => teach(w, grace, await drawnLeaf({ seed: 7001 }).jpeg().toBuffer())],
  ['own photos are listed', () => w.call('GET /analysis/upload-training-images/', { token: grace.token })],
  ['the queue is listed', () => w.call('GET /analysis/training-queue/', { token: wanjiru.token })],
  ['the summary is read', () => w.call('GET /analysis/training-summary/', { token: grace.token })],
  ['a session is started', () => w.call('POST /analysis/training-sessions/', { token: grace.token })],
])('of twenty thousand photos few are read when %s', async (_, work) => {
  const read = await photosReadBy(work)
  expect(read.length).toBeGreaterThan(0)
  // A queue or a count of new photos stops at a thousand.
  expect(Math.max(...read)).toBeLessThan(2500)
})
