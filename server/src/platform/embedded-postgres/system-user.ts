import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { errorCode, StartupError } from '../startup-error.ts'
import { folderHash } from './folder-lock.ts'

/** PostgreSQL refuses to run as root, so a server started by root runs it as this user. */
export type SystemUser = { name: string; uid: number; gid: number }

export type ClusterLocation = { folder: string; user: SystemUser | null }

/**
 * Returns the options for `spawn` to run a program as `user`: a working directory that everyone can enter, and an
 * environment without the server's secrets.
 */
export const spawnOptionsFor = (user: SystemUser | null) => ({
  ...(process.platform === 'win32' ? {} : { cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } }),
  ...(user ? { uid: user.uid, gid: user.gid } : {}),
})

/**
 * Returns the cluster's folder and user for a data folder. It is `postgres` inside the data folder, unless
 * `postgres.location` names another one under /var/lib/kutu, because root keeps the data folder closed to other users.
 */
export function locateCluster(dataDir: string): ClusterLocation {
  const file = join(dataDir, 'postgres.location')
  const recorded = existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  const folder = recorded ?? join(realpathSync(dataDir), 'postgres')
  if (recorded !== undefined) checkOwnership(folder, dataDir)
  const user = process.getuid?.() === 0 ? chooseUser(folder) : null
  if (!user) return { folder: requireOwned(folder), user }
  if (recorded !== undefined || grantAccess(dataDir, user)) return { folder, user }
  if (existsSync(folder))
    throw new StartupError(
      `The database in ${folder} runs as the user ${user.name}, who cannot enter that folder: ` +
        'make the folders above it traversable (chmod o+x), or move the data folder and set DATA_DIR.',
    )
  const externalFolder = join(ensureSharedFolder(), folderHash(dataDir), 'postgres')
  makeTraversable(dirname(externalFolder))
  writeFileSync(join(dirname(externalFolder), 'belongs-to'), `${realpathSync(dataDir)}\n`)
  writeFileSync(file, `${externalFolder}\n`)
  return { folder: externalFolder, user }
}

/**
 * Creates a folder that every user can enter, for files that the database's user must reach.
 * @throws StartupError if it cannot be created
 */
export function ensureSharedFolder(): string {
  const folder = '/var/lib/kutu'
  try {
    makeTraversable(folder)
  } catch (error) {
    throw new StartupError(
      `PostgreSQL cannot run as root, and its own user can enter neither this installation nor its data folder; ${folder} ` +
        `cannot be created (${errorCode(error)}). Move both where other users can enter, or set DATABASE_URL.`,
    )
  }
  return folder
}

function makeTraversable(folder: string) {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
}

// A copied data folder contains the same postgres.location, but two data folders must not share a cluster.
function checkOwnership(folder: string, dataDir: string) {
  const file = join(dirname(folder), 'belongs-to')
  const owner = existsSync(file) ? readFileSync(file, 'utf8').trim() : 'nobody'
  if (owner === realpathSync(dataDir)) return
  throw new StartupError(
    `${join(dataDir, 'postgres.location')} names the database ${folder}, which belongs to ${owner}. If you moved the data ` +
      `folder, write its new path into ${file}; if you copied it, delete postgres.location from the copy to start it empty.`,
  )
}

function requireOwned(folder: string): string {
  if (!existsSync(folder)) return folder
  const { uid } = statSync(folder)
  const ownUid = process.getuid?.() ?? uid
  if (uid === ownUid) return folder
  throw new StartupError(
    `The database in ${folder} belongs to the user with uid ${uid}, and this process has uid ${ownUid}: ` +
      'start the server as that user or as root, or set another DATA_DIR.',
  )
}

function chooseUser(folder: string): SystemUser {
  if (existsSync(folder)) {
    const { uid, gid } = statSync(folder)
    if (uid !== 0) return { name: `with uid ${uid}`, uid, gid }
  }
  for (const name of ['kutu', 'postgres', 'nobody']) {
    const uid = lookupId('-u', name)
    const gid = lookupId('-g', name)
    if (uid && gid) return { name, uid, gid }
  }
  throw new StartupError(
    'PostgreSQL refuses to run as root and this system has no user named kutu, postgres or nobody to run it: ' +
      'create one (useradd --system kutu), start the server as an ordinary user, or set DATABASE_URL.',
  )
}

function lookupId(flag: '-u' | '-g', name: string): number | undefined {
  try {
    return Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    return undefined
  }
}

/**
 * Grants the database's user access to our data folder, never to a folder above it, if that takes no permission from
 * anyone. Returns true if the user can enter it.
 */
function grantAccess(dataDir: string, user: SystemUser): boolean {
  if (canEnter(dataDir, user)) return true
  const { mode, uid } = statSync(dataDir)
  if (uid !== 0 || (mode & 0o077) !== 0) return false
  chownSync(dataDir, 0, user.gid)
  chmodSync(dataDir, 0o710)
  if (canEnter(dataDir, user)) return true
  chmodSync(dataDir, mode & 0o777)
  return false
}

const canEnter = (folder: string, user: SystemUser) =>
  spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...spawnOptionsFor(user), stdio: 'ignore' }).status === 0
