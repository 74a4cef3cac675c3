// @slow

import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../config.ts'
import { openApp } from '../../../open-app.ts'
import { openPool } from '../../../platform/db/connection/open-database.ts'
import { createKysely, type Database } from '../../../platform/db/database.ts'
import { findRunningPostgresUrl } from '../../../platform/embedded-postgres/embedded-postgres.ts'
import { isAlive, readPidFile } from '../../../platform/embedded-postgres/postmaster.ts'
import { locateCluster } from '../../../platform/embedded-postgres/system-user.ts'
import { errorCode } from '../../../platform/startup-error.ts'
import { createDataFolder, migratedTemplate, silentLogger } from '../../../testing/database/data-folder.ts'
import { findInvariantViolations } from '../../../testing/features/consultation-invariants.ts'
import { type ServerProcess, sharedSecrets, spawnServer } from '../../../testing/processes/server-process.ts'
import { descendants, waitUntil } from '../../../testing/processes/spawn-script.ts'
import { sendRequest } from '../../../testing/server/test-server.ts'
import type { TestUser } from '../../../testing/server/test-users.ts'
import { copyFarmer, signInCopy } from '../../../testing/server/user-copies.ts'
import { ensureDemoAccounts } from '../../accounts/demo-accounts.ts'
import { addSlots } from '../slots/slots.ts'

const hour = 3_600_000

type Attempt = { slot: string; farmer: TestUser; key: string; acknowledged?: string }

/** Runs without a worker, so that queued jobs stay in the table and can be counted. */
const environment = (dataDir: string) => ({ ...sharedSecrets, DATA_DIR: dataDir, ROLE: 'web', RATE_LIMITS: 'off' })

async function startServerIn(dataDir: string): Promise<ServerProcess> {
  const server = await spawnServer(environment(dataDir))
  onTestFinished(async () => {
    server.child.kill('SIGKILL')
    await server.exited
  })
  return server
}

/** Creates a data directory with six farmers and an expert with more slots than the test will book. */
async function prepareDataDir() {
  const dataDir = createDataFolder({ template: await migratedTemplate() })
  const { app, close } = await openApp(readConfig(environment(dataDir), 'test'), silentLogger)
  const accounts = await ensureDemoAccounts(app)
  const getEmail = (role: string) => accounts.find(account => account.role === role)?.email ?? ''
  const { id } = await app.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', getEmail('expert'))
    .executeTakeFirstOrThrow()
  const begin = Math.ceil(Date.now() / hour) * hour + 48 * hour
  const times = Array.from({ length: 500 }, (_, index) => ({
    start: new Date(begin + index * hour),
    end: new Date(begin + (index + 1) * hour),
  }))
  const slots = (await addSlots(app.db, app, { id }, times)).map(slot => slot.id)
  const farmers: TestUser[] = []
  for (const copy of await copyFarmer(app.db, getEmail('farmer'), 6)) farmers.push(await signInCopy(app, copy))
  await close()
  return { dataDir, slots, farmers }
}

const sendBooking = (url: string, { slot, farmer, key }: Attempt) =>
  sendRequest(url, 'POST /api/consultations/consultations/', {
    token: farmer.token,
    body: { slot_id: slot },
    headers: { 'idempotency-key': key },
  })

/** Lets every farmer book one slot after another until the server stops responding. */
async function bookUntilKilled(
  url: string,
  farmers: TestUser[],
  next: () => string,
  attempts: Attempt[],
): Promise<void> {
  const client = async (farmer: TestUser) => {
    for (;;) {
      const attempt: Attempt = { slot: next(), farmer, key: randomUUID() }
      attempts.push(attempt)
      const response = await sendBooking(url, attempt).catch(() => undefined)
      if (response?.status !== 201) return
      attempt.acknowledged = response.body.id
    }
  }
  await Promise.all(farmers.map(client))
}

/** Kills the server, and its database as well in every second round. */
async function killServer(server: ServerProcess, dataDir: string, round: number): Promise<void> {
  const postmaster = readPidFile(locateCluster(dataDir).folder)?.pid ?? 0
  const processes = round % 2 ? [postmaster, ...descendants(postmaster)] : []
  server.child.kill('SIGKILL')
  for (const pid of processes) sendSigkill(pid)
  await server.exited
  await waitUntil(() => !processes.some(isAlive))
}

// After one database process is killed, the others exit on their own, some of them before their turn.
function sendSigkill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}

type BookingWithCounts = { id: string; slot_id: string; farmer_id: string; has: string }

/** Returns every booking with the number of rows that belong to it. */
async function loadBookings(db: Kysely<Database>): Promise<BookingWithCounts[]> {
  const { rows } = await sql<BookingWithCounts>`
    select b.id, b.slot_id, b.farmer_id, concat_ws(' ',
      (select count(*) from availability_slots s where s.id = b.slot_id and s.live_booking_id = b.id and s.is_booked),
      (select count(*) from audit_log where subject_id = b.id::text and action = 'booking.added'),
      (select count(*) from notifications where cause_id = b.id and type = 'booking_requested' and user_id = b.expert_id)
    ) as has
    from bookings b`.execute(db)
  return rows
}

/** Counts the queued emails about bookings, and the requests with a stored reply. */
async function countSideEffects(db: Kysely<Database>): Promise<{ emails: number; replies: number }> {
  const { rows } = await sql<{ emails: number; replies: number }>`
    select
      (select count(*)::int from graphile_worker._private_jobs where payload->>'template' = 'booking_requested') as emails,
      (select count(*)::int from idempotency_keys where status = 201 and reply is not null) as replies`.execute(db)
  return rows[0] ?? { emails: 0, replies: 0 }
}

async function expectConsistent(db: Kysely<Database>): Promise<BookingWithCounts[]> {
  const found = await loadBookings(db)
  expect(found.filter(({ has }) => has !== '1 1 1')).toEqual([])
  expect(await countSideEffects(db)).toEqual({ emails: found.length, replies: found.length })
  expect(await findInvariantViolations({ db })).toEqual([])
  return found
}

test('a server killed during bookings has lost none that it confirmed, and left no incomplete one', async () => {
  const { dataDir, slots, farmers } = await prepareDataDir()
  const attempts: Attempt[] = []
  let index = 0
  const next = () => slots[index++] ?? ''
  for (const round of [0, 1, 2]) {
    const server = await startServerIn(dataDir)
    const before = attempts.length
    const clients = bookUntilKilled(server.url, farmers, next, attempts)
    await waitUntil(() => attempts.length > before + 50 + 7 * round)
    await killServer(server, dataDir, round)
    await clients
  }
  const server = await startServerIn(dataDir)
  const pool = openPool(findRunningPostgresUrl(dataDir) ?? '', 2, () => undefined)
  onTestFinished(() => pool.end())
  const db = createKysely(pool)

  const acknowledged = attempts.filter(attempt => attempt.acknowledged !== undefined)
  expect(acknowledged.length).toBeGreaterThan(130)
  const found = new Map((await expectConsistent(db)).map(booking => [booking.id, booking]))
  for (const { acknowledged: id = '', slot, farmer } of acknowledged)
    expect(found.get(id)).toMatchObject({ slot_id: slot, farmer_id: farmer.id })

  // Repeating a request with its key gives the same booking, whether or not the first reply arrived.
  const unacknowledged = attempts.filter(attempt => attempt.acknowledged === undefined)
  expect(unacknowledged.length).toBeGreaterThan(0)
  for (const attempt of [...unacknowledged, ...acknowledged.slice(0, 3)]) {
    const again = await sendBooking(server.url, attempt)
    expect(again.status).toBe(201)
    expect(again.body.id).toBe(attempt.acknowledged ?? again.body.id)
    expect((await sendBooking(server.url, attempt)).body).toEqual(again.body)
  }
  const all = await expectConsistent(db)
  const toPairs = (list: { slot: string; farmer: string }[]) =>
    list.map(({ slot, farmer }) => `${slot} ${farmer}`).sort()
  expect(toPairs(all.map(({ slot_id, farmer_id }) => ({ slot: slot_id, farmer: farmer_id })))).toEqual(
    toPairs(attempts.map(({ slot, farmer }) => ({ slot, farmer: farmer.id }))),
  )
})
