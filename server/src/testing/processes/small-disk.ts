import { spawnSync } from 'node:child_process'
import { closeSync, openSync, writeSync } from 'node:fs'
import { errorCode } from '../../platform/startup-error.ts'

/**
 * Returns a command that runs another one with a small disk at this path, or undefined if the system does not allow that.
 * @param options mount options of tmpfs, such as the size or `ro`
 */
export function findSmallDisk(path: string, options = 'size=8m'): string[] | undefined {
  const mountAndRun = ['sh', '-c', `mount -t tmpfs -o ${options} kutu "$0" && exec "$@"`, path]
  const launcher = ['unshare', '--user', '--map-root-user', '--mount', ...mountAndRun]
  const [command = '', ...args] = [...launcher, 'true']
  return spawnSync(command, args).status === 0 ? launcher : undefined
}

/** Writes to the file until the disk is full. */
export function fillDisk(path: string): void {
  const file = openSync(path, 'w')
  try {
    for (const size of [1024 * 1024, 4096]) {
      const bytes = Buffer.alloc(size)
      try {
        for (;;) writeSync(file, bytes)
      } catch (error) {
        if (errorCode(error) !== 'ENOSPC') throw error
      }
    }
  } finally {
    closeSync(file)
  }
}
