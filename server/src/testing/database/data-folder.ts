import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { findBinaries } from '../../platform/embedded-postgres/binaries.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../platform/embedded-postgres/embedded-postgres.ts'
import { stopOrphanedPostmaster } from '../../platform/embedded-postgres/postmaster.ts'
import { locateCluster } from '../../platform/embedded-postgres/system-user.ts'

export const silentLogger = pino({ level: 'silent' })

/**
 * A data folder for one test: empty, or a copy of another whose database is stopped (which spares making one).
 * Whatever database the test leaves running in it is stopped with the test.
 */
export function createDataFolder({ template }: { template?: string } = {}): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'kutu-data-'))
  if (template) execFileSync('cp', ['-a', `${template}/.`, dataDir])
  onTestFinished(async () => {
    const location = locateCluster(dataDir)
    await stopOrphanedPostmaster(location.folder, findBinaries(location.user))
    rmSync(location.folder, { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
  })
  return dataDir
}

/** A folder with an empty database in it, to make others like; the caller removes it. */
export async function createInitializedFolder(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kutu-data-'))
  const embedded = await startEmbeddedPostgres({ dataDir, log: silentLogger })
  await embedded.stop()
  return dataDir
}

/** The embedded database on a folder, stopped with the test. */
export async function startPostgresIn(dataDir: string): Promise<EmbeddedPostgres> {
  const embedded = await startEmbeddedPostgres({ dataDir, log: silentLogger })
  onTestFinished(() => embedded.stop())
  return embedded
}
