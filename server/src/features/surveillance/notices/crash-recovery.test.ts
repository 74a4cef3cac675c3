// @slow

import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createDataFolder } from '../../../testing/database/data-folder.ts'
import { runSql } from '../../../testing/database/run-sql.ts'
import { startSmsGateway } from '../../../testing/fakes/sms-gateway.ts'
import { fetchNotifications } from '../../../testing/features/community.ts'
import { approveSms, createOpenWarning, withdrawWarning } from '../../../testing/features/surveillance.ts'
import { type ServerProcess, sharedSecrets, spawnServer } from '../../../testing/processes/server-process.ts'
import { waitUntil } from '../../../testing/processes/spawn-script.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import {
  createSeveral,
  createTestAdmin,
  signIn,
  signUpFarmer,
  type TestUser,
} from '../../../testing/server/test-users.ts'
import { warnFarmers } from './warn-farmers.ts'

const numberOf = (index: number) => `+2567721234${String(index).padStart(2, '0')}`
const farmerCount = 6
const everybody = Array.from({ length: farmerCount }, (_, index) => numberOf(index))

/** Confirms a warning for six farmers who chose SMS. Its jobs wait for the first worker process. */
async function prepare() {
  const gateway = await startSmsGateway()
  const server = await startTestServer({ tokenSecret: sharedSecrets.TOKEN_SECRET, sms: gateway.sms })
  onTestFinished(async () => {
    await server.close()
    await gateway.close()
  })
  const farmers = await createSeveral(farmerCount, () => signUpFarmer(server))
  for (const [index, { id }] of farmers.entries()) {
    const { db } = server.app
    await db
      .updateTable('users')
      .set({ phone_number: numberOf(index) })
      .where('id', '=', id)
      .execute()
    await db.updateTable('farmer_profiles').set({ district: 'UG-mbale' }).where('user_id', '=', id).execute()
  }
  for (const { token } of farmers)
    await server.request('PUT /api/account/notification-choices/', {
      token,
      body: { choices: [{ kind: 'warnings', channel: 'text', is_on: true }] },
    })
  const admin = await createTestAdmin(server)
  const warning = await createOpenWarning(server)
  const confirm = await server.request('POST /api/surveillance/warnings/{id}/confirm/', {
    token: admin.token,
    params: { id: warning },
    body: {},
  })
  expect(confirm.status).toBe(200)
  await approveSms(server, warning)
  const startWorker = (gatewayUrl = gateway.sms.url) => spawnWorker(server, gatewayUrl)
  return { server, gateway, farmers, admin, warning, startWorker }
}

/** Starts a process that runs the jobs, and sends SMS through this gateway. */
async function spawnWorker({ databaseUrl }: TestServer, gatewayUrl: string): Promise<ServerProcess> {
  const worker = await spawnServer({
    ...sharedSecrets,
    ROLE: 'worker',
    DATABASE_URL: databaseUrl,
    DATA_DIR: createDataFolder(),
    AFRICASTALKING_USERNAME: 'kutu',
    AFRICASTALKING_API_KEY: 'key',
    AFRICASTALKING_URL: gatewayUrl,
  })
  onTestFinished(() => kill(worker))
  return worker
}

async function kill({ child, exited }: ServerProcess): Promise<void> {
  child.kill('SIGKILL')
  await exited
}

/** Kills a process while the gateway has taken its messages and not replied. Returns the numbers of the farmers. */
async function killWhileHeld(
  gateway: Awaited<ReturnType<typeof startSmsGateway>>,
  startWorker: () => Promise<ServerProcess>,
): Promise<string[]> {
  gateway.hold()
  const killed = await startWorker()
  await waitUntil(() => gateway.heldCount() === 2)
  await kill(killed)
  await waitUntil(() => gateway.heldCount() === 0)
  const numbers = gateway.accepted.map(({ to }) => to)
  gateway.resume()
  return numbers
}

type Notice = { phone_number: string; sms_at: Date | null; sms_refused: string | null }

async function listNotices({ databaseUrl }: TestServer): Promise<Notice[]> {
  const { rows } = await runSql(
    databaseUrl,
    `select phone_number, sms_at, sms_refused from warning_notices join users on id = farmer_id order by phone_number`,
  )
  return rows
}

/** Waits until all jobs about the warning are done, also those that the killed process had begun. */
const waitForJobs = ({ databaseUrl }: TestServer) =>
  waitUntil(async () => {
    const tasks = `'warn_farmers', 'sms_about_warning', 'retract_warning', 'sms_about_withdrawal'`
    const jobs = `select from graphile_worker.jobs where task_identifier in (${tasks})`
    return (await runSql(databaseUrl, jobs)).rowCount === 0
  })

/** Checks the stored outcome of every SMS, the system page, and that each farmer has one notification. */
async function expectOutcome(server: TestServer, admin: TestUser, farmers: TestUser[], unknown: string[]) {
  for (const farmer of farmers) {
    const { results } = await fetchNotifications(server, farmer)
    expect(results.filter(({ type }: { type: string }) => type === 'disease_warning')).toHaveLength(1)
  }
  const expected = everybody.map(phone_number => ({
    phone_number,
    sms_at: expect.any(Date),
    sms_refused: unknown.includes(phone_number) ? 'unknown' : null,
  }))
  expect(await listNotices(server)).toEqual(expected)
  // An attempt counts as unknown after five minutes.
  server.clock.advance(6 * 60_000)
  const { token } = await signIn(server, admin.email)
  const { body } = await server.request('GET /api/admin/system/', { token })
  expect(body.sms).toMatchObject({ is_configured: true, failed: 0, unknown: unknown.length })
}

/** Locks rows or a table until `release`, which first ends the waiting statements of a process that was killed. */
async function holdLock({ databaseUrl }: TestServer, statement: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin')
  await client.query(statement)
  const waiting = `from pg_stat_activity
    where datname = current_database() and pg_backend_pid() = any(pg_blocking_pids(pid))`
  return {
    hasWaiting: async () => (await client.query(`select ${waiting}`)).rowCount !== 0,
    release: async () => {
      // Without this, PostgreSQL would notice only later that the client is gone, and finish the statement.
      await client.query(`select pg_terminate_backend(pid, 5000) ${waiting}`)
      await client.query('rollback')
    },
  }
}

/** Accepts connections and never answers the TLS handshake, so no request is sent. */
async function startSilentServer() {
  let connections = 0
  const sockets = new Set<{ destroy: () => void }>()
  const server = createServer(socket => {
    connections++
    sockets.add(socket.on('error', () => undefined))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { url: `https://127.0.0.1:${port}`, countConnections: () => connections }
}

describe('the SMS of a warning whose process is killed', () => {
  it('is not sent again when the gateway has taken it and not replied; everybody else gets one', async () => {
    const { server, gateway, farmers, admin, startWorker } = await prepare()
    const unknown = await killWhileHeld(gateway, startWorker)
    await startWorker()
    await waitForJobs(server)
    expect(gateway.requestedNumbers.toSorted()).toEqual(everybody)
    expect(unknown).toHaveLength(2)
    await expectOutcome(server, admin, farmers, unknown)
  })

  it('is lost when its request had not left yet, because the next process cannot know that; everybody else gets one', async () => {
    const { server, gateway, farmers, admin, startWorker } = await prepare()
    const silent = await startSilentServer()
    const killed = await startWorker(silent.url)
    await waitUntil(() => silent.countConnections() === 2)
    await kill(killed)
    const unknown = (await listNotices(server)).filter(({ sms_at }) => sms_at).map(({ phone_number }) => phone_number)
    expect(unknown).toHaveLength(2)
    await startWorker()
    await waitForJobs(server)
    expect(gateway.requestedNumbers.toSorted()).toEqual(everybody.filter(number => !unknown.includes(number)))
    await expectOutcome(server, admin, farmers, unknown)
  })

  it('is sent once by the next process when the attempt was not stored yet', async () => {
    const { server, gateway, farmers, admin, warning, startWorker } = await prepare()
    await warnFarmers(server.app, { warning })
    // An attempt that is marked and not committed waits for this table.
    const lock = await holdLock(server, 'lock table disease_warnings in access exclusive mode')
    const killed = await startWorker()
    await waitUntil(lock.hasWaiting)
    await kill(killed)
    await lock.release()
    await startWorker()
    await waitForJobs(server)
    expect(gateway.requestedNumbers.toSorted()).toEqual(everybody)
    await expectOutcome(server, admin, farmers, [])
  })

  it('is not sent again when its outcome was stored and its job not yet done', async () => {
    const { server, gateway, farmers, admin, startWorker } = await prepare()
    gateway.hold()
    const killed = await startWorker()
    await waitUntil(() => gateway.heldCount() === 2)
    const [first = '', second = ''] = gateway.accepted.map(({ to }) => to)
    const lock = await holdLock(server, 'select from graphile_worker._private_jobs for update')
    gateway.resume()
    const isStored = ({ phone_number, sms_refused }: Notice) =>
      [first, second].includes(phone_number) && sms_refused === null
    await waitUntil(async () => (await listNotices(server)).filter(isStored).length === 2)
    await waitUntil(lock.hasWaiting)
    await kill(killed)
    await lock.release()
    await startWorker()
    await waitForJobs(server)
    expect(gateway.requestedNumbers.toSorted()).toEqual(everybody)
    await expectOutcome(server, admin, farmers, [])
  })
})

describe('the SMS of a withdrawal whose process is killed', () => {
  it('is not sent again when the gateway has taken it and not replied; two processes send everybody else one', async () => {
    const { server, gateway, farmers, admin, warning, startWorker } = await prepare()
    const first = await startWorker()
    await waitForJobs(server)
    await kill(first)
    expect(gateway.accepted).toHaveLength(farmerCount)
    gateway.accepted.length = 0
    gateway.requestedNumbers.length = 0
    expect((await withdrawWarning(server, await signIn(server, admin.email), warning)).status).toBe(200)
    const unknown = await killWhileHeld(gateway, startWorker)
    await Promise.all([startWorker(), startWorker()])
    await waitForJobs(server)
    expect(gateway.requestedNumbers.toSorted()).toEqual(everybody)
    expect(gateway.accepted.every(({ text }) => text.includes('no longer holds'))).toBe(true)
    const { rows } = await runSql(
      server.databaseUrl,
      `select phone_number from warning_notices join users on id = farmer_id
       where withdrawal_sms_at is not null and withdrawal_sms_refused = 'unknown'`,
    )
    expect(rows.map(({ phone_number }) => phone_number).toSorted()).toEqual(unknown.toSorted())
    for (const farmer of farmers) {
      const { results } = await fetchNotifications(server, farmer)
      expect(results.filter(({ type }: { type: string }) => type === 'warning_withdrawn')).toHaveLength(1)
    }
  })
})
