// Measures the disk space of a photo, an analysis, a farmer and a post, for the estimates of docs/install.md.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import { insertFarmers, insertPosts } from '../support/board-rows.ts'
import { runLoad, signIn } from '../support/http.ts'
import { startKutu } from '../support/kutu-server.ts'
import { readIntegerOption } from '../support/measure.ts'
import { createPhotos, createUploadRequest } from '../support/uploads.ts'

const photoCount = readIntegerOption('photos', 60)
const uploadCount = readIntegerOption('uploads', 1200)
const rowCount = readIntegerOption('rows', 20_000)
const folder = process.env.LEAF_DATA

/** Returns real leaf photos of train and val enlarged to 2400 x 1800 px with camera noise, or synthetic ones without LEAF_DATA. */
async function createDistinctPhotos(): Promise<Buffer[]> {
  if (!folder) return createPhotos([[1600, 1200]], photoCount)
  const grain = { type: 'gaussian', mean: 128, sigma: 12 } as const
  const gray = sharp({ create: { width: 800, height: 800, channels: 3, background: '#808080', noise: grain } })
  const noise = { input: await gray.png().toBuffer(), tile: true, blend: 'soft-light' } as const
  const rows = readFileSync(join(folder, 'labels.csv'), 'utf8').trim().split('\n')
  const paths = rows.map(row => row.split(',')[0] ?? '').filter(path => /^(val|train)\//.test(path))
  const photos: Buffer[] = []
  for (let i = 0; i < photoCount; i++) {
    const path = paths[Math.floor((i * paths.length) / photoCount)] ?? ''
    const enlarged = sharp(join(folder, path)).resize({ width: 2400, height: 1800, fit: 'cover' })
    photos.push(await enlarged.composite([noise]).jpeg({ quality: 90 }).toBuffer())
  }
  return photos
}

const photos = await createDistinctPhotos()
const kutu = await startKutu()
const pool = new pg.Pool({ connectionString: kutu.databaseUrl() })

async function measureDatabaseBytes(): Promise<number> {
  await pool.query('vacuum')
  const { rows } = await pool.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  return Number(rows[0]?.bytes)
}

/** Prints the growth of the database per row; `insert` returns how many it has added. */
async function printGrowth(name: string, insert: () => Promise<number>): Promise<void> {
  const before = await measureDatabaseBytes()
  const count = await insert()
  const bytes = (await measureDatabaseBytes()) - before
  console.log(`database, per ${name}`.padEnd(44), `${(bytes / count / 1000).toFixed(2)} kB (${count} rows)`)
}

try {
  console.log(`${folder ? 'real leaves with camera noise' : 'synthetic leaves'}; Kutu from its ${kutu.buildKind}\n`)
  console.log('empty database'.padEnd(44), `${((await measureDatabaseBytes()) / 1e6).toFixed(1)} MB`)
  await printGrowth('registered farmer', async () => {
    await insertFarmers(pool, rowCount)
    return rowCount
  })
  await printGrowth('post, two of five with two responses', async () => {
    await insertPosts(pool, 1, rowCount)
    return rowCount
  })
  const { access } = await signIn(kutu.url, kutu.accounts.farmer)
  await printGrowth('analysis with its notification', async () => {
    const createRequest = (index: number) => createUploadRequest(photos[index % photos.length], access)
    const { statuses } = await runLoad(kutu.url, { calls: uploadCount, concurrency: 4, createRequest })
    // The server refuses a photo without a leaf.
    const { '201': analyses = 0, '422': refusals = 0 } = statuses
    if (analyses + refusals !== uploadCount) throw new Error(`unexpected replies: ${JSON.stringify(statuses)}`)
    return analyses
  })
  const files = readdirSync(join(kutu.dataDir, 'files/photos'), { withFileTypes: true, recursive: true })
  const sizes = files.filter(file => file.isFile()).map(file => statSync(join(file.parentPath, file.name)).size)
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length / 1000
  console.log('files, per photo'.padEnd(44), `${mean.toFixed(1)} kB (mean of ${sizes.length} files)`)
} finally {
  await pool.end()
  await kutu.stop()
}
