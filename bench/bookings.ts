// A thousand bookings of one slot at once by 200 farmers at several servers, then a thousand approvals of the one that won:
// exactly one of each may succeed, round after round. Exits 1 when a count is off.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { databaseOver } from '../server/src/db/database.ts'
import { startEmbedded } from '../server/src/db/embedded.ts'
import { onServer, withDatabase } from '../server/src/testing/database-server.ts'
import { brokenInvariants } from '../server/src/testing/slot-invariants.ts'
import { addFarmers } from './board-rows.ts'
import { type KutuServer, type SignIn, startBeside, startKutu } from './kutu-server.ts'
import { type Call, type Figures, load, numberGiven } from './load.ts'

const rounds = numberGiven('rounds', 20)
const calls = numberGiven('calls', 1000)
const farmers = numberGiven('farmers', 200)
const servers = numberGiven('servers', 3)
const hour = 3_600_000

type Ends = (() => Promise<unknown>)[]
type Kept = { name: string; figures: Figures; wanted: Record<string, number> }

const ends: Ends = []
try {
  process.exitCode = (await measure()) ? 0 : 1
} finally {
  for (const end of ends.reverse()) await end()
}

async function measure(): Promise<boolean> {
  const { url, name } = await emptyDatabase()
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  ends.push(() => pool.end())
  const kutu = await startAll(url)
  const { urls } = kutu
  await addFarmers(pool, farmers)
  const tokens = await signInAll(urls, kutu.first)
  const byExpert = await signIn(urls[0] ?? '', kutu.first.expert)
  console.log(
    `${availableParallelism()} processors; ${name}; ${servers} servers from the ${kutu.first.how}; ` +
      `${calls} at once by ${farmers} farmers, ${rounds} rounds\n`,
  )
  const kept: Kept[] = []
  for (let round = 0; round < rounds; round++) kept.push(...(await oneRound({ pool, urls, tokens, byExpert }, round)))
  summary(kept)
  const broken = await brokenInvariants({ db: databaseOver(pool) })
  console.log(broken.length === 0 ? '\nthe database is as it must be' : `\nbroken: ${broken.join('\n')}`)
  return broken.length === 0 && kept.every(isAsWanted)
}

/** DATABASE_URL's server with a database of one's own, or an embedded PostgreSQL as the product runs it. */
async function emptyDatabase(): Promise<{ url: string; name: string }> {
  const given = process.env.DATABASE_URL
  if (given) {
    const database = `kutu_bench_${randomBytes(4).toString('hex')}`
    await onServer(given, `create database ${database}`)
    ends.push(() => onServer(given, `drop database if exists ${database} with (force)`))
    return { url: withDatabase(given, database), name: await versionOf(given) }
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'kutu-bench-'))
  ends.push(() => rm(dataDir, { recursive: true, force: true }))
  const { url, stop } = await startEmbedded({ dataDir, log: pino({ level: 'warn' }) })
  ends.push(stop)
  return { url, name: `embedded ${await versionOf(url)}` }
}

async function versionOf(url: string): Promise<string> {
  const { rows } = await onServer(url, `select 'PostgreSQL ' || current_setting('server_version') as version`)
  return String(rows[0]?.version)
}

/** Servers of one database, each with the others' secrets. */
async function startAll(databaseUrl: string): Promise<{ first: KutuServer; urls: string[] }> {
  const secret = () => randomBytes(32).toString('base64url')
  const env = { DATABASE_URL: databaseUrl, TOKEN_SECRET: secret(), URL_SECRET: secret() }
  const first = await startKutu(env)
  ends.push(first.stop)
  const urls = [first.url]
  while (urls.length < servers) {
    const { url, stop } = await startBeside(env)
    ends.push(stop)
    urls.push(url)
  }
  return { first, urls }
}

async function signIn(url: string, { email, password }: SignIn): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`sign-in of ${email}: ${answer.status}`)
  const { access } = (await answer.json()) as { access: string }
  return access
}

/** The copies have the password of the one they were copied from. */
async function signInAll(urls: string[], { password }: SignIn): Promise<string[]> {
  const tokens: string[] = []
  for (let n = 1; n <= farmers; n += urls.length)
    tokens.push(
      ...(await Promise.all(
        urls.slice(0, farmers - n + 1).map((url, at) => signIn(url, { email: `bench${n + at}@example.org`, password })),
      )),
    )
  return tokens
}

type Field = { pool: pg.Pool; urls: string[]; tokens: string[]; byExpert: string }

async function oneRound({ pool, urls, tokens, byExpert }: Field, round: number): Promise<Kept[]> {
  // Far behind the slots of the demonstration.
  const begin = Math.ceil(Date.now() / hour) * hour + (60 + round) * 24 * hour
  const slot = await addSlot(urls[0] ?? '', byExpert, begin)
  const address = (at: number, path: string) => (urls[at % urls.length] ?? '') + path
  const to = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })
  const atOnce = (make: (at: number) => Call) => load(urls[0] ?? '', { calls, atOnce: calls, make })
  const booked = await atOnce(at => ({
    path: address(at, '/api/consultations/consultations/'),
    // As the web app sends it: each request with a key under which it may be asked again.
    headers: { ...to(tokens[at % tokens.length] ?? ''), 'idempotency-key': `${slot} ${at}` },
    body: Buffer.from(JSON.stringify({ slot_id: slot })),
  }))
  const { rows } = await pool.query<{ id: string }>('select id from bookings where slot_id = $1', [slot])
  const [booking] = rows
  if (!booking || rows.length > 1) throw new Error(`the slot of round ${round + 1} has ${rows.length} bookings`)
  const approved = await atOnce(at => ({
    method: 'PUT',
    path: address(at, '/api/consultations/consultations/manage/'),
    headers: to(byExpert),
    body: Buffer.from(
      JSON.stringify({
        booking_id: booking.id,
        action: 'approve',
        selected_date: new Date(begin + (at % 3600) * 1000).toISOString(),
      }),
    ),
  }))
  const kept = [
    { name: 'booked', figures: booked, wanted: { 201: 1, 409: calls - 1 } },
    { name: 'approved', figures: approved, wanted: { 200: 1, 409: calls - 1 } },
  ]
  for (const one of kept) console.log(lineOf(round, one))
  return kept
}

async function addSlot(url: string, token: string, begin: number): Promise<string> {
  const [start_time, end_time] = [begin, begin + 2 * hour].map(at => new Date(at).toISOString())
  const answer = await fetch(`${url}/api/consultations/availability-slots/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ start_time, end_time }),
  })
  if (!answer.ok) throw new Error(`a slot: ${answer.status} ${await answer.text()}`)
  const { id } = (await answer.json()) as { id: string }
  return id
}

function isAsWanted({ figures, wanted }: Kept): boolean {
  return JSON.stringify(Object.entries(figures.statuses).sort()) === JSON.stringify(Object.entries(wanted).sort())
}

function lineOf(round: number, one: Kept): string {
  const { statuses, p50, p95 } = one.figures
  return (
    `round ${String(round + 1).padStart(2)}  ${one.name.padEnd(9)} ${JSON.stringify(statuses).padEnd(20)} ` +
    `p50 ${p50.toFixed(0).padStart(5)} ms   p95 ${p95.toFixed(0).padStart(5)} ms   ` +
    (isAsWanted(one) ? 'as it must be' : 'WRONG')
  )
}

function summary(kept: Kept[]): void {
  console.log('')
  for (const name of ['booked', 'approved']) {
    const own = kept.filter(one => one.name === name)
    const range = (of: (figures: Figures) => number) => {
      const values = own.map(({ figures }) => of(figures)).sort((a, b) => a - b)
      return `${values[0]?.toFixed(0)} to ${values.at(-1)?.toFixed(0)} ms`
    }
    console.log(
      `${name.padEnd(9)} ${own.filter(isAsWanted).length} of ${own.length} rounds as they must be; ` +
        `p50 ${range(({ p50 }) => p50)}, p95 ${range(({ p95 }) => p95)}`,
    )
  }
}
