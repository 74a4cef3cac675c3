// @slow

import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openPool } from '../../../platform/db/connection/open-database.ts'
import { type FileStore, openFileStore } from '../../../platform/storage/file-store.ts'
import { StorageUnavailableError } from '../../../platform/storage/storage-unavailable.ts'
import { createDataFolder, silentLogger } from '../../../testing/database/data-folder.ts'
import { createTestDatabase } from '../../../testing/database/test-database.ts'
import { type ObjectStorage, startObjectStorage, toEnvironment } from '../../../testing/fakes/object-storage.ts'
import { drawLeaf, fetchLink, uploadPhoto } from '../../../testing/images/synthetic-photos.ts'
import { bundledFile } from '../../../testing/processes/bundle.ts'
import { sharedSecrets } from '../../../testing/processes/server-process.ts'
import { findSmallDisk } from '../../../testing/processes/small-disk.ts'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'
import { signIn, signUpFarmer, type TestUser } from '../../../testing/server/test-users.ts'
import { backupSource, createBackup } from './create-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const cli = fileURLToPath(new URL('../../../cli.ts', import.meta.url))
const photoCount = 3

let storage: ObjectStorage
let server: TestServer
let folder: string
let file: string
let farmer: TestUser
let photos: { id: string; image: string }[]
beforeAll(async () => {
  storage = await startObjectStorage({ timeoutMs: 1500 })
  server = await startTestServer({ s3: storage.s3, tokenSecret: sharedSecrets.TOKEN_SECRET })
  folder = mkdtempSync(join(tmpdir(), 'kutu-storage-backups-'))
  farmer = await signUpFarmer(server)
  photos = []
  for (let seed = 1; seed <= photoCount; seed++) {
    const { body } = await uploadPhoto(server, farmer.token, await drawLeaf({ seed, spots: true }).jpeg().toBuffer())
    photos.push(body)
  }
  file = join(folder, 'backup.tar.gz')
  await createBackup(backupSource(server.app), file, { passphrase: undefined })
})
afterAll(async () => {
  await server.close()
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
})

const openFiles = (dataDir: string, target: ObjectStorage | undefined) =>
  openFileStore({ s3: target?.s3, dataDir, urlSecret: '' }, server.clock)

async function createEmptyDatabase() {
  const database = await createTestDatabase({ isEmpty: true })
  onTestFinished(database.close)
  return database
}

async function startEmptyStorage(): Promise<ObjectStorage> {
  const empty = await startObjectStorage({ timeoutMs: 1500 })
  onTestFinished(() => empty.close())
  return empty
}

const restoreTo = (databaseUrl: string, dataDir: string, files: FileStore) =>
  restoreBackup({ file, passphrase: undefined, databaseUrl, dataDir, files, log: silentLogger })

/** Starts a server on a restored database and checks that its photos open and are the original ones. */
async function expectPhotos(url: string, dataDir: string, target: ObjectStorage | undefined): Promise<void> {
  const pool = openPool(url, 8, () => undefined)
  const { tokenSecret, urlSecret } = server.app.config
  const database = { pool, url, close: () => pool.end() }
  const restored = await startTestServer({ s3: target?.s3, dataDir, tokenSecret, urlSecret }, { database })
  try {
    const { token } = await signIn(restored, farmer.email)
    const { body } = await restored.request('GET /analysis/rust-detection/', { token })
    expect(body.results).toHaveLength(photoCount)
    for (const { id, image } of body.results) {
      const copy = await fetchLink(restored, image)
      expect(copy.status).toBe(200)
      const original = await fetchLink(server, photos.find(photo => photo.id === id)?.image ?? '')
      expect(Buffer.from(await copy.arrayBuffer())).toEqual(Buffer.from(await original.arrayBuffer()))
    }
  } finally {
    await restored.close()
  }
}

async function expectNoTables(pool: { query: (sql: string) => Promise<{ rowCount: number | null }> }): Promise<void> {
  expect((await pool.query(`select from pg_tables where schemaname = 'public'`)).rowCount).toBe(0)
}

describe('a backup of photos in an object storage', () => {
  it('is restored to another object storage', async () => {
    const target = await createEmptyDatabase()
    const empty = await startEmptyStorage()
    const dataDir = createDataFolder()
    const { files } = await restoreTo(target.url, dataDir, openFiles(dataDir, empty))
    expect(files).toBeGreaterThanOrEqual(photoCount)
    await expectPhotos(target.url, dataDir, empty)
  })

  it('is restored to a folder, and from a folder to an object storage', async () => {
    const [first, second] = [await createEmptyDatabase(), await createEmptyDatabase()]
    const [dataDir, secondDir] = [createDataFolder(), createDataFolder()]
    await restoreTo(first.url, dataDir, openFiles(dataDir, undefined))
    await expectPhotos(first.url, dataDir, undefined)

    const again = join(folder, 'from-folder.tar.gz')
    const source = { ...backupSource(server.app), pool: first.pool, files: openFiles(dataDir, undefined) }
    expect(await createBackup(source, again, { passphrase: undefined })).toMatchObject({ missing_files: [] })
    const empty = await startEmptyStorage()
    const files = openFiles(secondDir, empty)
    const options = { passphrase: undefined, dataDir: secondDir, files, log: silentLogger }
    await restoreBackup({ ...options, file: again, databaseUrl: second.url })
    await expectPhotos(second.url, secondDir, empty)
  })

  it('may be one of the database only, which is restored beside the bucket', async () => {
    const small = join(folder, 'database.tar.gz')
    const source = { ...sharedSecrets, DATABASE_URL: server.databaseUrl, ...toEnvironment(storage.s3) }
    const backup = await runCli(['backup', '--database-only', small], { ...source, DATA_DIR: createDataFolder() })
    expect(backup).toContain('rows and no files')
    expect(statSync(small).size).toBeLessThan(statSync(file).size)
    const target = await createEmptyDatabase()
    const dataDir = createDataFolder()
    const environment = { ...toEnvironment(storage.s3), DATABASE_URL: target.url, DATA_DIR: dataDir }
    expect(await runCli(['restore', small], environment)).toContain('of the database only')
    await expectPhotos(target.url, dataDir, storage)
  })

  it('is not restored to a bucket that has files', async () => {
    const target = await createEmptyDatabase()
    const dataDir = join(folder, 'unused')
    await expect(restoreTo(target.url, dataDir, openFiles(dataDir, storage))).rejects.toThrow(
      'not empty: it has photos/',
    )
    expect(existsSync(dataDir)).toBe(false)
    await expectNoTables(target.pool)
  })

  it('leaves no file if the object storage stops answering', async () => {
    const hanging = join(folder, 'hanging.tar.gz')
    const before = readdirSync(folder)
    storage.hang()
    try {
      await expect(createBackup(backupSource(server.app), hanging, { passphrase: undefined })).rejects.toThrow(
        StorageUnavailableError,
      )
    } finally {
      storage.resume()
    }
    expect(readdirSync(folder)).toEqual(before)
  })

  it('leaves the database empty if the object storage stops answering during the restore, which can be repeated', async () => {
    const target = await createEmptyDatabase()
    const empty = await startEmptyStorage()
    const dataDir = createDataFolder()
    const files = openFiles(dataDir, empty)
    const putStream = files.putStream.bind(files)
    let stored = 0
    files.putStream = (...args) => {
      stored += 1
      if (stored === 2) empty.hang()
      return putStream(...args)
    }
    await expect(restoreTo(target.url, dataDir, files)).rejects.toThrow(StorageUnavailableError)
    await expectNoTables(target.pool)
    empty.resume()
    await restoreTo(target.url, dataDir, files)
    await expectPhotos(target.url, dataDir, empty)
  })
})

/** Runs a command that reads the object storage of this process, and returns its output. */
async function runCli(args: string[], environment: Record<string, string>): Promise<string> {
  const { DATABASE_URL: _, TEST_DATABASE_URL: __, ...inherited } = process.env
  const env = { ...inherited, ...environment }
  return (await promisify(execFile)(process.execPath, [bundledFile(cli), ...args], { env })).stdout
}

/** Runs the command line beside a disk of 8 MB with little space left, and then lists a folder of it. */
function runWithFullDisk(launcher: string[], disk: string, args: string[], environment: Record<string, string>) {
  const { DATABASE_URL: _, TEST_DATABASE_URL: __, ...inherited } = process.env
  const fill = 'head -c 8360000 /dev/zero > "$0/filler"; "$@"; code=$?; ls -A "$0/target" >&2; exit $code'
  const [command = '', ...rest] = [...launcher, 'sh', '-c', `mkdir "$0/target"; ${fill}`, disk]
  const { status, stderr } = spawnSync(command, [...rest, process.execPath, bundledFile(cli), ...args], {
    // The SDK of the object storage warns on Node 20.
    env: { ...inherited, ...sharedSecrets, ...environment, NODE_NO_WARNINGS: '1' },
    encoding: 'utf8',
  })
  return { status, lines: stderr.trim().split('\n').filter(Boolean) }
}

describe('a full disk', () => {
  function createDisk() {
    const disk = mkdtempSync(join(tmpdir(), 'kutu-small-disk-'))
    onTestFinished(() => rmSync(disk, { recursive: true, force: true }))
    return { disk, launcher: findSmallDisk(disk) }
  }

  it('at the target of a backup is named, and no file is left', ({ skip }) => {
    const { disk, launcher } = createDisk()
    if (!launcher) return skip('this system allows no mounts')
    const { dataDir } = server.app.config
    mkdirSync(dataDir, { recursive: true })
    const environment = { DATABASE_URL: server.databaseUrl, DATA_DIR: dataDir, ...toEnvironment(storage.s3) }
    const target = join(disk, 'target')
    const result = runWithFullDisk(launcher, disk, ['backup', join(target, 'backup.tar.gz')], environment)
    expect(result).toEqual({ status: 1, lines: [`The disk of ${target} is full; no backup was written.`] })
  })

  it('at the target of a restore is named, and the database stays empty', async ({ skip }) => {
    const { disk, launcher } = createDisk()
    if (!launcher) return skip('this system allows no mounts')
    const target = await createEmptyDatabase()
    const environment = { DATABASE_URL: target.url, DATA_DIR: join(disk, 'target/data') }
    const { status, lines } = runWithFullDisk(launcher, disk, ['restore', file], environment)
    expect({ status, lines }).toEqual({ status: 1, lines: [expect.stringContaining('A disk is full'), 'data'] })
    await expectNoTables(target.pool)
  })
})
