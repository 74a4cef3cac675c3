import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { runSql } from '../../../testing/database/run-sql.ts'
import { createTcpProxy, type TcpProxy } from '../../../testing/database/tcp-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database/test-database.ts'
import { waitUntil } from '../../../testing/processes/spawn-script.ts'
import { startTestServer, type TestResponse, type TestServer } from '../../../testing/server/test-server.ts'
import { farmerRegistration, password, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'
import { withTransaction } from '../../db/transaction.ts'

const poolSize = 3

let server: TestServer
let database: TestDatabase
let proxy: TcpProxy
let amina: TestUser
const lines: string[] = []
const logTo = { write: (line: string) => lines.push(line) }
beforeAll(async () => {
  const connectVia = async (url: string) => {
    proxy = await createTcpProxy(url)
    await proxy.start()
    return proxy.url
  }
  database = await createTestDatabase({ poolSize, connectVia })
  server = await startTestServer({ logLevel: 'warn', rateLimits: true }, { database, logTo })
  amina = await signUpFarmer(server)
})
afterAll(async () => {
  await server.close()
  await proxy.stop()
})
beforeEach(() => {
  lines.length = 0
})

const warning = { level: 40, msg: 'no connection to the database' }
const loggedWarnings = () =>
  lines.map(line => JSON.parse(line)).map(({ level, msg, err }) => ({ level, msg, code: err.code }))
const getMe = (language = 'en') =>
  server.request('GET /api/auth/me', { token: amina.token, headers: { 'accept-language': language } })
const signIn = () => server.request('POST /api/auth/login/', { body: { email: amina.email, password } })

function expectOverloaded({ status, body, headers }: TestResponse): void {
  expect([status, body]).toEqual([503, { status: 503, error: 'overloaded', message: expect.any(String) }])
  expect(headers.get('retry-after')).toBe('5')
}

/** Takes every connection of the pool and returns a function that releases them. */
async function holdAllConnections(): Promise<() => Promise<void>> {
  let release: () => void = () => undefined
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  const transactions: Promise<void>[] = []
  for (let count = 0; count < poolSize; count++)
    await new Promise<void>(onStarted => {
      transactions.push(
        withTransaction(server.app, async () => {
          onStarted()
          await released
        }),
      )
    })
  return async () => {
    release()
    await Promise.all(transactions)
  }
}

it('while every connection is taken, requests get 503 with Retry-After, and each logs one warning', async () => {
  const signUp = farmerRegistration()
  const register = () =>
    server.request('POST /api/auth/register/farmer/', { body: signUp, headers: { 'idempotency-key': 'again' } })
  const release = await holdAllConnections()
  const { options } = database.pool
  const { connectionTimeoutMillis } = options
  options.connectionTimeoutMillis = 100
  try {
    // A request with a token, one that counts against a rate limit first, and one with an Idempotency-Key.
    for (const answered of await Promise.all([getMe(), signIn(), register()])) expectOverloaded(answered)
    expect((await getMe('sw')).body.message).toContain('Tafadhali jaribu tena')
    expect(loggedWarnings()).toEqual(Array(4).fill(warning))
  } finally {
    options.connectionTimeoutMillis = connectionTimeoutMillis
    await release()
  }
  expect((await getMe()).status).toBe(200)
  expect((await register()).status).toBe(201)
})

/** Waits until the pool has noticed that its connections are lost and gets no new one. */
async function waitUntilOverloaded(): Promise<void> {
  await waitUntil(async () => (await getMe()).status === 503)
  lines.length = 0
}

it('a database that is briefly unreachable gives the same reply', async () => {
  await proxy.stop()
  await waitUntilOverloaded()
  for (const answered of [await getMe(), await signIn()]) expectOverloaded(answered)
  expect(loggedWarnings()).toEqual(Array(2).fill({ ...warning, code: 'ECONNREFUSED' }))
  await proxy.start()
  expect((await getMe()).status).toBe(200)
})

it('a database without a free connection for this process gives the same reply', async ({ skip }) => {
  const adminUrl = inject('databaseServer')
  const { rows } = await runSql(adminUrl, 'select rolsuper from pg_roles where rolname = current_user')
  skip(rows[0].rolsuper, 'a superuser always finds a connection')
  const name = new URL(server.databaseUrl).pathname.slice(1)
  await runSql(adminUrl, `alter database ${name} connection limit 0`)
  try {
    await proxy.stop()
    await proxy.start()
    await waitUntilOverloaded()
    for (const answered of [await getMe(), await signIn()]) expectOverloaded(answered)
    expect(loggedWarnings()).toEqual(Array(2).fill({ ...warning, code: '53300' }))
  } finally {
    await runSql(adminUrl, `alter database ${name} connection limit -1`)
  }
  expect((await getMe()).status).toBe(200)
})

describe('a request whose database connection is lost while it is handled', () => {
  /** Signs a farmer up, loses the connection while the transaction waits for a lock, and returns the reply. */
  async function registerAndLose(key: string, loseConnection: () => Promise<unknown>) {
    const body = farmerRegistration()
    const register = () =>
      server.request('POST /api/auth/register/farmer/', { body, headers: { 'idempotency-key': key } })
    const blocker = new pg.Client({ connectionString: server.databaseUrl })
    await blocker.connect()
    try {
      await blocker.query('begin; lock table users in access exclusive mode')
      const answered = register()
      await waitUntil(async () => (await runSql(server.databaseUrl, waitingBackends)).rows.length === 1)
      await loseConnection()
      return { answered: await answered, register, email: body.email }
    } finally {
      await blocker.end()
    }
  }
  const waitingBackends = `select pid from pg_stat_activity
    where datname = current_database() and application_name = 'kutu' and wait_event_type = 'Lock'`

  it.each<[string, () => Promise<unknown>]>([
    [
      'ended by the database',
      () => runSql(server.databaseUrl, `select pg_terminate_backend(pid) from (${waitingBackends}) as waiting`),
    ],
    ['cut off', () => proxy.stop()],
  ])('(%s) gets 503 with Retry-After, and its repetition with the same key happens once', async (way, lose) => {
    const { answered, register, email } = await registerAndLose(way, lose)
    await proxy.start().catch(() => undefined)
    expect([answered.status, answered.body]).toEqual([
      503,
      { status: 503, error: 'temporarily_unavailable', message: expect.any(String) },
    ])
    expect(answered.headers.get('retry-after')).toBe('5')
    expect(lines.map(line => JSON.parse(line).level)).not.toContain(50)
    const [second, third] = [await register(), await register()]
    expect([second.status, third.status, third.body]).toEqual([201, 201, second.body])
    expect(await server.emailsTo(email)).toHaveLength(1)
  })
})

it('a permanent database error stays an internal error in the log', async () => {
  const secondServer = await startTestServer({ logLevel: 'warn' }, { logTo })
  try {
    const joan = await signUpFarmer(secondServer)
    await runSql(secondServer.databaseUrl, 'alter table sessions rename to lost')
    const { status, body } = await secondServer.request('GET /api/auth/me', { token: joan.token })
    expect([status, body.error]).toEqual([500, 'internal'])
    expect(loggedWarnings()).toEqual([{ level: 50, msg: 'request failed', code: '42P01' }])
  } finally {
    await secondServer.close()
  }
})
