// @database embedded

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import { createAppServer } from '../../../app.ts'
import { readConfig } from '../../../config.ts'

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
