import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { ensureDemoAccounts } from '../accounts/demo.ts'
import { readConfig } from '../config.ts'
import { errorCode } from '../db/cannot-start.ts'
import { type Database, databaseOver } from '../db/database.ts'
import { runningEmbedded } from '../db/embedded.ts'
import { openPool } from '../db/open.ts'
import { isAlive, readPidFile } from '../db/postmaster.ts'
import { findHome } from '../db/system-user.ts'
import { openApp } from '../open.ts'
import { copiesOf, signedIn } from '../testing/crowd.ts'
import { dataFolder, silent } from '../testing/data-folder.ts'
import type { Person } from '../testing/people.ts'
import { type ServerProcess, sharedSecrets, startServer } from '../testing/server-process.ts'
import { brokenInvariants } from '../testing/slot-invariants.ts'
import { descendants, until } from '../testing/spawned.ts'
import { callOver } from '../testing/world.ts'
import { addSlots } from './slots.ts'

const hour = 3_600_000

type Attempt = { slot: string; farmer: Person; key: string; acknowledged?: string }

/** No worker: what is to be sent stays where it can be counted. */
const environment = (dataDir: string) => ({ ...sharedSecrets, DATA_DIR: dataDir, ROLE: 'web', RATE_LIMITS: 'off' })

async function serverIn(dataDir: string): Promise<ServerProcess> {
  const server = await startServer(environment(dataDir))
  onTestFinished(async () => {
    server.child.kill('SIGKILL')
    await server.exited
  })
  return server
}

/** Six farmers, and an expert with more slots than they will get to. */
async function settledFolder() {
  const dataDir = dataFolder()
  const { app, close } = await openApp(readConfig(environment(dataDir), 'test'), silent)
  const accounts = await ensureDemoAccounts(app)
  const emailOf = (role: string) => accounts.find(account => account.role === role)?.email ?? ''
  const { id } = await app.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', emailOf('expert'))
    .executeTakeFirstOrThrow()
  const begin = Math.ceil(Date.now() / hour) * hour + 48 * hour
  const times = Array.from({ length: 500 }, (_, at) => ({
    start: new Date(begin + at * hour),
    end: new Date(begin + (at + 1) * hour),
  }))
  const slots = (await addSlots(app, { id }, times)).map(slot => slot.id)
  const farmers: Person[] = []
  for (const one of await copiesOf(app.db, emailOf('farmer'), 6)) farmers.push(await signedIn(app, one))
  await close()
  return { dataDir, slots, farmers }
}

const ask = (url: string, { slot, farmer, key }: Attempt) =>
  callOver(url, 'POST /api/consultations/consultations/', {
    token: farmer.token,
    body: { slot_id: slot },
    headers: { 'idempotency-key': key },
  })

/** Every farmer books one slot after the other, until the server answers no more. */
async function bookOn(url: string, farmers: Person[], next: () => string, attempts: Attempt[]): Promise<void> {
  const client = async (farmer: Person) => {
    for (;;) {
      const attempt: Attempt = { slot: next(), farmer, key: randomUUID() }
      attempts.push(attempt)
      const answered = await ask(url, attempt).catch(() => undefined)
      if (answered?.status !== 201) return
      attempt.acknowledged = answered.body.id
    }
  }
  await Promise.all(farmers.map(client))
}

/** In every second round with its database. */
async function killed(server: ServerProcess, dataDir: string, round: number): Promise<void> {
  const postmaster = readPidFile(findHome(dataDir).folder)?.pid ?? 0
  const processes = round % 2 ? [postmaster, ...descendants(postmaster)] : []
  server.child.kill('SIGKILL')
  for (const pid of processes) killAtOnce(pid)
  await server.exited
  await until(() => !processes.some(isAlive))
}

// Killing one database process makes the others end by themselves, some before their turn.
function killAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}

type Found = { id: string; slot_id: string; farmer_id: string; has: string }

/** Every booking with how much there is of what belongs to it. */
async function bookingsIn(db: Kysely<Database>): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select b.id, b.slot_id, b.farmer_id, concat_ws(' ',
      (select count(*) from availability_slots s where s.id = b.slot_id and s.live_booking_id = b.id and s.is_booked),
      (select count(*) from audit_log where subject_id = b.id::text and action = 'booking.added'),
      (select count(*) from notifications where cause_id = b.id and type = 'booking_requested' and user_id = b.expert_id)
    ) as has
    from bookings b`.execute(db)
  return rows
}

/** How many letters wait to tell the expert of a booking, and how many requests have their answer kept. */
async function besides(db: Kysely<Database>): Promise<{ letters: number; answers: number }> {
  const { rows } = await sql<{ letters: number; answers: number }>`
    select
      (select count(*)::int from graphile_worker._private_jobs where payload->>'letter' = 'booking_requested') as letters,
      (select count(*)::int from idempotency_keys where status = 201 and reply is not null) as answers`.execute(db)
  return rows[0] ?? { letters: 0, answers: 0 }
}

async function expectWhole(db: Kysely<Database>): Promise<Found[]> {
  const found = await bookingsIn(db)
  expect(found.filter(({ has }) => has !== '1 1 1')).toEqual([])
  expect(await besides(db)).toEqual({ letters: found.length, answers: found.length })
  expect(await brokenInvariants({ db })).toEqual([])
  return found
}

test('a server killed in the middle of bookings has lost none it acknowledged and left no half of one', {
  timeout: 180_000,
}, async () => {
  const { dataDir, slots, farmers } = await settledFolder()
  const attempts: Attempt[] = []
  let at = 0
  const next = () => slots[at++] ?? ''
  for (const round of [0, 1, 2]) {
    const server = await serverIn(dataDir)
    const before = attempts.length
    const clients = bookOn(server.url, farmers, next, attempts)
    await until(() => attempts.length > before + 50 + 7 * round)
    await killed(server, dataDir, round)
    await clients
  }
  const server = await serverIn(dataDir)
  const pool = openPool(runningEmbedded(dataDir) ?? '', 2, () => undefined)
  onTestFinished(() => pool.end())
  const db = databaseOver(pool)

  const acknowledged = attempts.filter(attempt => attempt.acknowledged !== undefined)
  expect(acknowledged.length).toBeGreaterThan(130)
  const found = new Map((await expectWhole(db)).map(booking => [booking.id, booking]))
  for (const { acknowledged: id = '', slot, farmer } of acknowledged)
    expect(found.get(id)).toMatchObject({ slot_id: slot, farmer_id: farmer.id })

  // Whoever heard nothing asks again with the same key, as does one who had heard: each has one booking in the end.
  const unheard = attempts.filter(attempt => attempt.acknowledged === undefined)
  expect(unheard.length).toBeGreaterThan(0)
  for (const attempt of [...unheard, ...acknowledged.slice(0, 3)]) {
    const again = await ask(server.url, attempt)
    expect(again.status).toBe(201)
    expect(again.body.id).toBe(attempt.acknowledged ?? again.body.id)
    expect((await ask(server.url, attempt)).body).toEqual(again.body)
  }
  const all = await expectWhole(db)
  const made = (list: { slot: string; farmer: string }[]) => list.map(({ slot, farmer }) => `${slot} ${farmer}`).sort()
  expect(made(all.map(({ slot_id, farmer_id }) => ({ slot: slot_id, farmer: farmer_id })))).toEqual(
    made(attempts.map(({ slot, farmer }) => ({ slot, farmer: farmer.id }))),
  )
})
