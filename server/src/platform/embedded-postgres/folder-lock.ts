import { createHash } from 'node:crypto'
import { realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCode, FolderInUseError } from '../startup-error.ts'

export type FolderLock = { release: () => Promise<void> }

/** Returns a short name for a folder that does not depend on how its path is written. */
export const folderHash = (folder: string) =>
  createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16)

/**
 * Locks a data folder for this process. The lock is a listening socket, so it ends with the process in every case and
 * leaves nothing stale.
 * @throws FolderInUseError when a running process holds the folder
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const servers: Server[] = []
  const release = async () => {
    for (const server of servers.reverse()) await closeServer(server)
    servers.length = 0
  }
  try {
    for (const address of lockAddresses(folder))
      try {
        servers.push(await acquireAddress(address, folder))
      } catch (error) {
        // Some file systems (network shares) do not support sockets; there the machine-wide lock must suffice.
        if (error instanceof FolderInUseError || servers.length === 0) throw error
      }
  } catch (error) {
    await release()
    throw error
  }
  return { release }
}

type LockAddress = { path: string; isFile: boolean }

// The first address is machine-wide: abstract sockets and pipes have no file and so no race. The socket file in the
// folder also excludes a second container on the same volume, which has its own network namespace.
function lockAddresses(folder: string): LockAddress[] {
  const name = `kutu-${folderHash(folder)}`
  if (process.platform === 'win32') return [{ path: `\\\\.\\pipe\\${name}`, isFile: false }]
  const machineAddress =
    process.platform === 'linux'
      ? { path: `\0${name}`, isFile: false }
      : { path: join(tmpdir(), `${name}.sock`), isFile: true }
  const socketPath = join(realpathSync(folder), 'server.sock')
  // The kernel limits socket paths to 104 (macOS) or 108 bytes.
  return Buffer.byteLength(socketPath) <= 100 ? [machineAddress, { path: socketPath, isFile: true }] : [machineAddress]
}

async function acquireAddress(address: LockAddress, folder: string): Promise<Server> {
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      return await listen(address.path)
    } catch (error) {
      if (errorCode(error) !== 'EADDRINUSE') throw error
    }
    const holderPid = await readHolderPid(address.path)
    if (holderPid !== undefined) throw folderInUseError(folder, holderPid)
    // Nobody listens: the socket file is from a killed server, or its holder has just ended.
    if (address.isFile) rmSync(address.path, { force: true })
  }
  throw folderInUseError(folder, undefined)
}

const folderInUseError = (folder: string, holderPid: string | undefined) =>
  new FolderInUseError(
    `Another Kutu server${holderPid ? ` (process ${holderPid})` : ''} is running on the data folder ${folder}. ` +
      'Stop it first, or start this one with another DATA_DIR; several servers share one database through DATABASE_URL.',
  )

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(socket => {
      socket.on('error', () => socket.destroy())
      socket.end(String(process.pid))
    })
    server.once('error', reject)
    server.listen(path, () => {
      server.unref()
      resolve(server)
    })
  })
}

/** Returns the process id of the holder, '' if it did not answer in time, undefined if nobody listens. */
function readHolderPid(path: string): Promise<string | undefined> {
  return new Promise(resolve => {
    let response = ''
    const socket = connect(path)
    socket.setTimeout(2000, () => socket.destroy())
    socket.on('data', chunk => {
      response += chunk.toString()
    })
    socket.on('error', error => resolve(isNotListening(error) ? undefined : ''))
    socket.on('close', () => resolve(response))
  })
}

const isNotListening = (error: unknown) => ['ECONNREFUSED', 'ENOENT'].includes(errorCode(error) ?? '')

const closeServer = (server: Server) => new Promise<void>(resolve => server.close(() => resolve()))
