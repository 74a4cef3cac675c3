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
 * Creates a data folder for one test: empty, or a copy of a stopped template, which is faster. A database that the test
 * leaves running in it is stopped at the end of the test.
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

/** Creates a data folder with an empty database as a template. The caller removes it. */
export async function createInitializedFolder(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kutu-data-'))
  const embedded = await startEmbeddedPostgres({ dataDir, log: silentLogger })
  await embedded.stop()
  return dataDir
}

/** Starts the embedded database on a folder; it is stopped at the end of the test. */
export async function startPostgresIn(dataDir: string): Promise<EmbeddedPostgres> {
  const embedded = await startEmbeddedPostgres({ dataDir, log: silentLogger })
  onTestFinished(() => embedded.stop())
  return embedded
}
