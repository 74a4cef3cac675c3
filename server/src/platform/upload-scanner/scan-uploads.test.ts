import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { Config } from '../../config.ts'
import { drawLeaf } from '../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../testing/server/test-server.ts'
import { signUpFarmer } from '../../testing/server/test-users.ts'

/** The harmless test file that every scanner reports (eicar.org), in two parts, so that none reports this file. */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

type FakeClamd = {
  address: { path: string }
  /** Complete streams that were received. */
  scanned: Buffer[]
  /** Replaces the reply; undefined for none, and `close` to close the connection. */
  reply: (stream: Buffer) => string | undefined
  stop: () => Promise<void>
}

/** Speaks INSTREAM like clamd, on a Unix socket. */
async function startFakeClamd(): Promise<FakeClamd> {
  const folder = mkdtempSync(join(tmpdir(), 'kutu-clamd-'))
  const sockets = new Set<Socket>()
  const clamd: FakeClamd = {
    address: { path: join(folder, 'clamd.sock') },
    scanned: [],
    reply: stream => (stream.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0'),
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise(resolve => server.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    let received = Buffer.alloc(0)
    socket.on('data', (bytes: Buffer) => {
      received = Buffer.concat([received, bytes])
      const stream = readStream(received)
      if (!stream) return
      clamd.scanned.push(stream)
      const reply = clamd.reply(stream)
      if (reply === 'close') socket.destroy()
      else if (reply !== undefined) socket.end(reply)
    })
  })
  server.listen(clamd.address.path)
  await once(server, 'listening')
  return clamd
}

/** Returns the bytes of a complete INSTREAM command. */
function readStream(received: Buffer): Buffer | undefined {
  const command = 'zINSTREAM\0'
  const chunks: Buffer[] = []
  expect(received.subarray(0, command.length).toString()).toBe(command.slice(0, received.length))
  for (let at = command.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}

let server: TestServer | undefined
let clamd: FakeClamd | undefined
const lines: Record<string, unknown>[] = []
afterEach(async () => {
  await server?.close()
  await clamd?.stop()
  lines.length = 0
})

async function start(changes: Partial<NonNullable<Config['scanner']>> = {}) {
  clamd = await startFakeClamd()
  const scanner = { address: clamd.address, timeoutMs: 10_000, acceptsUnscanned: false, ...changes }
  const logTo = { write: (line: string) => void lines.push(JSON.parse(line)) }
  server = await startTestServer({ scanner, logLevel: 'info' }, { logTo })
  const { token } = await signUpFarmer(server)
  const upload = async (path: 'rust-detection' | 'plant-analyses' | 'leaf-detection', photos: Buffer[]) => {
    const name = photos.length > 1 ? 'images' : 'image'
    const form = photos.map(bytes => ({ name, value: new Blob([new Uint8Array(bytes)]) }))
    return (server as TestServer).request(`POST /analysis/${path}/`, { token, form })
  }
  const countStored = async () =>
    Number(
      (
        await (server as TestServer).app.pool.query(
          'select (select count(*) from analyses) + (select count(*) from file_claims) as n',
        )
      ).rows[0].n,
    )
  return { clamd, upload, countStored }
}

const leaf = (seed: number) => drawLeaf({ seed, spots: true }).jpeg().toBuffer()
const events = () => lines.filter(({ event }) => String(event).startsWith('upload.'))

it('a clean photo is scanned whole and then diagnosed; an infected one is refused before anything is stored', async () => {
  const { clamd, upload, countStored } = await start()
  const photo = await leaf(1)
  expect((await upload('rust-detection', [photo])).status).toBe(201)
  expect(clamd.scanned).toEqual([photo])
  const stored = await countStored()
  const infected = Buffer.concat([await leaf(2), Buffer.from(eicar)])
  const refused = await upload('rust-detection', [infected])
  expect([refused.status, refused.body.error]).toEqual([422, 'upload_infected'])
  const { body } = await upload('plant-analyses', [await leaf(3), infected])
  expect(body.error).toBe('upload_infected')
  expect(await countStored()).toBe(stored)
  expect(events()).toMatchObject(
    Array(2).fill({ event: 'upload.infected', signature: 'Eicar-Test-Signature', user: expect.any(String) }),
  )
})

it.each<[string, Partial<NonNullable<Config['scanner']>>, FakeClamd['reply']]>([
  ['does not answer in time', { timeoutMs: 50 }, () => undefined],
  ['closes the connection', {}, () => 'close'],
  ['reports an error', {}, () => 'INSTREAM size limit exceeded. ERROR\0'],
  ['sends no end', {}, () => 'x'.repeat(10_000)],
  ['is not there', { address: { path: '/nowhere/clamd.sock' } }, () => undefined],
])('while the scanner %s, uploads are refused, and other calls work', async (_, changes, reply) => {
  const { clamd, upload, countStored } = await start(changes)
  clamd.reply = reply
  const refused = await upload('rust-detection', [await leaf(1)])
  expect([refused.status, refused.body.error]).toEqual([503, 'scanner_unavailable'])
  expect(refused.headers.get('retry-after')).toBe('15')
  expect(await countStored()).toBe(0)
  expect(events()).toMatchObject([{ event: 'upload.not_scanned', accepted: false }])
  expect((await (server as TestServer).request('GET /api/auth/countries')).status).toBe(200)
})

it('with CLAMD_ON_FAILURE=accept an upload is accepted while the scanner is down, and never an infected one', async () => {
  const { clamd, upload } = await start({ acceptsUnscanned: true })
  const infected = Buffer.concat([await leaf(2), Buffer.from(eicar)])
  expect((await upload('leaf-detection', [infected])).body.error).toBe('upload_infected')
  clamd.reply = () => 'close'
  expect((await upload('leaf-detection', [await leaf(1)])).status).toBe(200)
  expect(events().at(-1)).toMatchObject({ event: 'upload.not_scanned', accepted: true })
})
