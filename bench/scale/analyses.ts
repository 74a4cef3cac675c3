// Compares what reads and writes cost with many analyses and with 10,000, in one run: two servers with databases of their own,
// asked in turns. Databases are filled by SQL (support/analysis-rows.ts), everything else goes over HTTP.
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { findRunningPostgresUrl } from '../../server/src/platform/embedded-postgres/embedded-postgres.ts'
import { type AnalysisVolume, insertAnalyses } from '../support/analysis-rows.ts'
import { type KutuServer, startKutu } from '../support/kutu-server.ts'
import { percentile, readIntegerOption, readTextOption } from '../support/load.ts'
import { createPhotos } from '../support/uploads.ts'
import { createScaleRequests, measureErasure, measureExport, type ScaleServer, signInAll } from './scale-requests.ts'

const calls = readIntegerOption('calls', 100)
const analyses = readIntegerOption('analyses', 200_000)
const farmers = readIntegerOption('farmers', Math.ceil(analyses / 10))
const rare = readIntegerOption('rare', 20)
/** A folder that keeps the large database for the next run with the same numbers. */
const keptFolder = readTextOption('data')

const folders: string[] = []
const servers: KutuServer[] = []
const pools: pg.Pool[] = []
try {
  console.log(`${availableParallelism()} processors; ${calls} calls each, in turns\n`)
  const small = await openServer({ analyses: 10_000, farmers: 1000 })
  const large = await openServer({ analyses, farmers }, keptFolder)
  await compare(small, large)
} finally {
  for (const pool of pools) await pool.end()
  for (const server of servers) await server.stop()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
}

/** Starts a server on a database with this many analyses, whose weeks its own job counts. */
async function openServer(volume: AnalysisVolume, kept?: string): Promise<ScaleServer> {
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'kutu-scale-')))
  if (kept === undefined) folders.push(dataDir)
  const kutu = await startKutu({ DATA_DIR: dataDir })
  servers.push(kutu)
  const pool = new pg.Pool({ connectionString: findRunningPostgresUrl(dataDir) })
  pools.push(pool)
  const { rows } = await pool.query<{ is_filled: boolean }>('select exists (select from analyses) as is_filled')
  if (!rows[0]?.is_filled) await fill(kutu, pool, volume)
  for (const job of ['close_weeks', 'count_platform']) await runJob(pool, job)
  await pool.query('vacuum analyze')
  const { rows: sizes } = await pool.query<{ mb: string }>(
    'select pg_database_size(current_database()) / 1000000 as mb',
  )
  console.log(`${volume.analyses} analyses of ${volume.farmers} farmers: ${sizes[0]?.mb} MB`)
  return { kutu, pool, volume, tokens: await signInAll(kutu) }
}

/** Runs a recurring job of the server, and prints how long it takes. */
async function runJob(pool: pg.Pool, name: string): Promise<void> {
  const startedAt = performance.now()
  await pool.query('select graphile_worker.add_job($1, job_key => $1)', [name])
  const waiting = 'select from graphile_worker.jobs where key = $1'
  while ((await pool.query(waiting, [name])).rowCount !== 0) await delay(50)
  console.log(`  ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`)
}

async function fill(kutu: KutuServer, pool: pg.Pool, volume: AnalysisVolume): Promise<void> {
  await insertAnalyses(pool, volume, { deepFarmer: kutu.email, onProgress: step => console.log(`  ${step}`) })
}

async function compare(small: ScaleServer, large: ScaleServer): Promise<void> {
  console.log(
    `\n${'milliseconds'.padEnd(40)}${'small p50, p95'.padStart(18)}${'large p50, p95'.padStart(18)}   ratio p50, p95`,
  )
  const photos = await createPhotos([[800, 600]], 4)
  const measures = await createScaleRequests(photos)
  for (const { name, send } of measures) await measureInTurns(name, calls, send)
  await measureInTurns('export of personal data, until it is ready', rare, measureExport)
  await measureInTurns('erasure of an account, by its job', rare, measureErasure)

  async function measureInTurns(
    name: string,
    count: number,
    send: (server: ScaleServer, index: number) => Promise<number>,
  ): Promise<void> {
    const times = new Map<ScaleServer, number[]>([
      [small, []],
      [large, []],
    ])
    const warmUp = Math.min(10, count)
    for (let index = -warmUp; index < count; index++)
      for (const [server, measured] of times) {
        const ms = await send(server, index + warmUp)
        if (index >= 0) measured.push(ms)
      }
    const [a, b] = [...times.values()].map(list => [percentile(list, 0.5), percentile(list, 0.95)] as const)
    if (!a || !b) return
    const pair = ([p50, p95]: readonly [number, number]) => `${p50.toFixed(1)}, ${p95.toFixed(1)}`.padStart(18)
    console.log(`${name.padEnd(40)}${pair(a)}${pair(b)}   ${(b[0] / a[0]).toFixed(2)}, ${(b[1] / a[1]).toFixed(2)}`)
  }
}
