import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export type RunningServer = { url: string; pid: number; stop: () => Promise<void> }
export type Credentials = { email: string; password: string }
export type KutuServer = RunningServer &
  Credentials & { buildKind: string; dataDir: string; expert: Credentials; admin: Credentials }

export const root = fileURLToPath(new URL('../../', import.meta.url))

const isBuilt = (checkout: string) => existsSync(join(checkout, 'server/dist/main.js'))

/**
 * Starts the product with the demonstration accounts in a new data folder, or in the one of `DATA_DIR`, which then stays.
 * @param checkout folder of the version to start, with its build and its node_modules
 */
export async function startKutu(env: Record<string, string> = {}, checkout = root): Promise<KutuServer> {
  const { serverProcess, url, dataDir, stop } = await startServer(env, ['--demo', '--without-history'], checkout)
  const buildKind = isBuilt(checkout) ? 'bundled build' : 'TypeScript sources through tsx'
  const accounts = /farmer\s+(\S+)\s+(\S+)\s+expert\s+(\S+)\s+(\S+)[\s\S]*admin\s+(\S+)\s+(\S+)/
  const [, email = '', password = '', ...others] = await serverProcess.waitForOutput(accounts)
  const [expertEmail = '', expertPassword = '', adminEmail = '', adminPassword = ''] = others
  const expert = { email: expertEmail, password: expertPassword }
  const admin = { email: adminEmail, password: adminPassword }
  return { url, pid: serverProcess.pid, stop, buildKind, email, password, dataDir, expert, admin }
}

/** Starts another server for a database that already has users. */
export async function startAdditionalServer(env: Record<string, string>): Promise<RunningServer> {
  const { serverProcess, url, stop } = await startServer(env, [])
  // This pattern never matches: the promise only rejects when the process exits.
  const exited = serverProcess.waitForOutput(/(?!)/)
  const isReady = () =>
    fetch(`${url}/api/ready`).then(
      response => response.ok,
      () => false,
    )
  while (!(await Promise.race([isReady(), exited]))) await delay(100)
  // From now on the end of the server is no error.
  exited.catch(() => undefined)
  return { url, pid: serverProcess.pid, stop }
}

async function startServer(env: Record<string, string>, flags: string[], checkout = root) {
  const kept = env.DATA_DIR
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'kutu-bench-')))
  const port = await findFreePort()
  const serverEnv = {
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ...env,
  }
  const entry = isBuilt(checkout) ? ['server/dist/main.js'] : ['--import', 'tsx', 'server/src/main.ts']
  const serverProcess = spawnProcess([process.execPath, ...entry, ...flags], serverEnv, checkout)
  const stop = async () => {
    await serverProcess.stop()
    if (kept === undefined) await rm(dataDir, { recursive: true, force: true })
  }
  return { serverProcess, url: `http://127.0.0.1:${port}`, dataDir, stop }
}

/** Starts the same backbone on PyTorch behind a Python web server. */
export async function startTorchServer(): Promise<RunningServer> {
  const port = await findFreePort()
  const serverProcess = spawnProcess(['/usr/bin/python3', 'bench/server/torch-server.py', String(port)], {})
  await serverProcess.waitForOutput(/ready/)
  return { url: `http://127.0.0.1:${port}`, pid: serverProcess.pid, stop: serverProcess.stop }
}

/** Returns the resident memory in MB of a process, alone and with all its children. */
export function measureResidentMegabytes(pid: number): { own: number; withChildren: number } {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(row => row.trim().split(/\s+/).map(Number))
  const own = rows.find(([id]) => id === pid)?.[2] ?? 0
  const sumChildren = (parent: number): number =>
    rows.reduce((sum, [id = 0, parentId, rss = 0]) => (parentId === parent ? sum + rss + sumChildren(id) : sum), 0)
  return { own: own / 1024, withChildren: (own + sumChildren(pid)) / 1024 }
}

/** Binds a command to the first two cores on machines with more. */
const limitToTwoCores = (command: string[]) =>
  availableParallelism() > 2 && process.platform === 'linux' ? ['taskset', '-c', '0,1', ...command] : command

function spawnProcess(command: string[], env: Record<string, string>, cwd = root) {
  const [program = '', ...args] = limitToTwoCores(command)
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (child.pid === undefined) throw new Error(`${program} could not be started`)
  let output = ''
  const waitForOutput = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const onData = (chunk: unknown) => {
        output += String(chunk)
        const match = pattern.exec(output)
        if (match) resolve(match)
      }
      child.stdout.on('data', onData)
      child.stderr.on('data', onData)
      child.once('close', code => reject(new Error(`${command.join(' ')} ended with ${code}:\n${output}`)))
    })
  return { pid: child.pid, waitForOutput, stop: () => stopProcess(child) }
}

const stopProcess = (child: ChildProcess) =>
  new Promise<void>(resolve => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('close', () => resolve())
    child.kill('SIGTERM')
  })

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
