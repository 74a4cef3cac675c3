import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ConfigError, readConfig, variables } from './config.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'kutu-config-'))
afterAll(() => rmSync(dataDir, { recursive: true }))
const read = (environment: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...environment }, 'production')

describe('the configuration', () => {
  it('needs nothing: everything has a default', () => {
    expect(read({})).toMatchObject({ port: 8002, role: 'all', timeZone: 'Africa/Nairobi', expertApproval: 'manual' })
  })

  it('names every mistake at once', () => {
    const wrong = {
      PORT: 'eighty',
      ROLE: 'boss',
      APP_TIME_ZONE: 'Mars/Base',
      DATABASE_URL: 'mysql://x',
      S3_BUCKET: 'photos',
      AFRICASTALKING_USERNAME: 'kutu',
    }
    const mistakes = (() => {
      try {
        read(wrong)
      } catch (error) {
        return error instanceof ConfigError ? error.message : ''
      }
    })()
    for (const name of Object.keys(wrong)) expect(mistakes).toContain(name)
  })

  it('sends texts by the gateway’s test system for its test account alone', () => {
    expect(read({}).sms).toBeUndefined()
    const by = (username: string) => read({ AFRICASTALKING_USERNAME: username, AFRICASTALKING_API_KEY: 'key' }).sms?.url
    expect(by('kutu')).toBe('https://api.africastalking.com')
    expect(by('sandbox')).toBe('https://api.sandbox.africastalking.com')
  })

  it('makes secrets once and keeps them from others', () => {
    const first = read({})
    expect(read({}).tokenSecret).toBe(first.tokenSecret)
    expect(first.tokenSecret).not.toBe(first.urlSecret)
    expect(statSync(join(dataDir, 'secrets', 'token')).mode & 0o077).toBe(0)
  })

  it('is described in full by .env.example and the running page', () => {
    const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
    const page = readFileSync(new URL('../../docs/running.md', import.meta.url), 'utf8')
    for (const name of Object.keys(variables.shape)) {
      expect(example).toMatch(new RegExp(`^${name}=`, 'm'))
      expect(page).toContain(`\`${name}\``)
    }
  })
})
