import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
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
  /** Stops the server with SIGTERM and deletes its data. @throws if it does not end within 30 seconds */
  stop: () => Promise<void>
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
  const child = spawnBound([process.execPath, ...entry, '--demo', '--without-history'], checkout, {
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
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', chunk => {
      output = (output + String(chunk)).slice(-200_000)
    })
  const removeData = async () => {
    const { folder, user } = locateCluster(dataDir)
    await stopOrphanedPostmaster(folder, findBinaries(user))
    await rm(folder, { recursive: true, force: true })
    await rm(dataDir, { recursive: true, force: true })
  }
  process.once('exit', () => {
    child.kill('SIGKILL')
    if (env.DATA_DIR !== undefined) return
    const postmaster = existsSync(dataDir) ? readPidFile(locateCluster(dataDir).folder)?.pid : undefined
    if (postmaster && isAlive(postmaster)) process.kill(postmaster, 'SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  })
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(1))
  const startedAt = performance.now()
  while (!(await isReady(url)) || !/admin\s+\S+@\S+\s+\S+/.test(output)) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output}`)
    if (performance.now() - startedAt > startTimeoutMs) throw new Error(`the server is not ready:\n${output}`)
    await delay(50)
  }
  return {
    url,
    dataDir,
    buildKind: isBuilt ? 'bundled build' : 'TypeScript sources through tsx',
    accounts: parseAccounts(output),
    databaseUrl: () => findRunningPostgresUrl(dataDir) ?? '',
    stop: async () => {
      const ended = new Promise<boolean>(resolve => child.once('exit', () => resolve(true)))
      child.kill()
      const hasEnded = await Promise.race([ended, delay(stopTimeoutMs, false, { ref: false })])
      if (!hasEnded) child.kill('SIGKILL')
      if (env.DATA_DIR === undefined) await removeData()
      if (!hasEnded) throw new Error('the server did not end within 30 seconds of SIGTERM')
    },
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

function parseAccounts(output: string): Record<Role, Credentials> {
  const find = (role: Role) => {
    const [, email = '', password = ''] = new RegExp(`\\b${role}\\s+(\\S+@\\S+)\\s+(\\S+)`).exec(output) ?? []
    return { email, password }
  }
  return { farmer: find('farmer'), expert: find('expert'), admin: find('admin') }
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
