import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestServer } from '../server/test-server.ts'
import { bundledFile } from './bundle.ts'
import { waitUntil } from './spawn-script.ts'

const mainFile = fileURLToPath(new URL('../../main.ts', import.meta.url))

export type ServerProcess = {
  url: string
  child: ChildProcess
  exited: Promise<number | NodeJS.Signals | null>
  output: () => string
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })

type SpawnOptions = {
  /** Another build of the server than that of the sources. */
  serverFile?: string
  args?: readonly string[]
}

/**
 * Starts the server as a separate process and waits until it is ready.
 * @param launcher command that executes the command appended to it, such as `env`
 */
export async function spawnServer(
  environment: Record<string, string>,
  launcher: readonly string[] = [],
  { serverFile = bundledFile(mainFile), args: serverArgs = [] }: SpawnOptions = {},
): Promise<ServerProcess> {
  const port = await freePort()
  const { DATABASE_URL: _, TEST_DATABASE_URL: __, ...inherited } = process.env
  const [command = '', ...args] = [...launcher, process.execPath, serverFile, ...serverArgs]
  const child = spawn(command, args, {
    env: {
      ...inherited,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      ANALYSIS_THREADS: '1',
      ADMIN_SECOND_FACTOR: 'optional',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let buffer = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', chunk => {
      buffer += chunk
    })
  const exited = new Promise<number | NodeJS.Signals | null>(resolve =>
    child.on('exit', (code, signal) => resolve(code ?? signal)),
  )
  const url = `http://127.0.0.1:${port}`
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`the server stopped: ${buffer}`)
    const response = await fetch(`${url}/api/ready`).catch(() => undefined)
    await response?.arrayBuffer()
    return response?.ok ?? false
  }
  await waitUntil(isReady)
  return { url, child, exited, output: () => buffer }
}

/** Secrets that all servers of one database share, so that each accepts the others' sessions. */
export const sharedSecrets = {
  TOKEN_SECRET: 'a token secret for tests, 32 chars',
  URL_SECRET: 'a url secret for tests, 32 chars...',
}

/** Starts several servers on a test server's database, which must use the shared secrets; `stop` ends them. */
export async function spawnServersOn(
  { databaseUrl }: TestServer,
  count: number,
  environment: Record<string, string> = {},
) {
  const folders = Array.from({ length: count }, () => mkdtempSync(join(tmpdir(), 'kutu-processes-')))
  const servers = await Promise.all(
    folders.map(folder =>
      spawnServer({
        ...sharedSecrets,
        DATABASE_URL: databaseUrl,
        DATA_DIR: folder,
        RATE_LIMITS: 'off',
        ...environment,
      }),
    ),
  )
  const stop = async () => {
    for (const { child, exited } of servers) {
      child.kill('SIGKILL')
      await exited
    }
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  }
  return { urls: servers.map(({ url }) => url), stop }
}
