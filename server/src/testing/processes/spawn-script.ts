import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { bundledFile } from './bundle.ts'

export type SpawnedScript = {
  pid: number
  /** All lines printed so far. */
  lines: string[]
  /** Resolves with the first line that has this prefix; rejects with stderr if the process ends without one. */
  waitForLine: (start: string) => Promise<string>
  kill: (signal: NodeJS.Signals) => void
  exited: Promise<number | NodeJS.Signals | null>
}

const repositoryRoot = fileURLToPath(new URL('../../../../', import.meta.url))

/** Runs a script of this folder as a separate process that a test can kill. */
export function spawnScript(
  file: URL,
  args: string[],
  { uid, detached = false }: { uid?: number; detached?: boolean } = {},
): SpawnedScript {
  const child = spawn(process.execPath, [bundledFile(fileURLToPath(file)), ...args], {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  const lines: string[] = []
  let stderrText = ''
  child.stderr.on('data', chunk => {
    stderrText += String(chunk)
  })
  const reader = createInterface({ input: child.stdout })
  reader.on('line', text => lines.push(text))
  const exited = new Promise<number | NodeJS.Signals | null>(resolve =>
    child.once('close', (code, signal) => resolve(signal ?? code)),
  )
  const waitForLine = (start: string) =>
    new Promise<string>((resolve, reject) => {
      const check = () => {
        const found = lines.find(text => text.startsWith(start))
        if (found !== undefined) resolve(found)
      }
      reader.on('line', check)
      check()
      void exited.then(outcome => reject(new Error(`ended with ${outcome} before printing "${start}": ${stderrText}`)))
    })
  return { pid: requirePid(child), lines, waitForLine, exited, kill: signal => child.kill(signal) }
}

function requirePid(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('The process could not be started')
  return child.pid
}

/** Returns the child processes of a process, recursively. */
export function descendants(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const pairs = stdout
    .trim()
    .split('\n')
    .map(row => row.trim().split(/\s+/).map(Number))
  const collect = (parent: number): number[] =>
    pairs.flatMap(([child, parentPid]) =>
      parentPid === parent && child !== undefined ? [child, ...collect(child)] : [],
    )
  return collect(pid)
}

/** Polls until the condition holds; fails after two minutes. */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 6000; attempt++) {
    if (await condition()) return
    await delay(20)
  }
  throw new Error(`Timed out waiting for ${condition}`)
}
