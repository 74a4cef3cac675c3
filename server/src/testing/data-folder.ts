import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { findBinaries } from '../db/binaries.ts'
import { type Embedded, startEmbedded } from '../db/embedded.ts'
import { stopLeftover } from '../db/postmaster.ts'
import { findHome } from '../db/system-user.ts'

export const silent = pino({ level: 'silent' })

/**
 * A data folder for one test: empty, or a copy of another whose database is stopped (which spares making one).
 * Whatever database the test leaves running in it is stopped with the test.
 */
export function dataFolder({ like }: { like?: string } = {}): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'kutu-data-'))
  if (like) execFileSync('cp', ['-a', `${like}/.`, dataDir])
  onTestFinished(async () => {
    const home = findHome(dataDir)
    await stopLeftover(home.folder, findBinaries(home.user))
    rmSync(home.folder, { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
  })
  return dataDir
}

/** A folder with an empty database in it, to make others like; the caller removes it. */
export async function preparedFolder(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kutu-data-'))
  const embedded = await startEmbedded({ dataDir, log: silent })
  await embedded.stop()
  return dataDir
}

/** The embedded database on a folder, stopped with the test. */
export async function embeddedIn(dataDir: string): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir, log: silent })
  onTestFinished(() => embedded.stop())
  return embedded
}
