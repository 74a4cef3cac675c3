import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { createAppServer } from '../../../app.ts'
import { readConfig } from '../../../config.ts'
import { createHealthChecks } from './health-checks.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'kutu-state-'))
const config = readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' }, 'test')
const { server } = await createAppServer(config, pino({ level: 'silent' }))
const url = await server.listen({ port: 0, host: '127.0.0.1' })
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true })
})

it('a server whose database, files and model are not open yet is healthy but not ready', async () => {
  const health = await fetch(`${url}/api/health`)
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
  for (const path of ['/api/ready', '/api/auth/countries']) {
    const response = await fetch(`${url}${path}`)
    expect([path, response.status]).toEqual([path, 503])
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await response.json()).toMatchObject({ status: 503, error: 'not_ready' })
  }
})

it('readiness uses each part once, however many clients ask', async () => {
  const uses = { database: 0, files: 0, model: 0 }
  const use = (part: keyof typeof uses) => async () => {
    uses[part] += 1
  }
  const check = createHealthChecks(
    { database: use('database'), files: use('files'), model: use('model') },
    pino({ level: 'silent' }),
  )
  const states = await Promise.all(Array.from({ length: 300 }, check))
  expect(new Set(states.map(state => JSON.stringify(state)))).toEqual(
    new Set([JSON.stringify({ database: 'available', files: 'available', model: 'available' })]),
  )
  expect(uses).toEqual({ database: 1, files: 1, model: 1 })
})
