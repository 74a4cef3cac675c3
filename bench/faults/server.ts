import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findBinaries } from '../../server/src/platform/embedded-postgres/binaries.ts'
import { findRunningPostgresUrl } from '../../server/src/platform/embedded-postgres/embedded-postgres.ts'
import { isAlive, readPidFile, stopOrphanedPostmaster } from '../../server/src/platform/embedded-postgres/postmaster.ts'
import { locateCluster } from '../../server/src/platform/embedded-postgres/system-user.ts'
import { descendants } from '../../server/src/testing/processes/spawn-script.ts'
import { measureResidentMegabytes, root } from '../support/kutu-server.ts'

export type Credentials = { email: string; password: string }
export type FaultServer = {
  url: string
  dataDir: string
  /** Sign-ins of the demonstration accounts by role, printed at the first start. */
  credentials: ReadonlyMap<string, Credentials>
  databaseUrl: () => string
  /** Largest resident memory of any server process so far, in MB; without the database. */
  peakMegabytes: () => number
  /** Resident memory of the running server process now, in MB. */
  residentMegabytes: () => number
  /** Sends SIGKILL to the server alone: its database keeps running, as after a crash of the process. */
  kill: () => Promise<void>
  /** Sends SIGKILL to the server and its database, as after the machine's out-of-memory killer. */
  killAll: () => Promise<void>
  /** Starts again on the same data directory. @returns the milliseconds until it was ready */
  start: () => Promise<number>
  /** Starts the server and kills it after this time, whether or not it is ready. */
  interruptStart: (milliseconds: number) => Promise<void>
  isReady: () => Promise<boolean>
  /** Stops the server with SIGTERM and deletes its data. @throws if it does not end within 30 seconds */
  stop: () => Promise<void>
  output: () => string
}

const startTimeoutMs = 120_000
const stopTimeoutMs = 30_000

/** Starts the built product on an empty data directory of its own, with demonstration accounts and without rate limits. */
export async function startFaultServer(env: Record<string, string> = {}): Promise<FaultServer> {
  if (!existsSync(join(root, 'server/dist/main.js'))) throw new Error('run npm run build first')
  const dataDir = await mkdtemp(join(tmpdir(), 'kutu-faults-'))
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  let output = ''
  let child: ChildProcess | undefined
  let peak = 0
  const samplePeak = () => {
    if (child?.pid) peak = Math.max(peak, readPeakMegabytes(child.pid))
  }
  const sampling = setInterval(samplePeak, 500)
  const launch = () => {
    const started = spawn(process.execPath, ['server/dist/main.js', '--demo', '--without-history'], {
      cwd: root,
      env: {
        // As `npm start` sets it.
        MALLOC_ARENA_MAX: '2',
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
    child = started
    for (const stream of [started.stdout, started.stderr])
      stream?.on('data', chunk => {
        // Only the end is shown when something fails.
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
  const signal = async (name: NodeJS.Signals): Promise<void> => {
    const current = child
    if (!current || current.exitCode !== null || current.signalCode !== null) return
    samplePeak()
    const exited = new Promise<void>(resolve => current.once('exit', () => resolve()))
    current.kill(name)
    await exited
  }
  const killDatabase = async () => {
    const postmaster = readPidFile(locateCluster(dataDir).folder)?.pid
    const pids = postmaster ? [postmaster, ...descendants(postmaster)] : []
    for (const pid of pids) killProcess(pid)
    while (pids.some(isAlive)) await delay(20)
  }
  const removeData = async () => {
    clearInterval(sampling)
    const { folder, user } = locateCluster(dataDir)
    await stopOrphanedPostmaster(folder, findBinaries(user))
    for (const path of [folder, dataDir]) await rm(path, { recursive: true, force: true })
  }
  process.once('exit', () => {
    child?.kill('SIGKILL')
    const postmaster = existsSync(dataDir) ? readPidFile(locateCluster(dataDir).folder)?.pid : undefined
    if (postmaster) killProcess(postmaster)
    rmSync(dataDir, { recursive: true, force: true })
  })
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1))
  await start()
  while (!/admin\s+\S+@\S+\s+\S+/.test(output)) await delay(50)
  return {
    url,
    dataDir,
    credentials: parseCredentials(output),
    databaseUrl: () => findRunningPostgresUrl(dataDir) ?? '',
    peakMegabytes: () => {
      samplePeak()
      return Math.round(peak)
    },
    residentMegabytes: () => Math.round(child?.pid ? measureResidentMegabytes(child.pid).own : 0),
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
      const hasEnded = await Promise.race([
        signal('SIGTERM').then(() => true),
        delay(stopTimeoutMs, false, { ref: false }),
      ])
      if (!hasEnded) await signal('SIGKILL')
      await removeData()
      if (!hasEnded) throw new Error('the server did not end within 30 seconds of SIGTERM')
    },
    output: () => output,
  }
}

const isReady = async (url: string): Promise<boolean> => {
  // A server that starts or has been killed refuses connections.
  const response = await fetch(`${url}/api/ready`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
  await response?.arrayBuffer()
  return response?.ok ?? false
}

/** Returns the peak resident memory in MB: VmHWM on Linux, otherwise the current value. */
function readPeakMegabytes(pid: number): number {
  if (process.platform !== 'linux') return measureResidentMegabytes(pid).own
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

function parseCredentials(output: string): Map<string, Credentials> {
  const lines = [...output.matchAll(/\b(farmer|expert|admin)\s+(\S+@\S+)\s+(\S+)/g)]
  return new Map(lines.toReversed().map(([, role = '', email = '', password = '']) => [role, { email, password }]))
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
