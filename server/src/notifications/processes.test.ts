import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { write } from '../db/write.ts'
import { onServer } from '../testing/database-server.ts'
import { follow } from '../testing/event-stream.ts'
import { farmer } from '../testing/people.ts'
import { sharedSecrets, startServer } from '../testing/server-process.ts'
import { until } from '../testing/spawned.ts'
import { world } from '../testing/world.ts'
import { notify } from './notify.ts'

/** One database with a reader in it, and two servers that run on it, as processes of their own. */
async function twoServers() {
  const w = await world({ tokenSecret: sharedSecrets.TOKEN_SECRET })
  onTestFinished(w.close)
  const reader = await farmer(w)
  const start = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kutu-processes-'))
    const server = await startServer({ ...sharedSecrets, DATABASE_URL: w.databaseUrl, DATA_DIR: folder })
    onTestFinished(async () => {
      server.child.kill('SIGKILL')
      await server.exited
      rmSync(folder, { recursive: true, force: true })
    })
    return server
  }
  return { w, reader, servers: [await start(), await start()] as const }
}

it('what happens on one server is told by another, read there too, and a server that stops hands its readers on', async () => {
  const { w, reader, servers } = await twoServers()
  const [one, other] = servers
  const here = await follow(one.url, reader.token)
  const there = await follow(other.url, reader.token)
  const { id: start } = await here.first(event => event.event === 'unread')
  await there.first(event => event.event === 'unread')
  const tell = () =>
    write(w.app, tx => {
      w.clock.advance(1)
      return notify(w.app, tx, [
        { to: reader.id, type: 'image_analysis', details: {}, subject: null, cause: reader.id },
      ])
    })
  await tell()
  for (const stream of [here, there]) await stream.first(event => event.event === 'notification')

  const read = await fetch(`${other.url}/api/notifications/read-all/`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${reader.token}` },
  })
  expect(read.status).toBe(200)
  await until(() => here.events.at(-1)?.event === 'unread' && Object(here.events.at(-1)?.data).unread === 0)

  one.child.kill('SIGTERM')
  expect(await one.exited).toBe(0)
  expect(here.isOver()).toBe(true)
  await tell()
  const again = await follow(other.url, reader.token, { lastEventId: here.events.at(-1)?.id ?? start })
  await again.first(event => event.event === 'notification' && !event.data.read)

  const out = await fetch(`${other.url}/api/auth/sign-out`, {
    method: 'POST',
    headers: { authorization: `Bearer ${reader.token}` },
  })
  expect(out.status).toBe(204)
  await until(() => there.isOver() && again.isOver())
})

it('a server that loses the connection it listens on lets its readers come again, and misses nothing', async () => {
  const { w, reader, servers } = await twoServers()
  const [{ url }] = servers
  const before = await follow(url, reader.token)
  const { id: lastEventId } = await before.first(event => event.event === 'unread')
  const name = new URL(w.databaseUrl).pathname.slice(1)
  await onServer(
    inject('databaseServer'),
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and application_name = 'kutu signals'`,
  )
  await until(() => before.isOver())
  w.clock.advance(1)
  await write(w.app, tx =>
    notify(w.app, tx, [{ to: reader.id, type: 'image_analysis', details: {}, subject: null, cause: reader.id }]),
  )
  const after = await follow(url, reader.token, { lastEventId })
  await after.first(event => event.event === 'notification')
})
