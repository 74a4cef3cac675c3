import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export type Running = { url: string; pid: number; stop: () => Promise<void> }
export type SignIn = { email: string; password: string }
export type KutuServer = Running & SignIn & { how: string; dataDir: string; expert: SignIn }

export const root = fileURLToPath(new URL('../', import.meta.url))

const isBuilt = existsSync(join(root, 'server/dist/main.js'))
const entry = isBuilt ? ['server/dist/main.js'] : ['--import', 'tsx', 'server/src/main.ts']
const how = isBuilt ? 'bundled build' : 'TypeScript sources through tsx'

/** The product as it is shipped, on an empty data folder of its own, with the demonstration's farmer to sign in. */
export async function startKutu(given: Record<string, string> = {}): Promise<KutuServer> {
  const { started, url, dataDir, stop } = await startOne(given, ['--demo'])
  const said = await started.says(/farmer\s+(\S+)\s+(\S+)\s+expert\s+(\S+)\s+(\S+)/)
  const [, email = '', password = '', expertEmail = '', expertPassword = ''] = said
  const expert = { email: expertEmail, password: expertPassword }
  return { url, pid: started.pid, stop, how, email, password, dataDir, expert }
}

/** One more server of a database that has its people. */
export async function startBeside(given: Record<string, string>): Promise<Running> {
  const { started, url, stop } = await startOne(given, [])
  const ended = started.says(/never said/)
  const isReady = () =>
    fetch(`${url}/api/ready`).then(
      answer => answer.ok,
      () => false,
    )
  while (!(await Promise.race([isReady(), ended]))) await delay(100)
  ended.catch(() => undefined)
  return { url, pid: started.pid, stop }
}

async function startOne(given: Record<string, string>, flags: string[]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'kutu-bench-'))
  const port = await freePort()
  const env = {
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ...given,
  }
  const started = start([process.execPath, ...entry, ...flags], env)
  const stop = async () => {
    await started.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { started, url: `http://127.0.0.1:${port}`, dataDir, stop }
}

/** The same backbone behind a Python web server. */
export async function startTorch(): Promise<Running> {
  const port = await freePort()
  const started = start(['/usr/bin/python3', 'bench/torch-server.py', String(port)], {})
  await started.says(/ready/)
  return { url: `http://127.0.0.1:${port}`, pid: started.pid, stop: started.stop }
}

/** Memory in MB that a process and all its children hold. */
export function residentMegabytes(pid: number): { own: number; withChildren: number } {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(row => row.trim().split(/\s+/).map(Number))
  const own = rows.find(([id]) => id === pid)?.[2] ?? 0
  const below = (parent: number): number =>
    rows.reduce((sum, [id = 0, of, rss = 0]) => (of === parent ? sum + rss + below(id) : sum), 0)
  return { own: own / 1024, withChildren: (own + below(pid)) / 1024 }
}

/** On a machine with more, a server gets the first two cores alone. */
const onTwoCores = (command: string[]) =>
  availableParallelism() > 2 && process.platform === 'linux' ? ['taskset', '-c', '0,1', ...command] : command

function start(command: string[], env: Record<string, string>) {
  const [program = '', ...args] = onTwoCores(command)
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (child.pid === undefined) throw new Error(`${program} could not be started`)
  let output = ''
  const says = (wanted: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const read = (chunk: unknown) => {
        output += String(chunk)
        const found = wanted.exec(output)
        if (found) resolve(found)
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      child.once('close', code => reject(new Error(`${command.join(' ')} ended with ${code}:\n${output}`)))
    })
  return { pid: child.pid, says, stop: () => stopped(child) }
}

const stopped = (child: ChildProcess) =>
  new Promise<void>(resolve => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('close', () => resolve())
    child.kill('SIGTERM')
  })

function freePort(): Promise<number> {
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
