import { hammingDistance } from '@kutu/vision/quality/perceptual-hash'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { reportsQuery } from './select-reports.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** A photo of a maize leaf with common rust, sent after those before it. */
type Photo = { farmer: number; hash: bigint }

const idOf = (farmer: number) => `00000000-0000-4000-8000-${String(farmer).padStart(12, '0')}`

/** Stores photos of one district and week, of farmers who have been here for long. */
async function store(photos: readonly Photo[]): Promise<void> {
  const { db } = server.app
  await sql`truncate users, photos cascade`.execute(db)
  await sql`
    insert into photos (hash, width, height, bytes, created_at) values (repeat('0', 64), 1, 1, 1, now())`.execute(db)
  const farmers = [...new Set(photos.map(({ farmer }) => farmer))]
  await sql`
    insert into users (id, email, username, username_key, password_hash, role, language, account_number, created_at)
    select id, id || '@example.com', id::text, id::text, '', 'farmer', 'en', right(id::text, 10), '2026-01-01' from unnest(${farmers.map(idOf)}::uuid[]) as id`.execute(
    db,
  )
  const insert = (ids: string[], hashes: string[], district: string | null, start: string) =>
    sql`
      insert into analyses (farmer_id, photo_id, source_hash, fingerprint, rust_class, disease, crop_type, confidence,
        common_rust, healthy, other_disease, verdict, band, model_version, district, uploaded_at)
      select farmer, (select id from photos), repeat('0', 64), hash, 'common_rust', 'common_rust', 'MAIZE', 1, 1, 0, 0,
        'confident', 'confident', 'test', ${district}, ${start}::timestamptz + n * interval '1 second'
      from unnest(${ids}::uuid[], ${hashes}::bigint[]) with ordinality as sent (farmer, hash, n)`.execute(db)
  // Nobody is new: everybody sent a photo months ago.
  await insert(farmers.map(idOf), farmers.map(String), null, '2026-06-01T00:00:00Z')
  const hashes = photos.map(({ hash }) => String(BigInt.asIntN(64, hash)))
  await insert(
    photos.map(({ farmer }) => idOf(farmer)),
    hashes,
    'UG-mbale',
    '2026-11-02T00:00:00Z',
  )
}

/** Returns the farmers whose reports are counted, sorted. */
async function listCounted(): Promise<number[]> {
  const { rows } = await reportsQuery(sql`a.district is not null`, 'UTC').execute(server.app.db)
  return rows
    .filter(({ disease }) => disease !== '')
    .map(({ farmer_id }) => Number(farmer_id.slice(-12)))
    .sort((a, b) => a - b)
}

/** The rule, by comparing every photo with all before it. */
function compareAll(photos: readonly Photo[]): number[] {
  const isCopy = ({ farmer, hash }: Photo, i: number) =>
    photos.slice(0, i).some(earlier => earlier.farmer !== farmer && hammingDistance(earlier.hash, hash) <= 8)
  const counted = photos.filter((photo, i) => !isCopy(photo, i)).map(({ farmer }) => farmer)
  return [...new Set(counted)].sort((a, b) => a - b)
}

const bits = fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { minLength: 0, maxLength: 12 })
/** Photos of which some are copies of an earlier one, with up to twelve other bits. */
const photos = fc
  .array(
    fc.record({
      farmer: fc.integer({ min: 1, max: 40 }),
      hash: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      copied: fc.option(fc.nat()),
      bits,
    }),
    { minLength: 60, maxLength: 150 },
  )
  .map(drawn => {
    const sent: Photo[] = []
    for (const { farmer, hash, copied, bits: flipped } of drawn) {
      const original = copied === null ? undefined : sent[copied % Math.max(1, sent.length)]
      const copy = flipped.reduce((changed, bit) => changed ^ (1n << BigInt(bit)), original?.hash ?? hash)
      sent.push({ farmer, hash: copy })
    }
    return sent
  })

it('finds the same near copies as a comparison of all photos with each other', async () => {
  await fc.assert(
    fc.asyncProperty(photos, async sent => {
      await store(sent)
      expect(await listCounted()).toEqual(compareAll(sent))
    }),
    { numRuns: 8 },
  )
}, 60_000)
