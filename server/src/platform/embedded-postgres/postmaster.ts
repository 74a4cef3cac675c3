import { spawnSync } from 'node:child_process'
import { readFileSync, realpathSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { errorCode, StartupError } from '../startup-error.ts'
import type { Binaries } from './binaries.ts'

/** Content of postmaster.pid, which PostgreSQL writes for the process that serves a cluster. */
export type PidFile = { pid: number; port: number; isReady: boolean }

export function readPidFile(folder: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return pid > 0 ? { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' } : undefined
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Returns true if the process is running. An unreaped zombie counts as ended. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
  if (process.platform !== 'linux') return true
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z'
  } catch {
    return false
  }
}

/**
 * Stops the database that a killed server left running on this folder, and removes a pid file whose number now belongs
 * to another program (PostgreSQL would refuse to start over it).
 * @returns true if a running database was stopped
 */
export async function stopOrphanedPostmaster(folder: string, binaries: Binaries): Promise<boolean> {
  const pidFile = readPidFile(folder)
  if (!pidFile || !isAlive(pidFile.pid)) return false
  const owner = identifyProcess(pidFile.pid, folder)
  if (owner === 'unclear')
    throw new StartupError(
      `The process ${pidFile.pid} is a PostgreSQL that may still be using ${folder}: stop it (kill -INT ${pidFile.pid}) and start again.`,
    )
  if (owner === 'unrelated') {
    rmSync(join(folder, 'postmaster.pid'), { force: true })
    return false
  }
  await stopPostmaster(pidFile.pid, binaries)
  return true
}

function identifyProcess(pid: number, folder: string): 'ours' | 'unrelated' | 'unclear' {
  // On Windows the pid file must suffice: the command line cannot be read without further programs.
  if (process.platform === 'win32') return 'ours'
  const { program, dataFolder } = readCommandLine(pid)
  if (program !== 'postgres') return 'unrelated'
  if (dataFolder === undefined) return 'unclear'
  if (isSamePath(dataFolder, folder)) return 'ours'
  // The command line of a cluster that was moved while running still has the old path.
  return tryReadPidFile(dataFolder)?.pid === pid ? 'unrelated' : 'unclear'
}

type CommandLine = { program: string; dataFolder: string | undefined }

/** Relies on the order of our own arguments: `postgres -D folder -c setting …`. */
function readCommandLine(pid: number): CommandLine {
  if (process.platform === 'linux') {
    const [program = '', flag, folder] = readOrEmpty(`/proc/${pid}/cmdline`).split('\0')
    return { program: basename(program), dataFolder: flag === '-D' ? folder : undefined }
  }
  const { stdout } = spawnSync('ps', ['-ww', '-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
  const [, program = stdout.trim(), dataFolder] = /^(.*?) -D (.*?)(?: -c .*)?$/.exec(stdout.trim()) ?? []
  return { program: basename(program), dataFolder }
}

const readOrEmpty = (file: string) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const isSamePath = (one: string, other: string) => {
  try {
    return realpathSync(one) === realpathSync(other)
  } catch {
    return resolve(one) === resolve(other)
  }
}

const tryReadPidFile = (folder: string) => {
  try {
    return readPidFile(folder)
  } catch {
    return undefined
  }
}

/** Requests a fast shutdown, which rolls back open transactions; escalates if it does not end. */
export async function stopPostmaster(pid: number, binaries: Binaries): Promise<void> {
  for (const [signal, seconds] of [
    ['INT', 30],
    ['QUIT', 10],
    ['KILL', 10],
  ] as const) {
    signalPostmaster(pid, signal, binaries)
    for (let attempt = 0; attempt < seconds * 50; attempt++) {
      if (!isAlive(pid)) return
      await delay(20)
    }
  }
  throw new Error(`The database process ${pid} does not end`)
}

export function signalPostmaster(pid: number, signal: 'INT' | 'QUIT' | 'KILL', binaries: Binaries) {
  // Windows has no signals; pg_ctl emulates them.
  if (process.platform === 'win32' && signal !== 'KILL') {
    spawnSync(binaries.pgCtl, ['kill', signal, String(pid)], { stdio: 'ignore', windowsHide: true })
    return
  }
  try {
    process.kill(pid, `SIG${signal}`)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}
