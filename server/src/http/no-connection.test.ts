import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { write } from '../db/write.ts'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { onServer } from '../testing/database-server.ts'
import { type Door, doorTo } from '../testing/door.ts'
import { farmer, farmerSignUp, type Person, password } from '../testing/people.ts'
import { until } from '../testing/spawned.ts'
import { type Answered, type World, world } from '../testing/world.ts'

const poolSize = 3

let w: World
let database: TestDatabase
let door: Door
let amina: Person
const lines: string[] = []
const logTo = { write: (line: string) => lines.push(line) }
beforeAll(async () => {
  const reachedAt = async (url: string) => {
    door = await doorTo(url)
    await door.open()
    return door.url
  }
  database = await testDatabase({ poolSize, reachedAt })
  w = await world({ logLevel: 'warn', rateLimits: true }, { database, logTo })
  amina = await farmer(w)
})
afterAll(async () => {
  await w.close()
  await door.shut()
})
beforeEach(() => {
  lines.length = 0
})

const warning = { level: 40, msg: 'no connection to the database' }
const warned = () => lines.map(line => JSON.parse(line)).map(({ level, msg, err }) => ({ level, msg, code: err.code }))
const seeOneself = (language = 'en') =>
  w.call('GET /api/auth/me', { token: amina.token, headers: { 'accept-language': language } })
const signIn = () => w.call('POST /api/auth/login/', { body: { email: amina.email, password } })

function expectBusy({ status, body, headers }: Answered): void {
  expect([status, body]).toEqual([503, { status: 503, error: 'overloaded', message: expect.any(String) }])
  expect(headers.get('retry-after')).toBe('5')
}

/** Takes every connection of the pool until told. */
async function holdAll(): Promise<() => Promise<void>> {
  let giveBack: () => void = () => undefined
  const given = new Promise<void>(resolve => {
    giveBack = resolve
  })
  const holding: Promise<void>[] = []
  for (let held = 0; held < poolSize; held++)
    await new Promise<void>(begun => {
      holding.push(
        write(w.app, async () => {
          begun()
          await given
        }),
      )
    })
  return async () => {
    giveBack()
    await Promise.all(holding)
  }
}

it('while every connection is taken, whoever waited in vain is told to come again soon, and each such call is one warning', async () => {
  const signUp = farmerSignUp()
  const register = () =>
    w.call('POST /api/auth/register/farmer/', { body: signUp, headers: { 'idempotency-key': 'again' } })
  const giveBack = await holdAll()
  const { options } = database.pool
  const { connectionTimeoutMillis } = options
  options.connectionTimeoutMillis = 100
  try {
    // Who has a token, who is counted against a limit first, and who will try again by the same key.
    for (const answered of await Promise.all([seeOneself(), signIn(), register()])) expectBusy(answered)
    expect((await seeOneself('sw')).body.message).toContain('Tafadhali jaribu tena')
    expect(warned()).toEqual(Array(4).fill(warning))
  } finally {
    options.connectionTimeoutMillis = connectionTimeoutMillis
    await giveBack()
  }
  expect((await seeOneself()).status).toBe(200)
  expect((await register()).status).toBe(201)
})

/** The connections the pool had are noticed to be lost, and no new one can be had. */
async function untilBusy(): Promise<void> {
  await until(async () => (await seeOneself()).status === 503)
  lines.length = 0
}

it('a database that is away for a moment is told of in the same way', async () => {
  await door.shut()
  await untilBusy()
  for (const answered of [await seeOneself(), await signIn()]) expectBusy(answered)
  expect(warned()).toEqual(Array(2).fill({ ...warning, code: 'ECONNREFUSED' }))
  await door.open()
  expect((await seeOneself()).status).toBe(200)
})

it('and so is one that has no connection left for this process', async ({ skip }) => {
  const server = inject('databaseServer')
  const { rows } = await onServer(server, 'select rolsuper from pg_roles where rolname = current_user')
  skip(rows[0].rolsuper, 'a superuser always finds a connection')
  const name = new URL(w.databaseUrl).pathname.slice(1)
  await onServer(server, `alter database ${name} connection limit 0`)
  try {
    await door.shut()
    await door.open()
    await untilBusy()
    for (const answered of [await seeOneself(), await signIn()]) expectBusy(answered)
    expect(warned()).toEqual(Array(2).fill({ ...warning, code: '53300' }))
  } finally {
    await onServer(server, `alter database ${name} connection limit -1`)
  }
  expect((await seeOneself()).status).toBe(200)
})

it('what is no passing state of the database stays an error that somebody must look at', async () => {
  const other = await world({ logLevel: 'warn' }, { logTo })
  try {
    const joan = await farmer(other)
    await onServer(other.databaseUrl, 'alter table sessions rename to lost')
    const { status, body } = await other.call('GET /api/auth/me', { token: joan.token })
    expect([status, body.error]).toEqual([500, 'internal'])
    expect(warned()).toEqual([{ level: 50, msg: 'request failed', code: '42P01' }])
  } finally {
    await other.close()
  }
})
