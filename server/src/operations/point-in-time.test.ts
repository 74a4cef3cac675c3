// @slow

import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts'
import { locateCluster, type SystemUser } from '../platform/embedded-postgres/system-user.ts'
import { createDataFolder, silentLogger } from '../testing/database/data-folder.ts'
import { runSql } from '../testing/database/run-sql.ts'

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kutu-recovery-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // The user of the database writes there as well.
  chmodSync(folder, 0o777)
  return folder
}

/** Adds a shipped file to the settings of a stopped cluster. */
function configure(cluster: string, file: 'archive' | 'recover', archive: string, target?: string): void {
  const shipped = readFileSync(fileURLToPath(new URL(`../../../deploy/postgres/${file}.conf`, import.meta.url)), 'utf8')
  const settings = shipped.replaceAll('/backups/wal', archive).replace('2026-11-22 13:45:00+03', target ?? '')
  appendFileSync(join(cluster, 'postgresql.conf'), `\n${settings}`)
}

/** Replaces a lost cluster by a copy of it, which starts with the recovery. */
function restoreCluster(cluster: string, copy: string, archive: string, target: string, user: SystemUser | null): void {
  rmSync(cluster, { recursive: true })
  execFileSync('cp', ['-a', copy, cluster])
  configure(cluster, 'recover', archive, target)
  const signal = join(cluster, 'recovery.signal')
  writeFileSync(signal, '')
  if (user) chownSync(signal, user.uid, user.gid)
}

/** Writes a row, and another after the returned time. */
async function writeAround(query: (sql: string) => Promise<pg.QueryResult>): Promise<string> {
  await query(`create table drill as select 'before' as step`)
  const { rows } = await query('select clock_timestamp()::text as now')
  await query(`insert into drill values ('after')`)
  return rows[0].now
}

it('the embedded database is recovered to a point in time from a copy of its folder and the archive', async () => {
  const archive = createFolder()
  const dataDir = createDataFolder()
  const start = async () => {
    const embedded = await startEmbeddedPostgres({ dataDir, log: silentLogger })
    onTestFinished(() => embedded.stop())
    return embedded
  }
  await (await start()).stop()
  const { folder, user } = locateCluster(dataDir)
  configure(folder, 'archive', archive)
  const copy = join(createFolder(), 'base')
  execFileSync('cp', ['-a', folder, copy])
  const embedded = await start()
  const target = await writeAround(sql => runSql(embedded.url, sql))
  await embedded.stop()
  restoreCluster(folder, copy, archive, target, user)
  const recovered = await start()
  expect((await runSql(recovered.url, 'select step from drill')).rows).toEqual([{ step: 'before' }])
  // It can be written, and its role is the usual one.
  await runSql(recovered.url, `insert into drill values ('later')`)
})

const programs = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
const findUser = (name: string): SystemUser | null => {
  const read = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return process.getuid?.() === 0 ? { name, uid: read('-u'), gid: read('-g') } : null
}

it('another PostgreSQL is recovered to a point in time from pg_basebackup and the archive', async ({ skip }) => {
  skip(!programs, 'PostgreSQL is not installed')
  const user = findUser('postgres')
  const [archive, folder] = [createFolder(), createFolder()]
  const owner = user ? { uid: user.uid, gid: user.gid } : {}
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(programs, program), args, { ...owner, cwd: folder, stdio: 'ignore' })
  const [cluster, copy] = [join(folder, 'cluster'), join(folder, 'copy')]
  run('initdb', '--pgdata', cluster, '--username=postgres', '--auth=trust', '--no-sync')
  appendFileSync(join(cluster, 'postgresql.conf'), `listen_addresses = ''\nunix_socket_directories = '${folder}'\n`)
  configure(cluster, 'archive', archive)
  const start = () => run('pg_ctl', 'start', '--wait', '--pgdata', cluster, '--log', join(folder, 'log'))
  const stop = () => run('pg_ctl', 'stop', '--wait', '--mode=immediate', '--pgdata', cluster)
  const query = async (sql: string) => {
    const client = new pg.Client({ host: folder, user: 'postgres', database: 'postgres' })
    await client.connect()
    return client.query(sql).finally(() => client.end())
  }
  start()
  onTestFinished(
    () => void spawnSync(join(programs, 'pg_ctl'), ['stop', '--mode=immediate', '--pgdata', cluster], owner),
  )
  run('pg_basebackup', '--host', folder, '--username=postgres', '--pgdata', copy, '--checkpoint=fast')
  const target = await writeAround(query)
  const { rows } = await query('select pg_walfile_name(pg_switch_wal()) as name')
  const archived = `select from pg_stat_archiver where last_archived_wal >= '${rows[0].name}'`
  await expect.poll(async () => (await query(archived)).rowCount, { timeout: 30_000 }).toBe(1)
  stop()
  restoreCluster(cluster, copy, archive, target, user)
  start()
  // pg_ctl does not wait for the end of the recovery.
  const ping = () => query('select').then(() => 'ready', String)
  await expect.poll(ping, { timeout: 30_000 }).toBe('ready')
  expect((await query('select step from drill')).rows).toEqual([{ step: 'before' }])
  await query(`insert into drill values ('later')`)
})
