import { spawn, spawnSync } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'
import type { Binaries } from './binaries.ts'
import { CannotStart, errorCode } from './cannot-start.ts'
import { asUser, type Home } from './system-user.ts'

export const superuser = 'postgres'
/** The server's own role and its database; no superuser, so that no SQL can reach beyond the database. */
export const ownRole = 'kutu'

/** The one secret of a cluster, made on first start; each role's password is derived from it. */
export function clusterSecret(dataDir: string): { secret: string; isNew: boolean } {
  const file = join(dataDir, 'secrets', 'database')
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (kept.length >= 32) return { secret: kept, isNew: false }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const secret = randomBytes(32).toString('hex')
  writeFileSync(`${file}.new`, secret, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return { secret, isNew: true }
}

const passwordOf = (role: string, secret: string) => createHmac('sha256', secret).update(role).digest('hex')

export const clusterUrl = (role: string, secret: string, port: number, database: string) =>
  `postgresql://${role}:${passwordOf(role, secret)}@127.0.0.1:${port}/${database}`

export const hasCluster = (folder: string) => existsSync(join(folder, 'PG_VERSION'))

/** Makes an empty cluster; built beside its place and moved there whole, so that a crash leaves no half of one. */
export async function createCluster(
  { folder, user }: Home,
  binaries: Binaries,
  secret: string,
  { isDurable }: { isDurable: boolean },
): Promise<void> {
  removeUnfinished(folder)
  const passwordFile = `${unfinishedPrefix(folder)}password`
  let problem = ''
  try {
    for (const ctype of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
      // A new name each time: the initdb of a killed server may still be writing into its own.
      const unfinished = `${unfinishedPrefix(folder)}${randomBytes(4).toString('hex')}`
      mkdirSync(unfinished, { recursive: true, mode: 0o700 })
      writeFileSync(passwordFile, `${passwordOf(superuser, secret)}\n`, { mode: 0o600 })
      if (user) for (const path of [unfinished, passwordFile]) chownSync(path, user.uid, user.gid)
      const { status, output } = await initdb(binaries, user, [
        `--pgdata=${unfinished}`,
        `--username=${superuser}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // PostgreSQL's own C.UTF-8 sorts alike on every system; the C library's serves full-text and trigrams,
        // which without it would take Luganda's ŋ for punctuation.
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        `--lc-ctype=${ctype}`,
        '--no-instructions',
        ...(isDurable ? [] : ['--no-sync']),
      ])
      if (status === 0) return moveInto(folder, unfinished)
      problem = output.trim()
      if (!problem.includes('locale')) break
    }
    throw new CannotStart(`PostgreSQL could not make its folder ${folder}: ${problem}`)
  } finally {
    removeUnfinished(folder)
  }
}

const unfinishedPrefix = (folder: string) => `${folder}.new-`

function removeUnfinished(folder: string) {
  if (!existsSync(dirname(folder))) return
  const prefix = basename(unfinishedPrefix(folder))
  for (const name of readdirSync(dirname(folder)))
    if (name.startsWith(prefix)) rmSync(join(dirname(folder), name), { recursive: true, force: true, maxRetries: 5 })
}

function moveInto(folder: string, finished: string) {
  try {
    renameSync(finished, folder)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(errorCode(error) ?? '')) throw error
    throw new CannotStart(`The folder ${folder} holds something that is no database: move it away and start again.`)
  }
}

function initdb(binaries: Binaries, user: Home['user'], options: string[]) {
  return new Promise<{ status: number | null; output: string }>((resolve, reject) => {
    const child = spawn(binaries.initdb, options, {
      ...asUser(user),
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

/** Gives the superuser a new password without knowing the old one; the cluster must not be running. */
export function resetPassword({ folder, user }: Home, binaries: Binaries, secret: string): void {
  const { status, stderr } = spawnSync(binaries.postgres, ['--single', '-D', folder, superuser], {
    ...asUser(user),
    encoding: 'utf8',
    input: `alter role ${superuser} password '${passwordOf(superuser, secret)}';\n`,
    windowsHide: true,
  })
  if (status !== 0)
    throw new CannotStart(`The password of the database in ${folder} was lost and cannot be renewed: ${stderr}`)
}

/** Makes the server's role and database where they are missing, as after a crash between initdb and here. */
export async function ensureDatabase(secret: string, port: number): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl(superuser, secret, port, 'postgres') })
  await client.connect()
  try {
    const password = client.escapeLiteral(passwordOf(ownRole, secret))
    const role = await client.query('select 1 from pg_roles where rolname = $1', [ownRole])
    await client.query(`${role.rowCount === 0 ? 'create' : 'alter'} role ${ownRole} login password ${password}`)
    const database = await client.query('select 1 from pg_database where datname = $1', [ownRole])
    if (database.rowCount === 0) await client.query(`create database ${ownRole} owner ${ownRole}`)
  } finally {
    await client.end()
  }
}
