import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { root } from '../support/kutu-server.ts'

export type Credentials = { email: string; password: string }
export type FaultServer = {
  url: string
  dataDir: string
  /** Sign-ins of the demonstration accounts by role, printed at the first start. */
  accounts: ReadonlyMap<string, Credentials>
  pid: () => number
  /** Sends SIGKILL to the server alone: its database keeps running, as after a crash of the process. */
  kill: () => Promise<void>
  /** Sends SIGKILL to the server and its database, as after the machine's out-of-memory killer. */
  killAll: () => Promise<void>
  /** Starts again on the same data directory. @returns the milliseconds until it was ready */
  start: () => Promise<number>
  stop: () => Promise<void>
  output: () => string
}

/** Starts the built product on an empty data directory of its own, with demonstration accounts and without rate limits. */
export async function startFaultServer(env: Record<string, string> = {}): Promise<FaultServer> {
  if (!existsSync(join(root, 'server/dist/main.js'))) throw new Error('run npm run build first')
  const dataDir = await mkdtemp(join(tmpdir(), 'kutu-faults-'))
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  let output = ''
  let child: ChildProcess | undefined
  const start = async () => {
    const startedAt = performance.now()
    child = spawn(process.execPath, ['server/dist/main.js', '--demo'], {
      cwd: root,
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        PORT: String(port),
        HOST: '127.0.0.1',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'warn',
        DATABASE_URL: '',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (output += String(chunk)))
    while (!(await isReady(url))) {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output}`)
      await delay(50)
    }
    return performance.now() - startedAt
  }
  const signal = async (name: NodeJS.Signals) => {
    const current = child
    if (!current || current.exitCode !== null || current.signalCode !== null) return
    const exited = new Promise(resolve => current.once('exit', resolve))
    current.kill(name)
    await exited
  }
  await start()
  while (!/admin\s+\S+@\S+\s+\S+/.test(output)) await delay(50)
  return {
    url,
    dataDir,
    accounts: parseAccounts(output),
    pid: () => child?.pid ?? 0,
    kill: () => signal('SIGKILL'),
    killAll: async () => {
      const database = await readPostgresPid(dataDir)
      await signal('SIGKILL')
      if (database) killProcess(database)
    },
    start,
    stop: async () => {
      await signal('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
    output: () => output,
  }
}

const isReady = async (url: string): Promise<boolean> => {
  const response = await fetch(`${url}/api/ready`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
  await response?.arrayBuffer()
  return response?.ok ?? false
}

function parseAccounts(output: string): Map<string, Credentials> {
  const lines = [...output.matchAll(/\b(farmer|expert|admin)\s+(\S+@\S+)\s+(\S+)/g)]
  return new Map(lines.toReversed().map(([, role = '', email = '', password = '']) => [role, { email, password }]))
}

async function readPostgresPid(dataDir: string): Promise<number | undefined> {
  const { readFile } = await import('node:fs/promises')
  const location = await readFile(join(dataDir, 'postgres.location'), 'utf8').catch(() => join(dataDir, 'postgres'))
  const pidFile = await readFile(join(location.trim(), 'postmaster.pid'), 'utf8').catch(() => '')
  return Number(pidFile.split('\n')[0]) || undefined
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // It ended by itself.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
