import { existsSync, type StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { Config } from '../../../config.ts'
import { errorCode } from '../../../platform/startup-error.ts'
import { findFolderProblem } from '../../../platform/storage/usable-folder.ts'
import { type CheckContext, type CheckResult, describeError, error, ok, warning } from './check.ts'
import { probe } from './http-probe.ts'

const notReady = z.object({ errors: z.array(z.object({ message: z.string() })).default([]) })

/**
 * Checks that the server of this machine is ready, which means that its database, files and model work.
 * @param reportStopped how serious it is that no server answers
 */
export async function checkServer(
  { config, timeoutMs }: CheckContext,
  reportStopped: typeof error | typeof warning = error,
): Promise<CheckResult[]> {
  const url = localUrl(config)
  try {
    const response = await probe(`${url}/api/ready`, 'GET', timeoutMs)
    if (response.ok) return [ok('server', `The server at ${url} is ready.`)]
    const parsed = notReady.safeParse(await response.json().catch(() => ({})))
    const problems = parsed.success ? parsed.data.errors.map(({ message }) => message) : []
    return [
      error(
        'server',
        [`The server at ${url} answers ${response.status} and is not ready.`, ...problems].join(' '),
        'Wait some seconds after a start. Otherwise the log of the server has the cause.',
      ),
    ]
  } catch (thrown) {
    return [
      reportStopped('server', `The server at ${url} does not answer: ${describeError(thrown)}.`, 'Start the server.'),
    ]
  }
}

/** URL of the server for a program on the same machine. */
function localUrl({ host, port }: Config): string {
  const isAnyAddress = host === '0.0.0.0' || host === '::'
  const address = isAnyAddress ? '127.0.0.1' : host
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}

const mebibyte = 1024 ** 2
const minFreeBytes = 200 * mebibyte
/** As in the alert rule KutuDiskAlmostFull. */
const minFreeFraction = 0.1

/** Checks the free space of the disks with DATA_DIR and BACKUP_DIR. {@link checkBackups} reports a missing BACKUP_DIR. */
export async function checkDisk({ config }: CheckContext): Promise<CheckResult[]> {
  const backups = config.backups?.folder
  const folders = [config.dataDir, ...(backups !== undefined && existsSync(backups) ? [backups] : [])]
  return Promise.all(folders.map(folder => checkFreeSpace(folder)))
}

async function checkFreeSpace(folder: string): Promise<CheckResult> {
  const stats = await statExisting(folder).catch(() => undefined)
  if (!stats) return error('disk', `The folder ${folder} ${findFolderProblem(folder)}.`, 'Give another folder.')
  const { bavail, blocks, bsize } = stats
  const freeBytes = bavail * bsize
  const message = `The disk of ${folder} has ${formatBytes(freeBytes)} free.`
  const remedy = 'Enlarge the disk, or delete old logs and backups. Never delete files in DATA_DIR by hand.'
  if (freeBytes < minFreeBytes) return error('disk', message, remedy)
  if (bavail < blocks * minFreeFraction) return warning('disk', message, remedy)
  return ok('disk', message)
}

/** Measures the disk of a folder that may not exist yet. */
async function statExisting(folder: string): Promise<StatsFs> {
  try {
    return await statfs(folder)
  } catch (thrown) {
    if (errorCode(thrown) !== 'ENOENT' || dirname(folder) === folder) throw thrown
    return statExisting(dirname(folder))
  }
}

const formatBytes = (bytes: number) =>
  bytes < 1024 * mebibyte ? `${Math.floor(bytes / mebibyte)} MB` : `${(bytes / 1024 / mebibyte).toFixed(1)} GB`
