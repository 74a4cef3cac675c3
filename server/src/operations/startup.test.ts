// @slow

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { isAlive } from '../platform/embedded-postgres/postmaster.ts'
import { createDataFolder, migratedTemplate } from '../testing/database/data-folder.ts'
import { scrapeMetrics } from '../testing/metrics.ts'
import { bundledFile } from '../testing/processes/bundle.ts'
import { waitUntil } from '../testing/processes/spawn-script.ts'

const mainFile = fileURLToPath(new URL('../main.ts', import.meta.url))

type Running = { child: ChildProcess; url: string; output: () => string; exited: Promise<number | null> }

const running: Running[] = []
afterEach(async () => {
  for (const { child, exited } of running.splice(0)) {
    child.kill('SIGTERM')
    await exited
  }
})

const createFolder = async () => createDataFolder({ template: await migratedTemplate() })

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })

/** Starts the server like a user, on its own embedded database. */
async function start(environment: Record<string, string>, ...flags: string[]): Promise<Running> {
  const port = await freePort()
  const { DATABASE_URL: _, TEST_DATABASE_URL: __, ...inherited } = process.env
  const child = spawn(process.execPath, [bundledFile(mainFile), ...flags], {
    env: { ...inherited, PORT: String(port), LOG_LEVEL: 'info', ...environment },
    // As scripts/start.mjs starts it.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', chunk => {
      output += chunk
    })
  const exited = new Promise<number | null>(resolve => child.on('exit', resolve))
  const server = { child, url: `http://127.0.0.1:${port}`, output: () => output, exited }
  running.push(server)
  return server
}

async function waitForOk(server: Running, path: string): Promise<Response> {
  for (;;) {
    if (server.child.exitCode !== null) throw new Error(`the server stopped: ${server.output()}`)
    try {
      const response = await fetch(server.url + path)
      if (response.ok) return response
      await response.arrayBuffer()
    } catch {
      // The server does not listen yet.
    }
    await new Promise(resolve => setTimeout(resolve, 25))
  }
}

const databasePid = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
const createPhoto = () =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: '#3a7' } })
    .jpeg()
    .toBuffer()

/** Starts an upload that sends its body only on demand, so that a signal can arrive while the request is in flight. */
function uploadInTwoSteps(url: string, token: string, photo: Buffer) {
  const head = '--leaf\r\ncontent-disposition: form-data; name="image"; filename="leaf.jpg"\r\n\r\n'
  const body = Buffer.concat([Buffer.from(head), photo, Buffer.from('\r\n--leaf--\r\n')])
  const upload = request(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=leaf',
      'content-length': body.length,
      expect: '100-continue',
    },
  })
  // The server sends "100 Continue" once it has accepted the request.
  const inFlight = new Promise(resolve => upload.once('continue', resolve))
  const status = new Promise<number | undefined>((resolve, reject) => {
    upload.once('error', reject)
    upload.once('response', response => {
      response.resume()
      resolve(response.statusCode)
    })
  })
  upload.flushHeaders()
  return { inFlight, status, send: () => upload.end(body) }
}

describe('the server as a process', () => {
  it('names every invalid variable and does not start', async () => {
    const server = await start({ DATA_DIR: createDataFolder(), ROLE: 'boss', APP_TIME_ZONE: 'Mars/Base' })
    expect(await server.exited).toBe(78)
    expect(server.output()).toContain('ROLE')
    expect(server.output()).toContain('APP_TIME_ZONE')
  })

  it('says in one sentence that its port is in use, or its address unknown', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const environment = { DATA_DIR: createDataFolder(), PORT: String(port), LOG_LEVEL: 'fatal' }
    const server = await start({ ...environment, HOST: '127.0.0.1' })
    expect(await server.exited).toBe(1)
    expect(server.output()).toBe(`Port ${port} is already in use. Stop the other program, or set PORT.\n`)
    const elsewhere = await start({ ...environment, HOST: '192.0.2.250' })
    expect(await elsewhere.exited).toBe(1)
    expect(elsewhere.output()).toBe('192.0.2.250 is not an address of this machine. Set HOST.\n')
    taken.close()
  })

  it('creates demo accounts on an empty database, and prints their credentials at the start and when it is filled', async () => {
    const first = await start({ DATA_DIR: createDataFolder() }, '--demo')
    await waitForOk(first, '/api/ready')
    while (!first.output().includes('Kutu is ready')) await new Promise(resolve => setTimeout(resolve, 25))
    const signIns = [...first.output().matchAll(/^ {2}(farmer|expert|admin)\s+(\S+)\s+(\S+)$/gm)]
    expect(signIns.map(([, role]) => role).sort()).toEqual(['admin', 'expert', 'expert', 'expert', 'farmer'])
    for (const [, role, email, password] of signIns) {
      const response = await fetch(`${first.url}/api/auth/login/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ user: { role, is_approved: true, required_step: null } })
    }
    expect(first.output()).toContain('Admins need no second factor here.')
    await expect.poll(first.output).toContain('Filling the demonstration')
    const mailbox = /\/dev\/mail\?key=\S+/.exec(first.output())?.[0]
    expect((await fetch(`${first.url}${mailbox}`)).status).toBe(200)
    expect((await fetch(`${first.url}/dev/mail`)).status).toBe(404)
    while (!first.output().includes('The demonstration is filled'))
      await new Promise(resolve => setTimeout(resolve, 250))
    const end = () => first.output().split('The demonstration is filled')[1]
    await expect.poll(end).toMatch(/Kutu is ready on .*\n {2}farmer +farmer@kutu\.example/s)
    expect(first.output(), 'a line for each email').not.toContain('"Mail to ')
  }, 600_000)

  it('serves no mail page and adds no data outside demo and development mode, and shares its folder with no other server', async () => {
    const [DATA_DIR, METRICS_PORT] = [await createFolder(), String(await freePort())]
    const server = await start({ DATA_DIR, METRICS_PORT })
    await waitForOk(server, '/api/ready')
    expect((await fetch(`${server.url}/dev/mail`)).status).toBe(404)
    const second = await start({ DATA_DIR })
    expect(await second.exited).toBe(1)
    expect(second.output()).toContain('Another Kutu server')
    expect((await fetch(`${server.url}/api/ready`)).status).toBe(200)
    expect(server.output()).not.toContain('Filling the demonstration')

    // The listener of the metrics does not hold up the stop.
    const metricsUrl = `http://127.0.0.1:${METRICS_PORT}/metrics`
    const scrape = async () => (await scrapeMetrics(metricsUrl)).value('kutu_database_up')
    await expect.poll(scrape, { timeout: 30_000 }).toBe(1)
    expect((await fetch(`${server.url}/metrics`)).headers.get('content-type')).not.toContain('version=0.0.4')
    server.child.kill('SIGTERM')
    expect(await server.exited).toBe(0)
  })

  it('finishes a request in flight on SIGTERM and leaves no database process behind', async () => {
    const DATA_DIR = await createFolder()
    const server = await start({ DATA_DIR }, '--demo', '--without-history')
    await waitForOk(server, '/api/ready')
    while (!server.output().includes('Kutu is ready')) await new Promise(resolve => setTimeout(resolve, 25))
    const [, email = '', password = ''] = /^ {2}farmer\s+(\S+)\s+(\S+)$/m.exec(server.output()) ?? []
    const login = await fetch(`${server.url}/api/auth/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    const { access } = (await login.json()) as { access: string }
    const pid = databasePid(DATA_DIR)
    expect(isAlive(pid)).toBe(true)

    const photo = await createPhoto()
    const { inFlight, send, status } = uploadInTwoSteps(`${server.url}/analysis/rust-detection/`, access, photo)
    await inFlight
    server.child.kill('SIGTERM')
    await new Promise(resolve => server.child.stdout?.once('data', resolve))
    send()
    expect([201, 422]).toContain(await status)
    expect(await server.exited).toBe(0)
    await waitUntil(() => !isAlive(pid))
  })

  it('stops when the process that started it is gone', async () => {
    const server = await start({ DATA_DIR: await createFolder() })
    await waitForOk(server, '/api/ready')
    server.child.disconnect()
    expect(await server.exited).toBe(0)
  })

  it('takes over its database after a kill -9', async () => {
    const DATA_DIR = await createFolder()
    const first = await start({ DATA_DIR })
    await waitForOk(first, '/api/ready')
    const pid = databasePid(DATA_DIR)
    first.child.kill('SIGKILL')
    await first.exited
    const second = await start({ DATA_DIR })
    expect((await waitForOk(second, '/api/ready')).status).toBe(200)
    second.child.kill('SIGTERM')
    expect(await second.exited).toBe(0)
    await waitUntil(() => !isAlive(pid))
  })
})
