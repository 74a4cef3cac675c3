import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { submitTrainingImage } from '../../../testing/features/training.ts'
import { drawLeaf } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signUpExpert, type TestUser } from '../../../testing/server/test-users.ts'

const imageCount = 20_000

let server: TestServer
let grace: TestUser
let wanjiru: TestUser
beforeAll(async () => {
  server = await startTestServer({ expertApproval: 'auto', labelReviewers: 1 })
  grace = await signUpExpert(server)
  wanjiru = await signUpExpert(server)
  await submitTrainingImage(server, grace, await drawLeaf({ seed: 7000 }).jpeg().toBuffer(), { label: 'healthy' })
  // Simulates years of use: experts disagree on every fifth photo.
  await sql`
    insert into training_images (uploader_id, ordinal, origin, photo_hash, source_hash, fingerprint, given_label, label,
      uploaded_at, state, accepted_as)
    select uploader_id, ordinal + n, origin, photo_hash, encode(sha256(n::text::bytea), 'hex'),
      ('x' || substr(md5(n::text), 1, 16))::bit(64)::bigint, label, label, uploaded_at + n * interval '1 second',
      case when n % 5 = 0 then 'waiting' else 'accepted' end,
      case when n % 5 = 0 then null else nextval('training_images_accepted_as') end
    from training_images, generate_series(1, ${sql.lit(imageCount)}) as n where ordinal = 0`.execute(server.app.db)
  await sql`analyze training_images`.execute(server.app.db)
})
afterAll(() => server.close())

type Node = { [name: string]: unknown; Plans?: Node[] }

/** Returns how many photos the database read according to an executed plan. */
function countPhotosRead(node: Node): number {
  const childRows = (node.Plans ?? []).reduce((sum, each) => sum + countPhotosRead(each), 0)
  if (node['Relation Name'] !== 'training_images') return childRows
  const rows = Number(node['Actual Rows'] ?? 0) + Number(node['Rows Removed by Filter'] ?? 0)
  return childRows + rows * Number(node['Actual Loops'] ?? 1)
}

/** Returns how many photos each query read while `action` ran. */
async function photosReadDuring(action: () => Promise<unknown>): Promise<number[]> {
  const client: { query: (...args: unknown[]) => unknown } = pg.Client.prototype
  const { query } = client
  const queries: { text: string; values: unknown[] }[] = []
  client.query = function recordingQuery(this: unknown, ...args: unknown[]) {
    const [text, values] = args
    if (typeof text === 'string' && /^select.*"training_images"/s.test(text))
      queries.push({ text, values: Array.isArray(values) ? values : [] })
    return query.apply(this, args)
  }
  try {
    await action()
  } finally {
    client.query = query
  }
  const connection = new pg.Client({ connectionString: server.databaseUrl })
  await connection.connect()
  const counts: number[] = []
  for (const { text, values } of queries) {
    const { rows } = await connection.query(`explain (analyze, format json) ${text}`, values)
    counts.push(countPhotosRead(rows[0]['QUERY PLAN'][0].Plan))
  }
  await connection.end()
  return counts
}

it.each([
  [
    'a new photo is compared',
    async () => submitTrainingImage(server, grace, await drawLeaf({ seed: 7001 }).jpeg().toBuffer()),
  ],
  ['own photos are listed', () => server.request('GET /analysis/upload-training-images/', { token: grace.token })],
  ['the queue is listed', () => server.request('GET /analysis/training-queue/', { token: wanjiru.token })],
  ['the summary is read', () => server.request('GET /analysis/training-summary/', { token: grace.token })],
  ['a session is started', () => server.request('POST /analysis/training-sessions/', { token: grace.token })],
])('with twenty thousand photos only a few are read when %s', async (_, action) => {
  const counts = await photosReadDuring(action)
  expect(counts.length).toBeGreaterThan(0)
  // The queue and the count of new photos stop at a thousand.
  expect(Math.max(...counts)).toBeLessThan(2500)
})
