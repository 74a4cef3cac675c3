import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export type Spawned = {
  pid: number
  /** Every line printed so far. */
  lines: string[]
  /** Resolves with the first line that starts so; rejects with the error output if the process ends without it. */
  line: (start: string) => Promise<string>
  kill: (signal: NodeJS.Signals) => void
  ended: Promise<number | NodeJS.Signals | null>
}

const repository = fileURLToPath(new URL('../../../', import.meta.url))

/** Runs a TypeScript file as a process of its own, so that a test can kill it. */
export function spawnScript(
  file: URL,
  args: string[],
  { uid, detached = false }: { uid?: number; detached?: boolean } = {},
): Spawned {
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(file), ...args], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  const lines: string[] = []
  let errors = ''
  child.stderr.on('data', chunk => {
    errors += String(chunk)
  })
  const reader = createInterface({ input: child.stdout })
  reader.on('line', text => lines.push(text))
  const ended = new Promise<number | NodeJS.Signals | null>(resolve =>
    child.once('close', (code, signal) => resolve(signal ?? code)),
  )
  const line = (start: string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = lines.find(text => text.startsWith(start))
        if (found !== undefined) resolve(found)
      }
      reader.on('line', look)
      look()
      void ended.then(how => reject(new Error(`ended with ${how} before saying "${start}": ${errors}`)))
    })
  return { pid: pidOf(child), lines, line, ended, kill: signal => child.kill(signal) }
}

function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('The process could not be started')
  return child.pid
}

/** The processes started by one process, and theirs. */
export function descendants(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const pairs = stdout
    .trim()
    .split('\n')
    .map(row => row.trim().split(/\s+/).map(Number))
  const below = (parent: number): number[] =>
    pairs.flatMap(([child, of]) => (of === parent && child !== undefined ? [child, ...below(child)] : []))
  return below(pid)
}

/** Waits until something holds, asking again and again; fails after half a minute. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 1500; attempt++) {
    if (await holds()) return
    await delay(20)
  }
  throw new Error(`It never came true that ${holds}`)
}
