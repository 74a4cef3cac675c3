import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findBinaries } from '../../server/src/platform/embedded-postgres/binaries.ts'
import { findRunningPostgresUrl } from '../../server/src/platform/embedded-postgres/embedded-postgres.ts'
import { isAlive, readPidFile, stopOrphanedPostmaster } from '../../server/src/platform/embedded-postgres/postmaster.ts'
import { locateCluster } from '../../server/src/platform/embedded-postgres/system-user.ts'
import { descendants } from '../../server/src/testing/processes/spawn-script.ts'

export type Role = 'farmer' | 'expert' | 'admin'
export type Credentials = { email: string; password: string }
export type KutuServer = {
  url: string
  dataDir: string
  buildKind: string
  /** Sign-ins of the demonstration accounts. */
  accounts: Record<Role, Credentials>
  /** URL of the embedded database. */
  databaseUrl: () => string
  pid: () => number
  /** Largest resident memory of any server process so far, in MB; without the database. */
  peakMegabytes: () => number
  /** Sends SIGKILL to the server alone: its database keeps running, as after a crash of the process. */
  kill: () => Promise<void>
  /** Sends SIGKILL to the server and its database, as after the machine's out-of-memory killer. */
  killAll: () => Promise<void>
  /** Starts again on the same data folder. @returns the milliseconds until it was ready */
  start: () => Promise<number>
  /** Starts the server and kills it after this time, whether or not it is ready. */
  interruptStart: (milliseconds: number) => Promise<void>
  isReady: () => Promise<boolean>
  /** Stops the server with SIGTERM and deletes its data. @throws if it does not end within 30 seconds */
  stop: () => Promise<void>
  /** The end of what the server has printed. */
  output: () => string
}

export const root = fileURLToPath(new URL('../../', import.meta.url))

const startTimeoutMs = 300_000
const stopTimeoutMs = 30_000

/**
 * Starts the product with the demonstration accounts and without rate limits, in a new data folder, or in the one of `DATA_DIR`, which
 * then stays.
 * @param checkout folder of the version to start, with its build and its node_modules
 */
export async function startKutu(env: Record<string, string> = {}, { checkout = root } = {}): Promise<KutuServer> {
  const dataDir = env.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'kutu-bench-')))
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const isBuilt = existsSync(join(checkout, 'server/dist/main.js'))
  const entry = isBuilt ? ['server/dist/main.js'] : ['--import', 'tsx', 'server/src/main.ts']
  let output = ''
  let child: ChildProcess | undefined
  let peak = 0
  const launch = () => {
    const started = spawnBound([process.execPath, ...entry, '--demo', '--without-history'], checkout, {
      // As `npm start` sets it.
      MALLOC_ARENA_MAX: '2',
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      DATABASE_URL: '',
      ...env,
    })
    child = started
    for (const stream of [started.stdout, started.stderr])
      stream?.on('data', chunk => {
        output = (output + String(chunk)).slice(-200_000)
      })
    return started
  }
  const start = async () => {
    const startedAt = performance.now()
    const started = launch()
    while (!(await isReady(url))) {
      if (started.exitCode !== null) throw new Error(`the server ended with ${started.exitCode}:\n${output}`)
      if (performance.now() - startedAt > startTimeoutMs) throw new Error(`the server is not ready:\n${output}`)
      await delay(50)
    }
    return performance.now() - startedAt
  }
  const peakMegabytes = () => {
    const running = child?.exitCode === null && child.signalCode === null ? child.pid : undefined
    peak = Math.max(peak, running ? readMegabytes(running, 'VmHWM') : 0)
    return Math.round(peak)
  }
  const signal = async (name: NodeJS.Signals): Promise<void> => {
    const current = child
    if (!current || current.exitCode !== null || current.signalCode !== null) return
    peakMegabytes()
    const exited = new Promise<void>(resolve => current.once('exit', () => resolve()))
    current.kill(name)
    await exited
  }
  const readPostmaster = () => (existsSync(dataDir) ? readPidFile(locateCluster(dataDir).folder)?.pid : undefined)
  const killDatabase = async () => {
    const postmaster = readPostmaster()
    const pids = postmaster ? [postmaster, ...descendants(postmaster)] : []
    for (const pid of pids) killProcess(pid)
    while (pids.some(isAlive)) await delay(20)
  }
  const removeData = async () => {
    const { folder, user } = locateCluster(dataDir)
    await stopOrphanedPostmaster(folder, findBinaries(user))
    await rm(folder, { recursive: true, force: true })
    await rm(dataDir, { recursive: true, force: true })
  }
  process.once('exit', () => {
    child?.kill('SIGKILL')
    if (env.DATA_DIR !== undefined) return
    const postmaster = readPostmaster()
    if (postmaster) killProcess(postmaster)
    rmSync(dataDir, { recursive: true, force: true })
  })
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1))
  await start()
  while (!/admin\s+\S+@\S+\s+\S+/.test(output)) await delay(50)
  return {
    url,
    dataDir,
    buildKind: isBuilt ? 'bundled build' : 'TypeScript sources through tsx',
    accounts: parseAccounts(output),
    databaseUrl: () => findRunningPostgresUrl(dataDir) ?? '',
    pid: () => child?.pid ?? 0,
    peakMegabytes,
    kill: () => signal('SIGKILL'),
    killAll: async () => {
      await Promise.all([signal('SIGKILL'), killDatabase()])
    },
    start,
    interruptStart: async milliseconds => {
      launch()
      await delay(milliseconds)
      await signal('SIGKILL')
    },
    isReady: () => isReady(url),
    stop: async () => {
      const ended = signal('SIGTERM').then(() => true)
      const hasEnded = await Promise.race([ended, delay(stopTimeoutMs, false, { ref: false })])
      if (!hasEnded) await signal('SIGKILL')
      if (env.DATA_DIR === undefined) await removeData()
      if (!hasEnded) throw new Error('the server did not end within 30 seconds of SIGTERM')
    },
    output: () => output,
  }
}

/** Starts a command on the first two cores of machines with more, so that the load comes from the others. */
export function spawnBound(command: string[], cwd = root, env: Record<string, string> = {}): ChildProcess {
  const isBound = availableParallelism() > 2 && process.platform === 'linux'
  const [program = '', ...args] = isBound ? ['taskset', '-c', '0,1', ...command] : command
  return spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
}

const isReady = async (url: string): Promise<boolean> => {
  // A server that starts or has been killed refuses connections.
  const response = await fetch(`${url}/api/ready`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
  await response?.arrayBuffer()
  return response?.ok ?? false
}

/**
 * Returns the resident memory of a process in MB, now or its peak; 0 if it has ended. Where there is no /proc both are the current
 * value.
 */
export function readMegabytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  if (process.platform !== 'linux')
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

function parseAccounts(output: string): Record<Role, Credentials> {
  const find = (role: Role) => {
    const [, email = '', password = ''] = new RegExp(`\\b${role}\\s+(\\S+@\\S+)\\s+(\\S+)`).exec(output) ?? []
    return { email, password }
  }
  return { farmer: find('farmer'), expert: find('expert'), admin: find('admin') }
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // It ended by itself.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
