// @slow
// @node oldest

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTcpProxy, type TcpProxy } from '../testing/database/tcp-proxy.ts'
import { type ObjectStorage, startObjectStorage, toEnvironment } from '../testing/fakes/object-storage.ts'
import { type FakeSmtpServer, startSmtpServer } from '../testing/fakes/smtp-server.ts'
import { drawLeaf } from '../testing/images/synthetic-photos.ts'
import { sharedSecrets, spawnServersOn } from '../testing/processes/server-process.ts'
import { waitUntil } from '../testing/processes/spawn-script.ts'
import { sendRequest, startTestServer, type TestServer } from '../testing/server/test-server.ts'
import { farmerRegistration, signUpFarmer, type TestUser } from '../testing/server/test-users.ts'

let storage: ObjectStorage
let smtp: FakeSmtpServer
/** The addresses under which the servers know both services. Stopped, they refuse connections. */
let proxies: { storage: TcpProxy; smtp: TcpProxy }
let server: TestServer
let servers: Awaited<ReturnType<typeof spawnServersOn>>
let farmer: TestUser
beforeAll(async () => {
  storage = await startObjectStorage()
  smtp = await startSmtpServer()
  proxies = { storage: await createTcpProxy(storage.s3.endpoint ?? ''), smtp: await createTcpProxy(smtp.url) }
  for (const proxy of Object.values(proxies)) await proxy.start()
  server = await startTestServer({ s3: storage.s3, tokenSecret: sharedSecrets.TOKEN_SECRET })
  farmer = await signUpFarmer(server)
  await server.runJobs()
  // Started last: their workers would otherwise send the email of the sign-up.
  servers = await spawnServersOn(server, 2, {
    ...toEnvironment({ ...storage.s3, endpoint: proxies.storage.url }),
    SMTP_URL: proxies.smtp.url,
  })
})
afterAll(async () => {
  await servers.stop()
  await server.close()
  for (const proxy of Object.values(proxies)) await proxy.stop()
  await smtp.close()
  await storage.close()
})

type Photo = { leaf: Buffer; key: string }

let seed = 0
async function drawPhotos(): Promise<Photo[]> {
  const photos: Photo[] = []
  for (const _ of servers.urls) {
    seed += 1
    photos.push({ leaf: await drawLeaf({ spots: true, seed }).jpeg().toBuffer(), key: `photo ${seed}` })
  }
  return photos
}

const upload = (url: string, { leaf, key }: Photo) =>
  sendRequest(url, 'POST /analysis/rust-detection/', {
    token: farmer.token,
    headers: { 'idempotency-key': key },
    form: [{ name: 'image', value: new Blob([new Uint8Array(leaf)]), filename: 'leaf.jpg' }],
  })

/** Uploads a new photo to each server, which refuses it. Returns the photos. */
async function uploadInVain(): Promise<Photo[]> {
  const photos = await drawPhotos()
  const replies = await Promise.all(servers.urls.map((url, index) => upload(url, photos[index] as Photo)))
  for (const { status, body, headers } of replies) {
    expect([status, body.error]).toEqual([503, 'storage_unavailable'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  return photos
}

/** Signs up a farmer on each server, each of whom gets an email with a code. Returns the addresses. */
async function signUpEverywhere(): Promise<string[]> {
  const bodies = servers.urls.map(() => farmerRegistration())
  for (const [index, url] of servers.urls.entries()) {
    const { status } = await sendRequest(url, 'POST /api/auth/register/farmer/', { body: bodies[index] as object })
    expect(status).toBe(201)
  }
  return bodies.map(({ email }) => email)
}

const listMailJobs = async () =>
  (
    await sql<{ attempts: number }>`select attempts from graphile_worker.jobs
      where task_identifier = 'send_code'`.execute(server.app.db)
  ).rows

const countRows = async () =>
  (
    await sql<{ analyses: number; photos: number; notifications: number }>`select
      (select count(*)::int from analyses) as analyses, (select count(*)::int from photos) as photos,
      (select count(*)::int from notifications) as notifications`.execute(server.app.db)
  ).rows[0]

async function listFiles(): Promise<string[]> {
  const keys: string[] = []
  for await (const page of server.app.files.listKeys('photos')) keys.push(...page)
  return keys
}

it('two servers lose and double nothing while the object storage and the mail server fail', async () => {
  const rows = await countRows()

  // Both refuse connections.
  for (const proxy of Object.values(proxies)) await proxy.stop()
  const addresses = await signUpEverywhere()
  const photos = await uploadInVain()
  await waitUntil(async () => (await listMailJobs()).every(({ attempts }) => attempts > 0))
  expect(await listMailJobs()).toHaveLength(addresses.length)

  // The storage answers with 500, and the mail server confirms nothing.
  storage.fail()
  smtp.hang()
  for (const proxy of Object.values(proxies)) await proxy.start()
  addresses.push(...(await signUpEverywhere()))
  photos.push(...(await uploadInVain()))
  for (const url of servers.urls) {
    // The checks run every five seconds.
    await waitUntil(async () => (await fetch(`${url}/api/ready`)).status === 503)
    expect((await sendRequest(url, 'GET /api/community/posts/', { token: farmer.token })).status).toBe(200)
  }
  await waitUntil(() => smtp.heldCount() >= 2)
  expect(await listMailJobs()).toHaveLength(addresses.length)
  expect(smtp.emails).toEqual([])
  expect(await countRows()).toEqual(rows)

  storage.resume()
  smtp.resume()
  expect(await listFiles()).toEqual([])
  // Each photo is sent again to the other server, and once more because the reply was lost.
  const ids = new Set<string>()
  for (const [index, photo] of photos.entries()) {
    const url = servers.urls[(index + 1) % servers.urls.length] ?? ''
    const { status, body } = await upload(url, photo)
    expect(status).toBe(201)
    expect((await upload(servers.urls[0] ?? '', photo)).body.id).toBe(body.id)
    expect((await fetch(body.image)).status).toBe(200)
    ids.add(body.id)
  }
  expect(ids.size).toBe(photos.length)
  expect(await countRows()).toMatchObject({ analyses: photos.length, photos: photos.length })
  await waitUntil(async () => (await listMailJobs()).length === 0)
  expect(smtp.emails.map(({ to }) => to?.[0]?.address).sort()).toEqual(addresses.sort())
})
