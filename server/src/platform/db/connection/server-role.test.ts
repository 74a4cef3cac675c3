// @slow

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../../config.ts'
import { backupSource, createBackup } from '../../../features/admin/backups/create-backup.ts'
import { restoreBackup } from '../../../features/admin/backups/restore-backup.ts'
import { openApp } from '../../../open-app.ts'
import { crontab } from '../../../tasks.ts'
import { createDataFolder, silentLogger } from '../../../testing/database/data-folder.ts'
import { changeOwner, createRoles } from '../../../testing/database/roles.ts'
import { runSql, withDatabaseName } from '../../../testing/database/run-sql.ts'
import { createApprovedPost } from '../../../testing/features/community.ts'
import { cancelBooking, createAppointment, createPendingBooking } from '../../../testing/features/consultations.ts'
import { submitTrainingImage } from '../../../testing/features/training.ts'
import { drawLeaf, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { createTestAdmin, password, signIn, signUpExpert, signUpFarmer } from '../../../testing/server/test-users.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../embedded-postgres/embedded-postgres.ts'
import { StartupError } from '../../startup-error.ts'
import { openFileStore } from '../../storage/file-store.ts'
import { openPool } from './open-database.ts'
import { migrateAsOwner } from './prepare-schema.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'kutu-roles-'))
let cluster: EmbeddedPostgres
let superuserUrl: string
let ownerUrl: string
let serverUrl: string
let server: TestServer
beforeAll(async () => {
  cluster = await startEmbeddedPostgres({ dataDir, log: silentLogger, settings: { fsync: 'off' } })
  // The script creates a database and a role of the names that the embedded server uses.
  for (const name of ['database kutu', 'role kutu_server']) await runSql(cluster.superuserUrl, `drop ${name}`)
  ;({ superuserUrl, ownerUrl, serverUrl } = await createRoles(cluster.superuserUrl))
  await migrateAsOwner(ownerUrl, serverUrl, silentLogger)
  const pool = openPool(serverUrl, 8, () => undefined)
  const database = { pool, url: serverUrl, close: () => pool.end() }
  server = await startTestServer({ expertApproval: 'auto' }, { database })
})
afterAll(async () => {
  await server.close()
  await cluster.stop()
  rmSync(cluster.folder, { recursive: true, force: true })
  rmSync(dataDir, { recursive: true, force: true })
})

/** Opens the app like a server that starts on this database. */
async function openOn(environment: Record<string, string>) {
  const folder = createDataFolder()
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', ...environment }, 'production')
  const opened = await openApp(config, silentLogger)
  onTestFinished(() => opened.close())
  return opened
}

async function createEmptyDatabase(name: string) {
  await runSql(cluster.superuserUrl, `create database ${name} owner kutu_owner`)
  onTestFinished(async () => void (await runSql(cluster.superuserUrl, `drop database ${name} with (force)`)))
  return { owner: withDatabaseName(ownerUrl, name), role: withDatabaseName(serverUrl, name) }
}

const leaf = async (seed: number) => new Uint8Array(await drawLeaf({ seed, spots: true }).jpeg().toBuffer())

describe('the role of a running server', () => {
  it.each([
    ['create table stolen (n integer)'],
    ['create temporary table audit_log (n integer)'],
    ['create schema stolen'],
    ['create function stolen() returns integer language sql as $$ select 1 $$'],
    ['create extension hstore'],
    ['alter table users add column is_king boolean'],
    ['alter table audit_log disable trigger user'],
    ['drop table audit_log'],
    ['drop trigger audit_log_is_append_only on audit_log'],
    ['truncate audit_log'],
    ['truncate users cascade'],
    [`update audit_log set action = 'user.registered'`],
    ['delete from audit_log'],
    ['delete from point_entries'],
    ['delete from posts'],
    ['delete from bookings'],
    ['delete from availability_slots'],
    ['delete from training_images'],
    ['delete from model_heads'],
    ['delete from migrations'],
    [`insert into migrations (number, name, checksum) values (9999, 'x', 'x')`],
    ['delete from graphile_worker.migrations'],
    ['drop table graphile_worker._private_jobs'],
    ['alter table audit_log owner to kutu_server'],
    ['create role stolen superuser'],
    [`copy users to program 'cat'`],
    ['set role kutu_owner'],
  ])('may not %s', async statement => {
    await expect(runSql(serverUrl, statement)).rejects.toMatchObject({ code: '42501' })
  })

  it('serves sign-up, analyses, posts, training photos, bookings and the system page', async () => {
    const [farmer, expert] = [await signUpFarmer(server), await signUpExpert(server)]
    const { status, body } = await uploadPhoto(server, farmer.token, await leaf(1))
    expect(status, JSON.stringify(body)).toBe(201)
    await createApprovedPost(server, farmer, expert, { image: body.id, rust_detection: body.id })
    expect((await submitTrainingImage(server, expert, await leaf(3))).status).toBe(201)
    const { id } = await createAppointment(server, farmer, expert)
    expect((await cancelBooking(server, farmer, id)).status).toBe(200)
    const admin = await createTestAdmin(server)
    const system = await server.request('GET /api/admin/system/', { token: admin.token })
    expect(system.body.jobs.failed).toBe(0)
  })

  it('runs every job, also the recurring ones', async () => {
    const recurring = Array.from(crontab.matchAll(/^(?:\S+ ){5}(\w+)/gm), ([, task]) => task)
    expect(recurring).toContain('sweep')
    for (const task of recurring) await sql`select graphile_worker.add_job(${task}, '{}'::json)`.execute(server.app.db)
    await server.runJobs()
    const { rows } = await sql<{ error: string }>`
      select task_identifier || ': ' || last_error as error from graphile_worker.jobs where last_error is not null
    `.execute(server.app.db)
    expect(rows).toEqual([])
  })

  it('erases a former member, also from the audit log', async () => {
    const [farmer, expert] = [await signUpFarmer(server, 'amina_wa_pili'), await signUpExpert(server)]
    const { id } = await createPendingBooking(server, farmer, expert)
    expect((await cancelBooking(server, farmer, id, 'my cousin in Soroti')).status).toBe(200)
    const { token } = await signIn(server, farmer.email)
    expect((await server.request('POST /api/account/deletion/', { token, body: { password } })).status).toBe(200)
    await server.app.db
      .updateTable('users')
      .set({ leaves_at: server.clock.now() })
      .where('id', '=', farmer.id)
      .execute()
    await sql`select graphile_worker.add_job('erase_due_users', '{}'::json)`.execute(server.app.db)
    await server.runJobs()
    const { rows } = await sql<{ entry: string }>`
      select entry::text from audit_log entry
      where entry::text like '%amina_wa_pili%' or entry::text like '%Soroti%'`.execute(server.app.db)
    expect(rows).toEqual([])
    const { left_at } = await server.app.db
      .selectFrom('users')
      .select('left_at')
      .where('id', '=', farmer.id)
      .executeTakeFirstOrThrow()
    expect(left_at).not.toBeNull()
  })

  it('cannot use the erasure to change entries of members', async () => {
    const farmer = await signUpFarmer(server)
    await expect(sql`select erase_from_audit_log(${farmer.id}::uuid)`.execute(server.app.db)).rejects.toThrow(
      'rows of audit_log are only ever added',
    )
  })

  it('makes a backup, which the owner restores', async () => {
    const farmer = await signUpFarmer(server)
    const file = join(dataDir, 'backup.tar.gz')
    const { rows } = await createBackup(backupSource(server.app), file, { passphrase: undefined })
    expect(rows.users).toBeGreaterThan(1)
    const { owner, role } = await createEmptyDatabase('kutu_restored')
    const target = createDataFolder()
    const files = openFileStore({ s3: undefined, dataDir: target, urlSecret: '' }, server.clock)
    const options = { passphrase: undefined, databaseUrl: owner, dataDir: target, files, log: silentLogger }
    await restoreBackup({ ...options, file })
    await migrateAsOwner(owner, role, silentLogger)
    const { rows: users } = await runSql(role, `select username from users where id = '${farmer.id}'`)
    expect(users).toEqual([{ username: farmer.username }])
  })
})

describe('a server whose role cannot migrate', () => {
  it('starts with its job workers when the schema is current', async () => {
    const { app, checks } = await openOn({ DATABASE_URL: serverUrl, ROLE: 'all' })
    expect(await checks()).toMatchObject({ database: 'available' })
    const { rows } = await sql`select from graphile_worker._private_known_crontabs`.execute(app.db)
    expect(rows.length).toBeGreaterThan(5)
  })

  it('does not start on an empty database, and names the command to run', async () => {
    const { role } = await createEmptyDatabase('kutu_empty')
    const startError = await openOn({ DATABASE_URL: role }).catch(error => error)
    expect(startError).toBeInstanceOf(StartupError)
    expect(startError.message).toContain('no tables yet')
    expect(startError.message).toContain('kutu migrate')
  })

  it('does not start while a migration is missing, and names it', async () => {
    const { owner, role } = await createEmptyDatabase('kutu_older')
    await migrateAsOwner(owner, role, silentLogger)
    await runSql(owner, 'delete from migrations where number = (select max(number) from migrations)')
    await expect(openOn({ DATABASE_URL: role })).rejects.toThrow(
      /lacks migrations: \d{4}_\w+\.sql\. Run `kutu migrate`/,
    )
  })

  it('does not start without privileges, and names the command to run', async () => {
    const { owner, role } = await createEmptyDatabase('kutu_closed')
    await migrateAsOwner(owner, owner, silentLogger)
    await expect(openOn({ DATABASE_URL: role })).rejects.toThrow(/may not read the tables\. Run `kutu migrate`/)
  })

  it('starts with DATABASE_MIGRATION_URL, which migrates at the start, and keeps its few privileges', async () => {
    const { owner, role } = await createEmptyDatabase('kutu_both')
    const { app } = await openOn({ DATABASE_URL: role, DATABASE_MIGRATION_URL: owner, ROLE: 'web' })
    const { rows } = await sql<{ role: string }>`select current_user as role`.execute(app.db)
    expect(rows).toEqual([{ role: 'kutu_server' }])
    await expect(sql`delete from audit_log`.execute(app.db)).rejects.toMatchObject({ code: '42501' })
  })
})

describe('the privileges of the server', () => {
  it('are taken back when the role has more than it needs', async () => {
    await runSql(ownerUrl, 'grant update, delete, truncate on audit_log to kutu_server')
    await runSql(serverUrl, 'update audit_log set action = action where false')
    await migrateAsOwner(ownerUrl, serverUrl, silentLogger)
    await expect(runSql(serverUrl, 'update audit_log set action = action where false')).rejects.toThrow('permission')
    await expect(runSql(serverUrl, 'truncate audit_log')).rejects.toThrow('permission')
  })

  it('are granted by several processes that start at the same time', async () => {
    const { owner, role } = await createEmptyDatabase('kutu_crowd')
    await Promise.all([1, 2, 3, 4].map(() => migrateAsOwner(owner, role, silentLogger)))
    await runSql(role, 'select from users')
  })

  it('can be given to a second role, so that passwords change while servers run', async () => {
    const { owner, role } = await createEmptyDatabase('kutu_rotated')
    await migrateAsOwner(owner, role, silentLogger)
    await runSql(superuserUrl, `create role kutu_server_2 login password 'second'`)
    await runSql(superuserUrl, 'grant connect on database kutu_rotated to kutu_server_2')
    const second = new URL(role)
    Object.assign(second, { username: 'kutu_server_2', password: 'second' })
    await migrateAsOwner(owner, second.href, silentLogger)
    const countJobs = 'select count(*)::int from graphile_worker.jobs'
    const addJob = `select graphile_worker.add_job('sweep', '{}'::json)`
    for (const url of [role, second.href]) await runSql(url, addJob)
    for (const url of [role, second.href]) expect((await runSql(url, countJobs)).rows).toEqual([{ count: 2 }])
    await runSql(withDatabaseName(superuserUrl, 'kutu_rotated'), 'drop owned by kutu_server')
    await expect(runSql(role, countJobs)).rejects.toThrow()
    await runSql(second.href, addJob)
    await runSql(withDatabaseName(superuserUrl, 'kutu_rotated'), 'drop owned by kutu_server_2')
    await runSql(superuserUrl, 'drop owned by kutu_server_2')
    await runSql(superuserUrl, 'revoke connect on database kutu_rotated from kutu_server_2')
    await runSql(superuserUrl, 'drop role kutu_server_2')
  })

  it('cannot be granted to a role that does not exist', async () => {
    const missing = serverUrl.replace('kutu_server', 'kutu_nobody')
    await expect(migrateAsOwner(ownerUrl, missing, silentLogger)).rejects.toThrow('role kutu_nobody in DATABASE_URL')
  })

  it('can be introduced in a database whose server was its superuser', async () => {
    await runSql(cluster.superuserUrl, 'create database kutu_before')
    onTestFinished(async () => void (await runSql(cluster.superuserUrl, 'drop database kutu_before with (force)')))
    const before = withDatabaseName(superuserUrl, 'kutu_before')
    await migrateAsOwner(before, before, silentLogger)
    await changeOwner(before)
    const [owner, role] = [withDatabaseName(ownerUrl, 'kutu_before'), withDatabaseName(serverUrl, 'kutu_before')]
    const { rows } = await runSql(
      owner,
      `select c.oid::regclass::text as name from pg_class c
       where relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
         and not pg_has_role('kutu_owner', relowner, 'USAGE')
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
    )
    expect(rows).toEqual([])
    await migrateAsOwner(owner, role, silentLogger)
    const { app } = await openOn({ DATABASE_URL: role, ROLE: 'all' })
    await expect(sql`truncate audit_log`.execute(app.db)).rejects.toMatchObject({ code: '42501' })
  })
})
