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

/** A photo, sent after those before it. Every third farmer is new. */
type Photo = {
  farmer: number
  hash: bigint
  crop: 'MAIZE' | 'BEANS' | 'OTHER'
  show: 'rust' | 'likely rust' | 'healthy' | 'nothing sure'
}

const idOf = (farmer: number) => `00000000-0000-4000-8000-${String(farmer).padStart(12, '0')}`
const isNew = ({ farmer }: Pick<Photo, 'farmer'>) => farmer % 3 === 0

/** Stores photos of one district and week. */
async function store(photos: readonly Photo[]): Promise<void> {
  const { db } = server.app
  await sql`truncate users, photos cascade`.execute(db)
  await sql`
    insert into photos (hash, width, height, bytes, created_at) values (repeat('0', 64), 1, 1, 1, now())`.execute(db)
  const farmers = [...new Set(photos.map(({ farmer }) => farmer))]
  await sql`
    insert into users (id, email, username, username_key, password_hash, role, language, account_number, created_at)
    select id, id || '@example.com', id::text, id::text, '', 'farmer', 'en', right(id::text, 10), '2026-01-01'
    from unnest(${farmers.map(idOf)}::uuid[]) as id`.execute(db)
  const insert = (sent: readonly Photo[], district: string | null, start: string) => {
    const rows = sent.map(({ farmer, hash, crop, show }) => ({
      farmer: idOf(farmer),
      hash: String(BigInt.asIntN(64, hash)),
      crop,
      class: show === 'healthy' ? 'healthy' : 'common_rust',
      disease: show === 'healthy' ? null : 'common_rust',
      band: show === 'nothing sure' ? 'uncertain' : show === 'likely rust' ? 'likely' : 'confident',
    }))
    return sql`
      insert into analyses (farmer_id, photo_id, source_hash, fingerprint, rust_class, disease, crop_type, confidence,
        common_rust, healthy, other_disease, verdict, band, model_version, district, uploaded_at)
      select farmer, (select id from photos), repeat('0', 64), hash::bigint, class, disease, crop, 1, 1, 0, 0,
        case band when 'confident' then band else 'uncertain' end, band, 'test', ${district}, ${start}::timestamptz + n * interval '1 second'
      from rows from (json_to_recordset(${JSON.stringify(rows)}::json)
        as (farmer uuid, hash text, crop text, class text, disease text, band text)) with ordinality
        as sent (farmer, hash, crop, class, disease, band, n)`.execute(db)
  }
  const earlier = farmers.filter(farmer => !isNew({ farmer }))
  await insert(
    earlier.map(farmer => ({ farmer, hash: 0n, crop: 'MAIZE', show: 'healthy' })),
    null,
    '2026-06-01T00:00:00Z',
  )
  await insert(photos, 'UG-mbale', '2026-11-02T00:00:00Z')
}

/** Returns what is counted, as `farmer crop disease strength`. */
async function listCounted(): Promise<Set<string>> {
  const { rows } = await reportsQuery(sql`a.district is not null`, 'UTC').execute(server.app.db)
  return new Set(
    rows.map(
      ({ farmer_id, crop, disease, strength }) => `${Number(farmer_id.slice(-12))} ${crop} ${disease} ${strength}`,
    ),
  )
}

/** The rule, by comparing every photo with all before it. */
function compareAll(photos: readonly Photo[]): Set<string> {
  const known = photos.filter(({ crop }) => crop !== 'OTHER')
  const isReport = ({ show }: Photo) => show === 'rust' || show === 'likely rust'
  const findEarlier = (photo: Photo, i: number) =>
    known
      .slice(0, i)
      .filter(
        earlier =>
          earlier.farmer !== photo.farmer &&
          earlier.crop === photo.crop &&
          isReport(earlier) === isReport(photo) &&
          (isNew(photo) || !isNew(earlier)) &&
          hammingDistance(earlier.hash, photo.hash) <= 8,
      )
  const copies = known.filter((photo, i) => findEarlier(photo, i).length > 0)
  const counted = known.filter((photo, i) => findEarlier(photo, i).every(earlier => copies.includes(earlier)))
  const hasSure = ({ farmer, crop }: Photo) =>
    counted.some(other => other.farmer === farmer && other.crop === crop && other.show === 'rust')
  return new Set(
    counted.flatMap(photo => {
      const start = `${photo.farmer} ${photo.crop.toLowerCase()}`
      const strength = isNew(photo) ? 'new' : hasSure(photo) ? 'confident' : 'likely'
      const report = isReport(photo) ? [`${start} common_rust ${strength}`] : []
      return isNew(photo) ? report : [...report, `${start}  photographed`]
    }),
  )
}

const bits = fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { minLength: 0, maxLength: 12 })
/** Photos of which some are copies of an earlier one, with up to twelve other bits. */
const photos = fc
  .array(
    fc.record({
      farmer: fc.integer({ min: 1, max: 60 }),
      hash: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      crop: fc.constantFrom('MAIZE', 'MAIZE', 'MAIZE', 'BEANS', 'OTHER'),
      show: fc.constantFrom('rust', 'rust', 'likely rust', 'healthy', 'nothing sure'),
      copied: fc.option(fc.nat()),
      bits,
    }),
    { minLength: 60, maxLength: 150 },
  )
  .map(drawn => {
    const sent: Photo[] = []
    for (const { hash, copied, bits: flipped, ...photo } of drawn) {
      const original = copied === null ? undefined : sent[copied % Math.max(1, sent.length)]
      const copy = flipped.reduce((changed, bit) => changed ^ (1n << BigInt(bit)), original?.hash ?? hash)
      sent.push({ ...photo, hash: copy })
    }
    return sent
  })

it('finds a copy of which one band alone is unchanged', async () => {
  const changed = Array.from({ length: 8 }, (_, band) => 1n << BigInt(7 * band)).reduce((sum, bit) => sum | bit)
  await store([
    { farmer: 1, hash: 0n, crop: 'MAIZE', show: 'rust' },
    { farmer: 2, hash: changed, crop: 'MAIZE', show: 'rust' },
  ])
  expect(await listCounted()).toEqual(new Set(['1 maize common_rust confident', '1 maize  photographed']))
})

it('leaves the better photo of a farmer alone whose first one somebody copied', async () => {
  await store([
    { farmer: 1, hash: 0n, crop: 'MAIZE', show: 'likely rust' },
    { farmer: 2, hash: 0n, crop: 'MAIZE', show: 'likely rust' },
    { farmer: 1, hash: 1n, crop: 'MAIZE', show: 'rust' },
  ])
  expect(await listCounted()).toEqual(new Set(['1 maize common_rust confident', '1 maize  photographed']))
})

it('counts near copies by the same rule as a comparison of all photos with each other', async () => {
  await fc.assert(
    fc.asyncProperty(photos, async sent => {
      await store(sent)
      expect(await listCounted()).toEqual(compareAll(sent))
    }),
    { numRuns: 8 },
  )
}, 60_000)
