// Measures the disk space of a photo, an analysis, a farmer and a post, for the estimates of docs/install.md.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import { findRunningPostgresUrl } from '../../server/src/platform/embedded-postgres/embedded-postgres.ts'
import { insertFarmers, insertPosts } from '../support/board-rows.ts'
import { enlargeLikeCamera, readTrainingPaths } from '../support/camera-photos.ts'
import { startKutu } from '../support/kutu-server.ts'
import { readIntegerOption, runLoad } from '../support/load.ts'
import { createPhotos, createUploadRequest, signIn } from '../support/uploads.ts'

const photoCount = readIntegerOption('photos', 60)
const uploadCount = readIntegerOption('uploads', 1200)
const rowCount = readIntegerOption('rows', 20_000)
const folder = process.env.LEAF_DATA

/** Real leaf photos enlarged to 2400 x 1800 px with camera noise, or synthetic ones without LEAF_DATA. */
async function createDistinctPhotos(): Promise<Buffer[]> {
  if (!folder) return createPhotos([[1600, 1200]], photoCount)
  const paths = readTrainingPaths(folder)
  const photos: Buffer[] = []
  for (let i = 0; i < photoCount; i++) {
    const path = paths[Math.floor((i * paths.length) / photoCount)] ?? ''
    photos.push(await (await enlargeLikeCamera(sharp(join(folder, path)), 2400)).toBuffer())
  }
  return photos
}

const listFiles = (dir: string): number[] =>
  readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => statSync(join(entry.parentPath, entry.name)).size)

const describeFiles = (sizes: number[]) =>
  `${(sizes.reduce((sum, size) => sum + size, 0) / sizes.length / 1000).toFixed(1)} kB (mean of ${sizes.length} files)`

const photos = await createDistinctPhotos()
const kutu = await startKutu()
const pool = new pg.Pool({ connectionString: findRunningPostgresUrl(kutu.dataDir) })

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
  const token = await signIn(kutu)
  await printGrowth('analysis with its notification', async () => {
    const { statuses } = await runLoad(kutu.url, {
      calls: uploadCount,
      concurrency: 4,
      createRequest: index =>
        createUploadRequest(
          '/analysis/rust-detection/',
          photos[index % photos.length] ?? Buffer.alloc(0),
          index,
          token,
        ),
    })
    // The server refuses a photo without a leaf.
    const { '201': analyses = 0, '422': refusals = 0 } = statuses
    if (analyses + refusals !== uploadCount) throw new Error(`unexpected replies: ${JSON.stringify(statuses)}`)
    return analyses
  })
  for (const kind of ['photos', 'heatmaps'])
    console.log(`files, per file of ${kind}`.padEnd(44), describeFiles(listFiles(join(kutu.dataDir, 'files', kind))))
} finally {
  await pool.end()
  await kutu.stop()
}
