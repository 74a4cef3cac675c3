// Sends a thousand concurrent bookings of one slot by 200 farmers to several servers, then a thousand concurrent approvals of
// the resulting booking. Exactly one of each may succeed in every round. Exits with 1 when a count is wrong.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { createKysely } from '../../server/src/platform/db/database.ts'
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres/embedded-postgres.ts'
import { runSql, withDatabaseName } from '../../server/src/testing/database/run-sql.ts'
import { findInvariantViolations } from '../../server/src/testing/features/consultation-invariants.ts'
import { insertFarmers } from '../support/board-rows.ts'
import { type Credentials, type KutuServer, startAdditionalServer, startKutu } from '../support/kutu-server.ts'
import { type LoadRequest, type LoadResult, readIntegerOption, runLoad } from '../support/load.ts'

const rounds = readIntegerOption('rounds', 20)
const calls = readIntegerOption('calls', 1000)
const farmers = readIntegerOption('farmers', 200)
const servers = readIntegerOption('servers', 3)
const hour = 3_600_000

type CleanupSteps = (() => Promise<unknown>)[]
type Outcome = { name: string; figures: LoadResult; expectedStatuses: Record<string, number> }

const cleanups: CleanupSteps = []
try {
  process.exitCode = (await measure()) ? 0 : 1
} finally {
  for (const cleanup of cleanups.reverse()) await cleanup()
}

async function measure(): Promise<boolean> {
  const { url, name } = await createEmptyDatabase()
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  cleanups.push(() => pool.end())
  const kutu = await startServers(url)
  const { urls } = kutu
  await insertFarmers(pool, farmers)
  const tokens = await signInAll(urls, kutu.first)
  const expertToken = await signIn(urls[0] ?? '', kutu.first.expert)
  console.log(
    `${availableParallelism()} processors; ${name}; ${servers} servers from the ${kutu.first.buildKind}; ` +
      `${calls} concurrent requests by ${farmers} farmers, ${rounds} rounds\n`,
  )
  const outcomes: Outcome[] = []
  for (let round = 0; round < rounds; round++)
    outcomes.push(...(await runRound({ pool, urls, tokens, expertToken }, round)))
  printSummary(outcomes)
  const violations = await findInvariantViolations({ db: createKysely(pool) })
  console.log(
    violations.length === 0 ? '\nall invariants of the database hold' : `\nviolated: ${violations.join('\n')}`,
  )
  return violations.length === 0 && outcomes.every(isAsExpected)
}

/** Creates a database on the server of DATABASE_URL, or starts an embedded PostgreSQL. */
async function createEmptyDatabase(): Promise<{ url: string; name: string }> {
  const databaseUrl = process.env.DATABASE_URL
  if (databaseUrl) {
    const database = `kutu_bench_${randomBytes(4).toString('hex')}`
    await runSql(databaseUrl, `create database ${database}`)
    cleanups.push(() => runSql(databaseUrl, `drop database if exists ${database} with (force)`))
    return { url: withDatabaseName(databaseUrl, database), name: await readServerVersion(databaseUrl) }
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'kutu-bench-'))
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }))
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'warn' }) })
  cleanups.push(stop)
  return { url, name: `embedded ${await readServerVersion(url)}` }
}

async function readServerVersion(url: string): Promise<string> {
  const { rows } = await runSql(url, `select 'PostgreSQL ' || current_setting('server_version') as version`)
  return String(rows[0]?.version)
}

/** Starts several servers with one database and the same secrets. */
async function startServers(databaseUrl: string): Promise<{ first: KutuServer; urls: string[] }> {
  const secret = () => randomBytes(32).toString('base64url')
  const env = { DATABASE_URL: databaseUrl, TOKEN_SECRET: secret(), URL_SECRET: secret() }
  const first = await startKutu(env)
  cleanups.push(first.stop)
  const urls = [first.url]
  while (urls.length < servers) {
    const { url, stop } = await startAdditionalServer(env)
    cleanups.push(stop)
    urls.push(url)
  }
  return { first, urls }
}

async function signIn(url: string, { email, password }: Credentials): Promise<string> {
  const response = await fetch(`${url}/api/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`sign-in of ${email}: ${response.status}`)
  const { access } = (await response.json()) as { access: string }
  return access
}

/** Signs in all farmers. They are copies of the demo farmer and have the same password. */
async function signInAll(urls: string[], { password }: Credentials): Promise<string[]> {
  const tokens: string[] = []
  for (let n = 1; n <= farmers; n += urls.length)
    tokens.push(
      ...(await Promise.all(
        urls
          .slice(0, farmers - n + 1)
          .map((url, index) => signIn(url, { email: `bench${n + index}@example.org`, password })),
      )),
    )
  return tokens
}

type RoundContext = { pool: pg.Pool; urls: string[]; tokens: string[]; expertToken: string }

async function runRound({ pool, urls, tokens, expertToken }: RoundContext, round: number): Promise<Outcome[]> {
  // Later than all slots of the demo data.
  const slotStart = Math.ceil(Date.now() / hour) * hour + (60 + round) * 24 * hour
  const slot = await addSlot(urls[0] ?? '', expertToken, slotStart)
  const urlAt = (index: number, path: string) => (urls[index % urls.length] ?? '') + path
  const createHeaders = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })
  const sendAll = (make: (index: number) => LoadRequest) =>
    runLoad(urls[0] ?? '', { calls, concurrency: calls, createRequest: make })
  const bookingFigures = await sendAll(index => ({
    path: urlAt(index, '/api/consultations/consultations/'),
    // Each request has its own idempotency key, as in the web app.
    headers: { ...createHeaders(tokens[index % tokens.length] ?? ''), 'idempotency-key': `${slot} ${index}` },
    body: Buffer.from(JSON.stringify({ slot_id: slot })),
  }))
  const { rows } = await pool.query<{ id: string }>('select id from bookings where slot_id = $1', [slot])
  const [booking] = rows
  if (!booking || rows.length > 1) throw new Error(`the slot of round ${round + 1} has ${rows.length} bookings`)
  const approvalFigures = await sendAll(index => ({
    method: 'PUT',
    path: urlAt(index, '/api/consultations/consultations/manage/'),
    headers: createHeaders(expertToken),
    body: Buffer.from(
      JSON.stringify({
        booking_id: booking.id,
        action: 'approve',
        selected_date: new Date(slotStart + (index % 3600) * 1000).toISOString(),
      }),
    ),
  }))
  const outcomes = [
    { name: 'booked', figures: bookingFigures, expectedStatuses: { 201: 1, 409: calls - 1 } },
    { name: 'approved', figures: approvalFigures, expectedStatuses: { 200: 1, 409: calls - 1 } },
  ]
  for (const outcome of outcomes) console.log(formatOutcome(round, outcome))
  return outcomes
}

async function addSlot(url: string, token: string, slotStart: number): Promise<string> {
  const [start_time, end_time] = [slotStart, slotStart + 2 * hour].map(time => new Date(time).toISOString())
  const response = await fetch(`${url}/api/consultations/availability-slots/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ start_time, end_time }),
  })
  if (!response.ok) throw new Error(`a slot: ${response.status} ${await response.text()}`)
  const { id } = (await response.json()) as { id: string }
  return id
}

function isAsExpected({ figures, expectedStatuses }: Outcome): boolean {
  return (
    JSON.stringify(Object.entries(figures.statuses).sort()) === JSON.stringify(Object.entries(expectedStatuses).sort())
  )
}

function formatOutcome(round: number, outcome: Outcome): string {
  const { statuses, p50, p95 } = outcome.figures
  return (
    `round ${String(round + 1).padStart(2)}  ${outcome.name.padEnd(9)} ${JSON.stringify(statuses).padEnd(20)} ` +
    `p50 ${p50.toFixed(0).padStart(5)} ms   p95 ${p95.toFixed(0).padStart(5)} ms   ` +
    (isAsExpected(outcome) ? 'as expected' : 'WRONG')
  )
}

function printSummary(outcomes: Outcome[]): void {
  console.log('')
  for (const name of ['booked', 'approved']) {
    const sameKind = outcomes.filter(outcome => outcome.name === name)
    const range = (getValue: (figures: LoadResult) => number) => {
      const values = sameKind.map(({ figures }) => getValue(figures)).sort((a, b) => a - b)
      return `${values[0]?.toFixed(0)} to ${values.at(-1)?.toFixed(0)} ms`
    }
    console.log(
      `${name.padEnd(9)} ${sameKind.filter(isAsExpected).length} of ${sameKind.length} rounds as expected; ` +
        `p50 ${range(({ p50 }) => p50)}, p95 ${range(({ p95 }) => p95)}`,
    )
  }
}
