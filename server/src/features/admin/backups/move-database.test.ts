// @slow

import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { openPool } from '../../../platform/db/connection/open-database.ts'
import { createDataFolder, migratedTemplate, startPostgresIn } from '../../../testing/database/data-folder.ts'
import { createTestDatabase } from '../../../testing/database/test-database.ts'
import { bundledFile } from '../../../testing/processes/bundle.ts'
import { spawnServer } from '../../../testing/processes/server-process.ts'

const cli = fileURLToPath(new URL('../../../cli.ts', import.meta.url))

function runCli(args: string[], environment: Record<string, string>) {
  const { DATABASE_URL: _, TEST_DATABASE_URL: __, ...inherited } = process.env
  const options = { env: { ...inherited, ...environment }, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [bundledFile(cli), ...args], options)
  return { status, stdout, stderr }
}

it('kutu database move copies the embedded database, and servers continue on the new one', async () => {
  const dataDir = createDataFolder({ template: await migratedTemplate() })
  const created = runCli(['admin', 'create', 'admin@example.org'], { DATA_DIR: dataDir })
  const [, password = ''] = / with (\S+)/.exec(created.stdout) ?? []
  const target = await createTestDatabase({ isEmpty: true })
  onTestFinished(target.close)
  const before = readdirSync(dataDir)

  const moved = runCli(['database', 'move', '--to', target.url], { DATA_DIR: dataDir })
  expect(moved).toMatchObject({ status: 0, stdout: expect.stringContaining('rows copied') })
  expect(readdirSync(dataDir)).toEqual(before)
  const again = runCli(['database', 'move', '--to', target.url], { DATA_DIR: dataDir })
  expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining('is not empty') })

  const { url, child, exited } = await spawnServer({ DATA_DIR: dataDir, DATABASE_URL: target.url })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const body = JSON.stringify({ email: 'admin@example.org', password })
  const headers = { 'content-type': 'application/json' }
  const signedIn = await fetch(`${url}/api/auth/login/`, { method: 'POST', headers, body })
  expect(signedIn.status).toBe(200)

  const other = await createTestDatabase({ isEmpty: true })
  onTestFinished(other.close)
  const source = { DATA_DIR: dataDir, DATABASE_URL: target.url }
  const busy = runCli(['database', 'move', '--to', other.url], source)
  expect(busy).toMatchObject({ status: 1, stderr: expect.stringContaining('A server uses the database') })
  // Five commands and a server start one after the other, which takes long on a busy machine.
}, 240_000)

it('kutu database move changes nothing while a server runs on the data folder', async () => {
  const dataDir = createDataFolder({ template: await migratedTemplate() })
  const running = await startPostgresIn(dataDir)
  const target = await createTestDatabase({ isEmpty: true })
  onTestFinished(target.close)
  const { status, stderr } = runCli(['database', 'move', '--to', target.url], { DATA_DIR: dataDir })
  expect({ status, stderr }).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('is running on the data folder'),
  })
  const pool = openPool(running.url, 1, () => undefined)
  onTestFinished(() => pool.end())
  expect((await pool.query('select from migrations')).rowCount).toBeGreaterThan(0)
  expect((await target.pool.query(`select from pg_tables where schemaname = 'public'`)).rowCount).toBe(0)
})
