// @slow

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../testing/database/test-database.ts'
import { postBody } from '../testing/features/community.ts'
import { drawLeaf } from '../testing/images/synthetic-photos.ts'
import { buildPreviousRelease } from '../testing/processes/previous-release.ts'
import { type ServerProcess, sharedSecrets, spawnServer } from '../testing/processes/server-process.ts'
import { waitUntil } from '../testing/processes/spawn-script.ts'
import { sendRequest, type TestResponse } from '../testing/server/test-server.ts'
import { farmerRegistration } from '../testing/server/test-users.ts'

const hour = 3_600_000
type Kind = 'sign-up' | 'post' | 'analysis' | 'booking'
const kinds: Kind[] = ['sign-up', 'post', 'analysis', 'booking']

/** Writes to all servers in turn until it is stopped, and remembers what was acknowledged. */
class Load {
  /** The servers that the load balancer knows. */
  servers: { name: string; url: string }[] = []
  readonly acknowledged: { kind: Kind; server: string; id: string }[] = []
  readonly failures: string[] = []
  #isStopped = false
  #clients: Promise<void>[] = []
  #slots = 0

  start(send: (kind: Kind, url: string, nth: number) => Promise<TestResponse>): void {
    this.#clients = kinds.map(async kind => {
      for (let nth = 0; !this.#isStopped; nth++) {
        const server = this.servers[nth % this.servers.length]
        if (!server) throw new Error('there is no server')
        const { status, body } = await send(kind, server.url, nth)
        if (status === 201)
          this.acknowledged.push({ kind, server: server.name, id: String(body.id ?? body.email ?? body.user?.email) })
        else this.failures.push(`${kind} on ${server.name}: ${status} ${JSON.stringify(body)}`)
      }
    })
  }

  /** Returns a time for a slot that no other slot has. */
  nextSlot(): { start_time: string; end_time: string } {
    const begin = Math.ceil(Date.now() / hour) * hour + (30 * 24 + ++this.#slots) * hour
    return { start_time: new Date(begin).toISOString(), end_time: new Date(begin + hour).toISOString() }
  }

  count = (server: string, kind: Kind) =>
    this.acknowledged.filter(each => each.server === server && each.kind === kind).length

  /** Waits until a server has acknowledged so many more writes of every kind. */
  async waitForMore(server: string, more: number): Promise<void> {
    const before = new Map(kinds.map(kind => [kind, this.count(server, kind)]))
    const isDone = () => kinds.every(kind => this.count(server, kind) >= (before.get(kind) ?? 0) + more)
    // Longer than `waitUntil`: a busy machine takes minutes for a few photos. The test has a limit of its own.
    const poll = async () => {
      while (this.failures.length === 0 && !isDone()) await delay(50)
    }
    await Promise.race([poll(), ...this.#clients])
    expect(this.failures).toEqual([])
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#clients)
  }
}

const sources: Record<Kind, string> = {
  'sign-up': 'select email as id from users',
  post: 'select id::text from posts',
  analysis: 'select id::text from analyses',
  booking: 'select id::text from bookings',
}

async function findLost(pool: pg.Pool, { acknowledged }: Load): Promise<string[]> {
  const lost: string[] = []
  for (const kind of kinds) {
    const { rows } = await pool.query<{ id: string }>(sources[kind])
    const stored = new Set(rows.map(({ id }) => id))
    lost.push(
      ...acknowledged.filter(each => each.kind === kind && !stored.has(each.id)).map(({ id }) => `${kind} ${id}`),
    )
  }
  return lost
}

async function terminate({ child, exited }: ServerProcess): Promise<void> {
  child.kill('SIGTERM')
  expect(await exited).toBe(0)
}

/** Signs in with the accounts that the demonstration prints. */
async function signInDemoAccounts({ url, output }: ServerProcess) {
  await waitUntil(() => output().includes('Kutu is ready'))
  const signIn = async (role: string) => {
    const [, email, password] = new RegExp(`^  ${role} +(\\S+)  (\\S+)$`, 'm').exec(output()) ?? []
    const { status, body } = await sendRequest(url, 'POST /api/auth/login/', { body: { email, password } })
    expect(status).toBe(200)
    return String(body.access)
  }
  return { farmer: await signIn('farmer'), expert: await signIn('expert') }
}

it('two releases serve one database side by side, and the older one continues after a rollback: no error, no lost write', async ({
  skip,
}) => {
  const previous = buildPreviousRelease()
  if ('missing' in previous) return skip(previous.missing)
  const database = await createTestDatabase({ isEmpty: true })
  onTestFinished(database.close)
  const start = async (options: Parameters<typeof spawnServer>[2] = {}) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'kutu-rolling-'))
    const environment = { ...sharedSecrets, DATABASE_URL: database.url, DATA_DIR: dataDir, RATE_LIMITS: 'off' }
    const server = await spawnServer(environment, [], options)
    onTestFinished(async () => {
      server.child.kill('SIGKILL')
      await server.exited
      rmSync(dataDir, { recursive: true, force: true })
    })
    return server
  }
  const countMigrations = async () => Number((await database.pool.query('select from migrations')).rowCount)

  const older = await start({ serverFile: previous.mainFile, args: ['--demo'] })
  const { farmer, expert } = await signInDemoAccounts(older)
  const migrationsBefore = await countMigrations()
  const load = new Load()
  load.servers = [{ name: 'older', url: older.url }]
  load.start(async (kind, url, nth) => {
    const headers = { 'idempotency-key': randomUUID() }
    if (kind === 'sign-up') {
      const body = farmerRegistration(`roller${nth}`)
      const reply = await sendRequest(url, 'POST /api/auth/register/farmer/', { body })
      return { ...reply, body: reply.status === 201 ? { email: body.email } : reply.body }
    }
    if (kind === 'post') {
      const body = postBody({ title: `Spots on leaf ${nth}` })
      return sendRequest(url, 'POST /api/community/posts/', { token: farmer, headers, body })
    }
    if (kind === 'analysis') {
      const photo = await drawLeaf({ spots: true }).jpeg().toBuffer()
      // Another drawing may not look like a leaf, and known bytes are answered from the history.
      const form = [{ name: 'image', value: new Blob([new Uint8Array(photo), String(nth)]) }]
      return sendRequest(url, 'POST /analysis/rust-detection/', { token: farmer, headers, form })
    }
    const slot = await sendRequest(url, 'POST /api/consultations/availability-slots/', {
      token: expert,
      body: load.nextSlot(),
    })
    if (slot.status !== 201) return slot
    const body = { slot_id: slot.body.id }
    return sendRequest(url, 'POST /api/consultations/consultations/', { token: farmer, headers, body })
  })
  onTestFinished(() => load.stop())
  await load.waitForMore('older', 2)

  // The newer release migrates while the older one is under load.
  const newer = await start()
  load.servers = [...load.servers, { name: 'newer', url: newer.url }]
  await load.waitForMore('newer', 3)
  await load.waitForMore('older', 2)
  expect(await countMigrations()).toBeGreaterThanOrEqual(migrationsBefore)

  load.servers = load.servers.filter(({ name }) => name !== 'newer')
  await load.waitForMore('older', 1)
  await terminate(newer)
  await load.waitForMore('older', 2)

  // The second attempt: the newer release takes over.
  const again = await start()
  load.servers = [{ name: 'newer', url: again.url }]
  await load.waitForMore('newer', 1)
  await terminate(older)
  await load.waitForMore('newer', 2)
  await load.stop()
  expect(load.failures).toEqual([])
  expect(await findLost(database.pool, load)).toEqual([])
}, 600_000)
