// Compares what reads and writes cost with many analyses and with 10,000, in one run: two servers with databases of their own,
// asked in turns. Databases are filled by SQL (support/analysis-rows.ts), everything else goes over HTTP.
import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type AnalysisVolume, insertAnalyses } from '../support/analysis-rows.ts'
import { type KutuServer, startKutu } from '../support/kutu-server.ts'
import { percentile, printSeconds, readIntegerOption, readTextOption } from '../support/measure.ts'
import { createPhotos } from '../support/uploads.ts'
import { createScaleRequests, measureErasure, measureExport, type ScaleServer, signInAll } from './scale-requests.ts'

const calls = readIntegerOption('calls', 100)
const analyses = readIntegerOption('analyses', 200_000)
const farmers = readIntegerOption('farmers', Math.ceil(analyses / 10))
const rare = readIntegerOption('rare', 20)
/** A folder that keeps the large database for the next run with the same numbers. */
const keptFolder = readTextOption('data')

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
}

/** Starts a server on a database with this many analyses, whose weeks its own job counts. */
async function openServer(volume: AnalysisVolume, kept?: string): Promise<ScaleServer> {
  const kutu = await startKutu(kept === undefined ? {} : { DATA_DIR: kept })
  servers.push(kutu)
  const pool = new pg.Pool({ connectionString: kutu.databaseUrl() })
  pools.push(pool)
  const { rows } = await pool.query<{ is_filled: boolean }>('select exists (select from analyses) as is_filled')
  const deepFarmer = kutu.accounts.farmer.email
  if (!rows[0]?.is_filled)
    await insertAnalyses(pool, volume, { deepFarmer, onProgress: step => console.log(`  ${step}`) })
  for (const job of ['close_weeks', 'count_platform']) await printSeconds(job, () => runJob(pool, job))
  await pool.query('vacuum analyze')
  const { rows: sizes } = await pool.query<{ mb: string }>(
    'select pg_database_size(current_database()) / 1000000 as mb',
  )
  console.log(`${volume.analyses} analyses of ${volume.farmers} farmers: ${sizes[0]?.mb} MB`)
  return { kutu, pool, tokens: await signInAll(kutu) }
}

/** Runs a recurring job of the server. */
async function runJob(pool: pg.Pool, name: string): Promise<void> {
  await pool.query('select graphile_worker.add_job($1, job_key => $1)', [name])
  const waiting = 'select from graphile_worker.jobs where key = $1'
  while ((await pool.query(waiting, [name])).rowCount !== 0) await delay(50)
}

async function compare(small: ScaleServer, large: ScaleServer): Promise<void> {
  console.log(
    `\n${'milliseconds'.padEnd(40)}${'small p50, p95'.padStart(18)}${'large p50, p95'.padStart(18)}   ratio p50, p95`,
  )
  const measures = createScaleRequests(await createPhotos([[800, 600]], 4))
  for (const { name, send } of measures) await measureInTurns(name, calls, send)
  await measureInTurns('export of personal data, until it is ready', rare, measureExport)
  await measureInTurns('erasure of an account, by its job', rare, measureErasure)

  async function measureInTurns(
    name: string,
    count: number,
    send: (server: ScaleServer, index: number) => Promise<number>,
  ): Promise<void> {
    const warmUp = Math.min(10, count)
    const times: [number[], number[]] = [[], []]
    for (let index = 0; index < count + warmUp; index++)
      for (const [i, server] of [small, large].entries()) {
        const ms = await send(server, index)
        if (index >= warmUp) times[i]?.push(ms)
      }
    const [a, b] = times.map(list => [percentile(list, 0.5), percentile(list, 0.95)] as const)
    if (!a || !b) return
    const pair = ([p50, p95]: readonly [number, number]) => `${p50.toFixed(1)}, ${p95.toFixed(1)}`.padStart(18)
    console.log(`${name.padEnd(40)}${pair(a)}${pair(b)}   ${(b[0] / a[0]).toFixed(2)}, ${(b[1] / a[1]).toFixed(2)}`)
  }
}
