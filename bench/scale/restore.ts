// Measures how long a backup of a large database takes, a restore of it, and a copy of the folder of the database.
import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { locateCluster } from '../../server/src/platform/embedded-postgres/system-user.ts'
import { insertAnalyses } from '../support/analysis-rows.ts'
import { root, startKutu } from '../support/kutu-server.ts'
import { printSeconds, readIntegerOption } from '../support/measure.ts'

const analyses = readIntegerOption('analyses', 100_000)

const folder = await mkdtemp(join(tmpdir(), 'kutu-restore-'))
// The user of the database must be able to enter it.
await chmod(folder, 0o711)
try {
  console.log(`${availableParallelism()} processors`)
  const [source, file] = [join(folder, 'source'), join(folder, 'backup.tar.gz')]
  await fill(source)
  await printSeconds('backup', () => runKutu(source, 'backup', '--database-only', file))
  console.log(`  ${Math.round((await stat(file)).size / 1_000_000)} MB`)
  const { folder: cluster } = locateCluster(source)
  await printSeconds('copy of the folder of the database', () => {
    execFileSync('cp', ['--recursive', '--reflink=never', cluster, join(folder, 'copy')])
    execFileSync('sync')
  })
  await rm(join(folder, 'copy'), { recursive: true })
  await rm(cluster, { recursive: true })
  await printSeconds('restore', () => runKutu(join(folder, 'restored'), 'restore', file))
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function fill(dataDir: string): Promise<void> {
  const kutu = await startKutu({ DATA_DIR: dataDir })
  const pool = new pg.Pool({ connectionString: kutu.databaseUrl() })
  try {
    const volume = { farmers: Math.ceil(analyses / 10), analyses }
    await insertAnalyses(pool, volume, {
      deepFarmer: kutu.accounts.farmer.email,
      onProgress: step => console.log(`  ${step}`),
    })
    const sizeOf = 'select pg_database_size(current_database()) / 1000000 as mb'
    const { rows } = await pool.query<{ mb: string }>(sizeOf)
    console.log(`${analyses} analyses: ${rows[0]?.mb} MB`)
  } finally {
    await pool.end()
    await kutu.stop()
  }
}

function runKutu(dataDir: string, ...args: string[]): void {
  const command = ['--import', 'tsx', 'server/src/cli.ts', ...args]
  execFileSync(process.execPath, command, { cwd: root, env: { ...process.env, DATA_DIR: dataDir }, stdio: 'inherit' })
}
