// Simulates the busiest hour of many farmers on a full database: visits arrive at random at the rate that these farmers would
// cause, whether or not earlier ones have ended, then at multiples of that rate. Prints latencies and CPU time.
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { insertPosts } from '../support/board-rows.ts'
import { readTreeCpuTime } from '../support/cpu-time.ts'
import { startKutu } from '../support/kutu-server.ts'
import { formatPercentiles, readIntegerOption, readTextOption } from '../support/measure.ts'
import { createRandom } from '../support/random.ts'
import { createPhotos } from '../support/uploads.ts'
import { type CallTimes, createVisitors, openStreams } from './visits.ts'

const farmers = readIntegerOption('farmers', 1_000_000)
const seconds = readIntegerOption('seconds', 120)
const largest = readIntegerOption('largest', 4)
const streams = readIntegerOption('streams', 500)
const dataDir = readTextOption('data')
if (dataDir === undefined) throw new Error('--data needs the folder that analyses.ts has kept')

/** Each farmer comes once a week with one photo, an eighth of a day's visits fall into its busiest hour. */
const visitsPerSecond = farmers / 7 / 8 / 3600

const kutu = await startKutu({ DATA_DIR: dataDir })
const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
const pool = new pg.Pool({ connectionString: kutu.databaseUrl() })
try {
  await fillBoard()
  const { rows } = await pool.query<{ mb: string; analyses: string }>(
    `select pg_database_size(current_database()) / 1000000 as mb,
      (select reltuples::bigint from pg_class where relname = 'analyses') as analyses`,
  )
  console.log(
    `${availableParallelism()} processors for server, database and load; Kutu from its ${kutu.buildKind}; ` +
      `${rows[0]?.analyses} analyses, ${rows[0]?.mb} MB\n` +
      `${farmers} farmers, each with a visit and a photo a week: ${visitsPerSecond.toFixed(1)} visits a second in the busiest hour; ` +
      `${streams} open pages that listen for news`,
  )
  const photos = await createPhotos([[1600, 1200]], 4)
  const visitors = await createVisitors(kutu, pool, { photos, count: 400 })
  const closeStreams = await openStreams(kutu, visitors, streams)
  await simulate(0.5, 20, visitors)
  for (let factor = 1; factor <= largest; factor *= 2) report(factor, await simulate(factor, seconds, visitors))
  closeStreams()
} finally {
  await pool.end()
  await kutu.stop()
}

/** Adds posts to the board of a database that has none. */
async function fillBoard(): Promise<void> {
  const { rows } = await pool.query<{ is_filled: boolean }>('select count(*) > 1000 as is_filled from posts')
  if (!rows[0]?.is_filled) await insertPosts(pool, 1, 100_000)
}

type Run = {
  times: CallTimes
  failures: ReadonlyMap<string, number>
  visits: number
  kutuCpu: number
  postgresCpu: number
}

/** Starts visits at random times for some seconds, and waits until all have ended. */
async function simulate(
  factor: number,
  duration: number,
  visitors: Awaited<ReturnType<typeof createVisitors>>,
): Promise<Run> {
  const random = createRandom(factor * 1000)
  const times: CallTimes = new Map()
  const failures = new Map<string, number>()
  const before = readCpu()
  const startedAt = performance.now()
  const visits: Promise<void>[] = []
  for (let at = 0; ; ) {
    at += (-Math.log(1 - random()) / (visitsPerSecond * factor)) * 1000
    if (at > duration * 1000) break
    await delay(Math.max(0, startedAt + at - performance.now()))
    const visit = visitors.visit(random, times).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      failures.set(reason, (failures.get(reason) ?? 0) + 1)
    })
    visits.push(visit)
  }
  await Promise.all(visits)
  const after = readCpu()
  const elapsed = performance.now() - startedAt
  return {
    ...{ times, failures, visits: visits.length },
    kutuCpu: (after.kutu - before.kutu) / elapsed,
    postgresCpu: (after.postgres - before.postgres) / elapsed,
  }
}

/** Returns the CPU time so far in milliseconds. */
function readCpu(): { kutu: number; postgres: number } {
  return { kutu: readTreeCpuTime(kutu.pid(), postmaster), postgres: readTreeCpuTime(postmaster) }
}

function report(factor: number, { times, failures, visits, kutuCpu, postgresCpu }: Run): void {
  const calls = [...times.values()].reduce((sum, list) => sum + list.length, 0)
  console.log(
    `\n${factor} x the busiest hour: ${visits} visits, ${calls} calls, ${(calls / seconds).toFixed(0)} a second; ` +
      `processors used by Kutu ${kutuCpu.toFixed(2)}, by PostgreSQL ${postgresCpu.toFixed(2)}; ` +
      `failed visits ${[...failures].map(([reason, count]) => `${count} x ${reason}`).join(', ') || 'none'}`,
  )
  for (const [name, list] of times)
    console.log(`  ${name.padEnd(34)} ${String(list.length).padStart(6)} calls   ${formatPercentiles(list)}`)
}
