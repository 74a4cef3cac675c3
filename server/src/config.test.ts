import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { ConfigError, environmentSchema, readConfig } from './config.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'kutu-config-'))
afterAll(() => rmSync(dataDir, { recursive: true }))
const root = fileURLToPath(new URL('../..', import.meta.url))
const readText = (path: string) => readFileSync(join(root, path), 'utf8')
const read = (environment: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...environment }, 'production')

describe('configuration', () => {
  it('starts with defaults only: every variable is optional', () => {
    expect(read({})).toMatchObject({ port: 8002, role: 'all', timeZone: 'Africa/Nairobi', expertApproval: 'manual' })
  })

  it('reports every invalid variable in one error', () => {
    const invalid = {
      PORT: 'eighty',
      ROLE: 'boss',
      APP_TIME_ZONE: 'Mars/Base',
      DATABASE_URL: 'mysql://x',
      S3_ACCESS_KEY_ID: 'id',
      AFRICASTALKING_USERNAME: 'kutu',
    }
    const messages = (() => {
      try {
        read(invalid)
      } catch (error) {
        return error instanceof ConfigError ? error.message : ''
      }
    })()
    for (const name of Object.keys(invalid)) expect(messages).toContain(name)
  })

  it('does not start with a misspelled setting: of one letter, for the place of data of two; warns of others', () => {
    const misspelled = ['DATABSE_URL', 'DATABASE_URLS', 'SMPT_URL', 'BACKUP-DIR', 'DATADIR', 'TOKEN_SECRET_FILES']
    const twoLetters = ['DATBSE_URL', 'DATA_DRI_', 'BACKUPS_DIRS', 'S3_BUKETT', 'DATABSE_URL_FILES']
    for (const name of [...misspelled, 'database_url', ...twoLetters])
      expect(() => read({ [name]: 'x' }), name).toThrow(`${name} is no setting of Kutu and has no effect. Did you mean`)
    const warningsOf = (name: string) => read({ [name]: 'x' }).warnings
    expect(warningsOf('SMPT_URLS')).toEqual([expect.stringMatching(/^SMPT_URLS .*Did you mean SMTP_URL\?$/)])
    expect(warningsOf('KUTU_DATABASE_URL')).toEqual([expect.stringMatching(/Did you mean DATABASE_URL\?$/)])
    expect(warningsOf('KUTU_COLOR')).toEqual(['KUTU_COLOR is no setting of Kutu and has no effect.'])
    for (const foreign of ['HOSTNAME', 'HOME', 'PATH', 'PGPORT', 'ROLES', 'API_URL', 'AWS_REGION', 'DATABASE_PORT'])
      expect(warningsOf(foreign), foreign).toEqual([])
    for (const other of ['KUTU_DOMAIN', 'KUTU_OWNER_PASSWORD', 'KUTU_SERVICE_HOST', 'KUTU_PORT_8002_TCP'])
      expect(warningsOf(other), other).toEqual([])
    expect(read({ DATABSE_URL: '' }).warnings).toEqual([])
  })

  it('listens on all interfaces, and as a demonstration on this machine only', () => {
    expect(read({}).host).toBe('0.0.0.0')
    expect(readConfig({ DATA_DIR: dataDir }, 'demo').host).toBe('127.0.0.1')
    expect(readConfig({ DATA_DIR: dataDir, HOST: '0.0.0.0' }, 'demo').host).toBe('0.0.0.0')
  })

  it('links to the app at APP_URL, or at PUBLIC_URL without one', () => {
    const urls = ({ publicUrl, appUrl, linkBase }: ReturnType<typeof read>) => [publicUrl, appUrl, linkBase]
    const [api, app] = ['https://api.example.org', 'https://app.example.org']
    expect(urls(read({}))).toEqual(['http://localhost:8002', 'http://localhost:8002', ''])
    expect(urls(read({ PUBLIC_URL: `${api}/` }))).toEqual([api, api, api])
    expect(urls(read({ PUBLIC_URL: api, APP_URL: `${app}/` }))).toEqual([api, app, api])
    expect(urls(read({ APP_URL: app }))).toEqual(['http://localhost:8002', app, ''])
    expect(() => read({ APP_URL: 'app.example.org' })).toThrow('APP_URL')
  })

  it('lets access tokens live an hour unless configured otherwise', () => {
    expect(read({}).accessTokenMinutes).toBe(60)
    expect(read({ ACCESS_TOKEN_MINUTES: '15' }).accessTokenMinutes).toBe(15)
    for (const invalid of ['0', '1.5', '1441', 'long'])
      expect(() => read({ ACCESS_TOKEN_MINUTES: invalid })).toThrow('ACCESS_TOKEN_MINUTES')
  })

  it('fetches weather only with WEATHER_URL, and with a key only there', () => {
    const url = 'https://api.open-meteo.com/v1/forecast'
    expect(read({}).weather).toBeUndefined()
    expect(read({ WEATHER_URL: url }).weather).toEqual({ url, apiKey: undefined })
    expect(read({ WEATHER_URL: url, WEATHER_API_KEY: 'key' }).weather?.apiKey).toBe('key')
    expect(() => read({ WEATHER_API_KEY: 'key' })).toThrow('WEATHER_API_KEY')
    expect(() => read({ WEATHER_URL: 'api.open-meteo.com' })).toThrow('WEATHER_URL')
  })

  it('stores photos in a bucket with keys, or without keys with the credentials of the platform', () => {
    expect(read({}).s3).toBeUndefined()
    expect(read({ S3_BUCKET: 'photos' }).s3).toMatchObject({ bucket: 'photos', accessKeyId: undefined })
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' }
    expect(read({ S3_BUCKET: 'photos', ...keys }).s3).toMatchObject({ accessKeyId: 'id', secretAccessKey: 'key' })
    for (const incomplete of [keys, { S3_BUCKET: 'photos', S3_ACCESS_KEY_ID: 'id' }])
      expect(() => read(incomplete)).toThrow('S3_SECRET_ACCESS_KEY')
  })

  it('uses the sandbox URL of the SMS gateway only for the sandbox account', () => {
    expect(read({}).sms).toBeUndefined()
    const smsUrlFor = (username: string) =>
      read({ AFRICASTALKING_USERNAME: username, AFRICASTALKING_API_KEY: 'key' }).sms?.url
    expect(smsUrlFor('kutu')).toBe('https://api.africastalking.com')
    expect(smsUrlFor('sandbox')).toBe('https://api.sandbox.africastalking.com')
  })

  it('sends the password of the mail server without TLS only to this machine', () => {
    const clear = ['requireTLS=false', 'ignoreTLS=true']
    for (const parameter of clear) {
      for (const host of ['mail.example.org', '192.0.2.1', 'localhost.example.org'])
        expect(() => read({ SMTP_URL: `smtp://kutu:secret@${host}:587?${parameter}` })).toThrow('SMTP_URL')
      for (const host of ['localhost', '127.0.0.1', '[::1]'])
        expect(read({ SMTP_URL: `smtp://kutu:secret@${host}?${parameter}` }).smtpUrl).toContain(parameter)
      expect(read({ SMTP_URL: `smtp://mail.example.org?${parameter}` }).smtpUrl).toContain(parameter)
    }
    expect(read({ SMTP_URL: 'smtp://kutu:secret@mail.example.org' }).smtpUrl).toContain('mail.example.org')
  })

  it('serves metrics only on request, and then on the loopback interface', () => {
    expect(read({}).metrics).toBeUndefined()
    expect(read({ METRICS_PORT: '9464' }).metrics).toEqual({ port: 9464, host: '127.0.0.1' })
    expect(read({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }).metrics?.host).toBe('0.0.0.0')
    for (const invalid of ['0', '65536', 'on']) expect(() => read({ METRICS_PORT: invalid })).toThrow('METRICS_PORT')
  })

  it('trusts as many proxies as configured, and none by default', () => {
    const proxiesFor = (TRUST_PROXY: string) => read({ TRUST_PROXY }).trustedProxies
    expect(['', 'off', 'on', '2'].map(proxiesFor)).toEqual([0, 0, 1, 2])
    for (const invalid of ['yes', '0', '1.5']) expect(() => proxiesFor(invalid)).toThrow('TRUST_PROXY')
  })

  it('refuses a password hash that is cheaper than OWASP recommends, except in development and tests', () => {
    expect(read({}).passwordHash).toEqual({ memoryKib: 19_456, iterations: 2 })
    const cheap = { PASSWORD_HASH_MEMORY_KIB: '19456', PASSWORD_HASH_ITERATIONS: '1' }
    for (const mode of ['production', 'demo'] as const)
      expect(() => readConfig({ DATA_DIR: dataDir, ...cheap }, mode)).toThrow('PASSWORD_HASH_MEMORY_KIB')
    for (const mode of ['dev', 'test'] as const)
      expect(readConfig({ DATA_DIR: dataDir, ...cheap }, mode).passwordHash.iterations).toBe(1)
    expect(read({ PASSWORD_HASH_MEMORY_KIB: '9216', PASSWORD_HASH_ITERATIONS: '4' }).passwordHash.memoryKib).toBe(9216)
  })

  it('creates secrets once, readable by their owner only', () => {
    const first = read({})
    expect(read({}).tokenSecret).toBe(first.tokenSecret)
    expect(first.tokenSecret).not.toBe(first.urlSecret)
    expect(statSync(join(dataDir, 'secrets', 'token')).mode & 0o077).toBe(0)
  })

  it('signs with the first value of a secret and accepts the others', () => {
    const [current, previous] = ['c'.repeat(32), 'p'.repeat(32)]
    const list = `${current}, ${previous},`
    expect(read({ TOKEN_SECRET: list, URL_SECRET: current })).toMatchObject({
      tokenSecret: current,
      previousTokenSecrets: [previous],
      urlSecret: current,
      previousUrlSecrets: [],
    })
    const withComma = 'one secret, which has a comma inside'
    expect(read({ TOKEN_SECRET: withComma })).toMatchObject({ tokenSecret: withComma, previousTokenSecrets: [] })
    for (const invalid of ['short', 'short,short', ',']) {
      expect(() => read({ TOKEN_SECRET: invalid })).toThrow('TOKEN_SECRET')
      expect(() => read({ URL_SECRET: invalid })).toThrow('URL_SECRET')
    }
  })

  it('refuses to start with an empty secret file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kutu-config-'))
    try {
      read({ DATA_DIR: folder })
      writeFileSync(join(folder, 'secrets', 'token'), '')
      expect(() => read({ DATA_DIR: folder })).toThrow(ConfigError)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('is documented completely, with defaults, in .env.example and docs/reference.md', () => {
    const example = parseEnv(readText('.env.example'))
    expect(Object.keys(example).toSorted()).toEqual(Object.keys(environmentSchema.shape).toSorted())
    expect(environmentSchema.parse(example)).toEqual({
      ...environmentSchema.parse({}),
      HOST: '0.0.0.0',
      EXPERT_APPROVAL: 'manual',
      WARNING_DELAY_MINUTES: 10,
      ADMIN_SECOND_FACTOR: 'required',
    })
    const section = readText('docs/reference.md').split('\n## Variables\n')[1]?.split('\n## ')[0] ?? ''
    const rows = [...section.matchAll(/^\| (`[A-Z][^|]*`) \| ([^|]*) \|/gm)]
    const names = ([, cell = '']: RegExpMatchArray) => cell.split(', ').map(name => name.replaceAll('`', ''))
    expect(rows.flatMap(names).toSorted()).toEqual(Object.keys(environmentSchema.shape).toSorted())
    const defaults = new Map<string, unknown>(Object.entries(environmentSchema.parse({})))
    for (const row of rows)
      for (const name of names(row)) {
        const value = defaults.get(name)
        if (typeof value === 'string' || typeof value === 'number') expect(row[2], name).toContain(String(value))
      }
  })

  it('documents every environment variable that tests and benchmarks read', () => {
    const reads = /(?:process\.env\.|os\.environ(?:\.get)?[[(]['"])([A-Z_]+)/g
    const command = ['grep', '-hE', 'process\\.env|os\\.environ', '--', '*.ts', '*.mjs', '*.py', 'Dockerfile']
    const lines = execFileSync('git', command, { encoding: 'utf8', cwd: root })
    const read = new Set([...lines.matchAll(reads)].map(([, name = '']) => name))
    const documented = ['docs/reference.md', 'docs/install.md', 'CONTRIBUTING.md'].map(readText).join()
    expect(read.size).toBeGreaterThan(5)
    // The Playwright configuration passes these to its own workers.
    const undocumented = [...read].filter(
      name => !name.startsWith('JOURNEYS_') && !new RegExp(`\\b${name}\\b`).test(documented),
    )
    expect(undocumented).toEqual([])
  })
})
