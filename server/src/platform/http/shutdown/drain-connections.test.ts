// @slow
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../testing/database/test-database.ts'
import { type ServerProcess, spawnServer } from '../../../testing/processes/server-process.ts'
import { waitUntil } from '../../../testing/processes/spawn-script.ts'

async function startProcess(): Promise<ServerProcess> {
  const { url, close } = await createTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'kutu-drain-'))
  const server = await spawnServer({ DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'info' })
  onTestFinished(async () => {
    server.child.kill('SIGKILL')
    await server.exited
    await close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return server
}

const credentials = JSON.stringify({ email: 'nobody@example.org', password: 'no' })

/** Starts a sign-in over a keep-alive connection that sends its body on demand. */
function beginSignIn(url: string, agent: Agent) {
  const headers = {
    'content-type': 'application/json',
    'content-length': credentials.length,
    expect: '100-continue',
  }
  const signIn = request(`${url}/api/auth/login/`, { method: 'POST', agent, headers })
  // The server sends "100 Continue" once it has accepted the request.
  const inFlight = new Promise(resolve => signIn.once('continue', resolve))
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    signIn.once('error', reject).once('response', response => resolve(response.resume()))
  })
  signIn.flushHeaders()
  return { inFlight, answered, send: () => signIn.end(credentials) }
}

/** Sends a request on a new connection and returns everything that the server sends until it closes the connection. */
function sendRaw(url: string): { written: Promise<void>; reply: Promise<string> } {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  const written = new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.write('GET /api/auth/countries HTTP/1.1\r\nHost: x\r\n\r\n', error => (error ? reject(error) : resolve()))
  })
  const reply = new Promise<string>(resolve => {
    let received = ''
    socket.on('data', bytes => {
      received += bytes
    })
    socket.once('error', error => resolve(`${received}${error.message}`))
    socket.once('close', () => resolve(received))
  })
  return { written, reply }
}

test('SIGTERM ends a keep-alive connection with its last reply, and the server exits with 0', async () => {
  const server = await startProcess()
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const { inFlight, answered, send } = beginSignIn(server.url, agent)
  await inFlight
  server.child.kill('SIGTERM')
  await waitUntil(() => server.output().includes('stopping'))
  send()
  const { statusCode, headers } = await answered
  expect([statusCode, headers.connection]).toEqual([401, 'close'])
  expect(await server.exited).toBe(0)
})

test('an incomplete request header does not hold up the exit', async () => {
  const server = await startProcess()
  const { port, hostname } = new URL(server.url)
  // The server may reset the connection.
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  const written = new Promise(resolve => socket.write('GET /api/health HTTP/1.1\r\nHost: x\r\n', resolve))
  onTestFinished(() => void socket.destroy())
  await written
  // A reply on another connection shows that the server has read the header.
  await fetch(`${server.url}/api/health`)
  server.child.kill('SIGTERM')
  expect(await server.exited).toBe(0)
})

test('every request that arrived before SIGTERM gets its reply', async () => {
  const server = await startProcess()
  // A paused process reads nothing, so the requests wait in the kernel when the signal arrives.
  server.child.kill('SIGSTOP')
  const requests = Array.from({ length: 30 }, () => sendRaw(server.url))
  await Promise.all(requests.map(({ written }) => written))
  server.child.kill('SIGTERM')
  server.child.kill('SIGCONT')
  const replies = await Promise.all(requests.map(({ reply }) => reply))
  const statusLines = replies.map(reply => reply.split('\r\n')[0])
  expect(statusLines).toEqual(Array(30).fill('HTTP/1.1 200 OK'))
  expect(await server.exited).toBe(0)
})
