// @slow

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { runSql } from '../../../testing/database/run-sql.ts'
import { sharedSecrets, spawnServer } from '../../../testing/processes/server-process.ts'
import { waitUntil } from '../../../testing/processes/spawn-script.ts'
import { openEventStream } from '../../../testing/server/event-stream-client.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import { signUpFarmer } from '../../../testing/server/test-users.ts'
import { notify } from '../inbox/notify.ts'

/** Starts one database with a reader, and two servers on it in separate processes. */
async function startTwoServers() {
  const server = await startTestServer({ tokenSecret: sharedSecrets.TOKEN_SECRET })
  onTestFinished(server.close)
  const reader = await signUpFarmer(server)
  const start = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kutu-processes-'))
    const spawned = await spawnServer({ ...sharedSecrets, DATABASE_URL: server.databaseUrl, DATA_DIR: folder })
    onTestFinished(async () => {
      spawned.child.kill('SIGKILL')
      await spawned.exited
      rmSync(folder, { recursive: true, force: true })
    })
    return spawned
  }
  return { server, reader, servers: [await start(), await start()] as const }
}

it('an event on one server reaches readers on another, and a server that stops closes its streams so that they reconnect', async () => {
  const { server, reader, servers } = await startTwoServers()
  const [one, other] = servers
  const here = await openEventStream(one.url, reader.token)
  const there = await openEventStream(other.url, reader.token)
  const { id: start } = await here.waitForEvent(event => event.event === 'unread')
  await there.waitForEvent(event => event.event === 'unread')
  const sendNotification = () =>
    withTransaction(server.app, tx => {
      server.clock.advance(1)
      return notify(server.app, tx, [
        { to: reader.id, type: 'image_analysis', details: {}, subject: null, cause: reader.id },
      ])
    })
  await sendNotification()
  for (const stream of [here, there]) await stream.waitForEvent(event => event.event === 'notification')

  const read = await fetch(`${other.url}/api/notifications/read-all/`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${reader.token}` },
  })
  expect(read.status).toBe(200)
  await waitUntil(() => here.events.at(-1)?.event === 'unread' && Object(here.events.at(-1)?.data).unread === 0)

  one.child.kill('SIGTERM')
  expect(await one.exited).toBe(0)
  expect(here.isClosed()).toBe(true)
  await sendNotification()
  const again = await openEventStream(other.url, reader.token, { lastEventId: here.events.at(-1)?.id ?? start })
  await again.waitForEvent(event => event.event === 'notification' && !event.data.read)

  const out = await fetch(`${other.url}/api/auth/sign-out`, {
    method: 'POST',
    headers: { authorization: `Bearer ${reader.token}` },
  })
  expect(out.status).toBe(204)
  await waitUntil(() => there.isClosed() && again.isClosed())
})

it('a server that loses its LISTEN connection closes its streams, and reconnecting readers miss nothing', async () => {
  const { server, reader, servers } = await startTwoServers()
  const [{ url }] = servers
  const before = await openEventStream(url, reader.token)
  const { id: lastEventId } = await before.waitForEvent(event => event.event === 'unread')
  const name = new URL(server.databaseUrl).pathname.slice(1)
  await runSql(
    inject('databaseServer'),
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and application_name = 'kutu pubsub'`,
  )
  await waitUntil(() => before.isClosed())
  server.clock.advance(1)
  await withTransaction(server.app, tx =>
    notify(server.app, tx, [{ to: reader.id, type: 'image_analysis', details: {}, subject: null, cause: reader.id }]),
  )
  const after = await openEventStream(url, reader.token, { lastEventId })
  await after.waitForEvent(event => event.event === 'notification')
})
