import { spawn, spawnSync } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'
import { errorCode, StartupError } from '../startup-error.ts'
import type { Binaries } from './binaries.ts'
import { type ClusterLocation, spawnOptionsFor } from './system-user.ts'

export const superuser = 'postgres'
/** The database, and the role that owns it and its tables. It is no superuser, so SQL cannot reach beyond the database. */
export const ownerRole = 'kutu'
/** The role of a running server. It reads and writes rows and cannot change tables. */
export const serverRole = 'kutu_server'

/** Returns the secret of a cluster, created on first start. The password of each role is derived from it. */
export function loadClusterSecret(dataDir: string): { secret: string; isNew: boolean } {
  const file = join(dataDir, 'secrets', 'database')
  const stored = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (stored.length >= 32) return { secret: stored, isNew: false }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const secret = randomBytes(32).toString('hex')
  writeFileSync(`${file}.new`, secret, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return { secret, isNew: true }
}

const derivePassword = (role: string, secret: string) => createHmac('sha256', secret).update(role).digest('hex')

export const connectionUrl = (role: string, secret: string, port: number, database: string) =>
  `postgresql://${role}:${derivePassword(role, secret)}@127.0.0.1:${port}/${database}`

export const hasCluster = (folder: string) => existsSync(join(folder, 'PG_VERSION'))

/**
 * Creates an empty cluster. It is built in a temporary folder and renamed, so that a crash leaves no partial cluster.
 */
export async function createCluster(
  { folder, user }: ClusterLocation,
  binaries: Binaries,
  secret: string,
  { isDurable }: { isDurable: boolean },
): Promise<void> {
  removeTemporaryFolders(folder)
  const passwordFile = `${temporaryPrefix(folder)}password`
  let problem = ''
  try {
    for (const ctype of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
      // A new name for each attempt: the initdb of a killed server may still be writing to its folder.
      const temporaryFolder = `${temporaryPrefix(folder)}${randomBytes(4).toString('hex')}`
      mkdirSync(temporaryFolder, { recursive: true, mode: 0o700 })
      writeFileSync(passwordFile, `${derivePassword(superuser, secret)}\n`, { mode: 0o600 })
      if (user) for (const path of [temporaryFolder, passwordFile]) chownSync(path, user.uid, user.gid)
      const { status, output } = await initdb(binaries, user, [
        `--pgdata=${temporaryFolder}`,
        `--username=${superuser}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // PostgreSQL's builtin C.UTF-8 sorts identically on every system. lc_ctype of the C library serves full-text
        // search and trigrams; without it Luganda's ŋ would count as punctuation.
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        `--lc-ctype=${ctype}`,
        '--no-instructions',
        ...(isDurable ? [] : ['--no-sync']),
      ])
      if (status === 0) return moveIntoPlace(folder, temporaryFolder)
      problem = output.trim()
      if (!problem.includes('locale')) break
    }
    throw new StartupError(`initdb failed in the folder ${folder}: ${problem}`)
  } finally {
    removeTemporaryFolders(folder)
  }
}

const temporaryPrefix = (folder: string) => `${folder}.new-`

function removeTemporaryFolders(folder: string) {
  if (!existsSync(dirname(folder))) return
  const prefix = basename(temporaryPrefix(folder))
  for (const name of readdirSync(dirname(folder)))
    if (name.startsWith(prefix)) rmSync(join(dirname(folder), name), { recursive: true, force: true, maxRetries: 5 })
}

function moveIntoPlace(folder: string, source: string) {
  try {
    renameSync(source, folder)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(errorCode(error) ?? '')) throw error
    throw new StartupError(`The folder ${folder} exists and is not a database cluster: move it away and start again.`)
  }
}

function initdb(binaries: Binaries, user: ClusterLocation['user'], options: string[]) {
  return new Promise<{ status: number | null; output: string }>((resolve, reject) => {
    const child = spawn(binaries.initdb, options, {
      ...spawnOptionsFor(user),
      stdio: ['ignore', 'ignore', 'pipe'],
      windowsHide: true,
    })
    const killAtExit = () => child.kill('SIGKILL')
    process.once('exit', killAtExit)
    let output = ''
    child.stderr.on('data', chunk => {
      output += String(chunk)
    })
    child.once('error', reject)
    child.once('close', status => {
      process.removeListener('exit', killAtExit)
      resolve({ status, output })
    })
  })
}

/** Sets a new superuser password without the old one. The cluster must be stopped. */
export function resetPassword({ folder, user }: ClusterLocation, binaries: Binaries, secret: string): void {
  const { status, stderr } = spawnSync(binaries.postgres, ['--single', '-D', folder, superuser], {
    ...spawnOptionsFor(user),
    encoding: 'utf8',
    input: `alter role ${superuser} password '${derivePassword(superuser, secret)}';\n`,
    windowsHide: true,
  })
  if (status !== 0)
    throw new StartupError(`The password of the database in ${folder} was lost and could not be reset: ${stderr}`)
}

/** Creates the roles and the database if they are missing, for example after a crash right after initdb. */
export async function ensureDatabase(secret: string, port: number): Promise<void> {
  const client = new pg.Client({ connectionString: connectionUrl(superuser, secret, port, 'postgres') })
  await client.connect()
  try {
    // A command may do the same while the server starts.
    await client.query(`select pg_advisory_lock(hashtextextended('kutu roles', 0))`)
    for (const name of [ownerRole, serverRole]) {
      const password = client.escapeLiteral(derivePassword(name, secret))
      const role = await client.query('select 1 from pg_roles where rolname = $1', [name])
      await client.query(`${role.rowCount === 0 ? 'create' : 'alter'} role ${name} login password ${password}`)
    }
    const database = await client.query('select 1 from pg_database where datname = $1', [ownerRole])
    if (database.rowCount === 0) await client.query(`create database ${ownerRole} owner ${ownerRole}`)
    await client.query(`revoke temporary on database ${ownerRole} from public`)
  } finally {
    await client.end()
  }
}
