// @slow

import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../clock.ts'
import { migrate, readMigrations } from '../platform/db/migrate.ts'
import { runSql } from '../testing/database/run-sql.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database/test-database.ts'
import { startHttpsServer } from '../testing/fakes/https-server.ts'
import { startObjectStorage } from '../testing/fakes/object-storage.ts'
import { startSmtpServer } from '../testing/fakes/smtp-server.ts'
import { sharedSecrets, spawnServer } from '../testing/processes/server-process.ts'
import { examine as examineInstallation, type Finding, formatFindings } from './doctor.ts'

/** Nothing listens on it. */
const closedPort = '2'
const folder = mkdtempSync(join(tmpdir(), 'kutu-doctor-'))
const createDataDir = () => mkdtempSync(join(folder, 'data-'))
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Examines an installation with these variables. */
function examine(
  environment: Record<string, string>,
  options: { sendMailTo?: string; clock?: typeof systemClock } = {},
) {
  const all = { DATABASE_URL: database.url, DATA_DIR: createDataDir(), PORT: closedPort, ...environment }
  return examineInstallation(all, { clock: systemClock, timeoutMs: 3000, sendMailTo: undefined, ...options })
}

const find = (findings: Finding[], area: string) =>
  findings.filter(finding => finding.area === area).map(({ status, message }) => `${status}: ${message}`)

/** Expects exactly one finding of the area. */
const expectOne = (findings: Finding[], area: string, line: RegExp) =>
  expect(find(findings, area)).toEqual([expect.stringMatching(line)])

/** Starts a server that answers every request with this status and body; returns its port. */
async function startReply(status: number, body: object): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status).end(JSON.stringify(body)))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>(resolve => server.close(() => resolve())))
  const address = server.address()
  return address && typeof address === 'object' ? String(address.port) : ''
}

describe('kutu doctor names what is wrong:', () => {
  it('settings that are invalid, and a name that is misspelled', async () => {
    const findings = await examine({ SMPT_URL: 'smtp://mail.example.org', PORT: 'eighty', ROLE: 'boss' })
    expect(find(findings, 'configuration')).toEqual([
      expect.stringMatching(/^error: SMPT_URL is no setting .*SMTP_URL/),
      expect.stringMatching(/^error: PORT: /),
      expect.stringMatching(/^error: ROLE: /),
    ])
    const foreign = await examine({ HOSTNAME: 'web', HOME: '/root', PATH: '/bin', NODE_ENV: 'x' })
    expect(find(foreign, 'configuration')).toEqual(['ok: All settings are valid.'])
  })

  it('a wrong password, a database that does not run, and one that does not exist', async () => {
    const [wrong, closed, missing] = [new URL(database.url), new URL(database.url), new URL(database.url)]
    wrong.username = 'nobody_here'
    closed.port = closedPort
    missing.pathname = '/no_such_database'
    expectOne(await examine({ DATABASE_URL: wrong.href }), 'database', /^error: .*nobody_here/)
    expectOne(await examine({ DATABASE_URL: closed.href }), 'database', /^error: .*ECONNREFUSED/)
    expectOne(await examine({ DATABASE_URL: missing.href }), 'database', /^error: .*does not exist/)
  })

  it('an old schema, a newer one, and an empty database', async () => {
    const [old, newer, empty] = [
      await createTestDatabase({ isEmpty: true }),
      await createTestDatabase(),
      await createTestDatabase({ isEmpty: true }),
    ]
    onTestFinished(async () => {
      for (const each of [old, newer, empty]) await each.close()
    })
    const files = mkdtempSync(join(folder, 'migrations-'))
    cpSync(fileURLToPath(new URL('../platform/db/migrations', import.meta.url)), files, { recursive: true })
    const last = readMigrations(files).at(-1)
    rmSync(join(files, `${String(last?.number).padStart(4, '0')}_${last?.name}.sql`))
    await migrate(old.pool, { dir: files })
    await runSql(
      newer.url,
      `insert into migrations (number, name, checksum, kind) values (9999, 'from_the_future', 'x', 'contract')`,
    )
    expectOne(await examine({ DATABASE_URL: old.url }), 'database', new RegExp(`^error: .*${last?.name}`))
    expectOne(await examine({ DATABASE_URL: newer.url }), 'database', /^error: .*newer.*from_the_future/)
    expectOne(await examine({ DATABASE_URL: empty.url }), 'database', /^warning: .*is empty/)
  })

  it('a role without rights', async () => {
    const restricted = await createTestDatabase()
    onTestFinished(() => restricted.close())
    await runSql(restricted.url, 'revoke insert on posts, bookings from current_user')
    expectOne(await examine({ DATABASE_URL: restricted.url }), 'database', /^error: .*tables bookings, posts/)
  })

  it('a clock that differs from that of the database', async () => {
    const clock = { now: () => new Date(Date.now() + 3600_000) }
    expectOne(await examine({}, { clock }), 'database', /^error: .*differ by 3600 seconds/)
  })

  it('a bucket that does not exist, and an object storage that does not answer', async () => {
    const storage = await startObjectStorage({ timeoutMs: 1000 })
    onTestFinished(() => storage.close())
    const { endpoint = '', accessKeyId = '', secretAccessKey = '' } = storage.s3
    const variables = { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey, S3_TIMEOUT: '1' }
    const examineStorage = async (S3_ENDPOINT: string, S3_BUCKET: string) =>
      find(await examine({ ...variables, S3_ENDPOINT, S3_BUCKET }), 'storage')
    expect(await examineStorage(endpoint, 'missing')).toEqual([
      expect.stringMatching(/^error: .*bucket missing .*(exist|NoSuchBucket)/),
    ])
    expect(await examineStorage(`http://127.0.0.1:${closedPort}`, 'kutu')).toEqual([
      expect.stringMatching(/^error: .*ECONNREFUSED/),
    ])
    expect(await examineStorage(endpoint, 'kutu')).toEqual([expect.stringMatching(/^ok: .*bucket kutu/)])
  })

  it('a data folder that does not exist, and one that is a file', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    expectOne(await examine({ DATA_DIR: join(folder, 'gone') }), 'storage', /^warning: .*gone does not exist/)
    expectOne(await examine({ DATA_DIR: file }), 'storage', /^error: .*is not a folder/)
  })

  it('a mail server that does not run, and a wrong password of it', async () => {
    const closed = await examine({ SMTP_URL: `smtp://127.0.0.1:${closedPort}`, MAIL_FROM: 'kutu@example.org' })
    expectOne(closed, 'email', /^error: .*ECONNREFUSED/)

    const server = new SMTPServer({
      logger: false,
      secure: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('Invalid username or password')),
    })
    const port = await new Promise<number>(resolve => {
      const listening = server.listen(0, '127.0.0.1', () => {
        const address = listening.address()
        resolve(address && typeof address === 'object' ? address.port : 0)
      })
    })
    onTestFinished(() => new Promise<void>(resolve => server.close(resolve)))
    const rejected = await examine({
      SMTP_URL: `smtp://kutu:wrong@127.0.0.1:${port}?tls.rejectUnauthorized=false`,
      MAIL_FROM: 'kutu@example.org',
    })
    expectOne(rejected, 'email', /^error: .*Invalid/)
    expect(JSON.stringify(rejected)).not.toContain('kutu:wrong')
  })

  it('a mail server that works, to which it sends an email only on request', async () => {
    const smtp = await startSmtpServer()
    onTestFinished(() => smtp.close())
    const variables = { SMTP_URL: smtp.url, MAIL_FROM: 'kutu@example.org' }
    expectOne(await examine(variables), 'email', /^ok: .*127\.0\.0\.1/)
    expect(smtp.attempts).toEqual([])
    expectOne(await examine(variables, { sendMailTo: 'operator@example.org' }), 'email', /^ok: .*test email/)
    expect(smtp.attempts).toEqual(['operator@example.org'])
    expectOne(await examine({ SMTP_URL: smtp.url }), 'email', /^warning: MAIL_FROM is not set/)
    expectOne(await examine({}), 'email', /^warning: SMTP_URL is not set/)
  })

  it('an expired certificate, one that browsers reject, and an address without encryption', async () => {
    const [expired, selfSigned] = [await startHttpsServer('expired'), await startHttpsServer('valid')]
    onTestFinished(async () => {
      await expired.close()
      await selfSigned.close()
    })
    expectOne(await examine({ PUBLIC_URL: expired.url }), 'server', /^error: .*cannot be reached: .*certificate/)
    expectOne(await examine({ PUBLIC_URL: selfSigned.url }), 'server', /^error: .*self-signed certificate/)
    const [encryption] = find(await examine({ PUBLIC_URL: 'http://kutu.invalid' }), 'server')
    expect(encryption).toMatch(/^error: .*is not encrypted/)
  })

  it('secrets and backups that other users can read', async () => {
    const [backups, dataDir] = [mkdtempSync(join(folder, 'backups-')), createDataDir()]
    const [archive, secret] = [join(backups, 'kutu-20200101T012000Z.tar.gz'), join(dataDir, 'secrets', 'token')]
    mkdirSync(join(dataDir, 'secrets'))
    for (const file of [archive, secret]) writeFileSync(file, 'x'.repeat(40))
    for (const file of [archive, secret]) chmodSync(file, 0o644)
    const examineSecrets = async () => find(await examine({ BACKUP_DIR: backups, DATA_DIR: dataDir }), 'secrets')
    expect(await examineSecrets()).toEqual([
      expect.stringMatching(/secrets\/token \(mode 644\)/),
      expect.stringMatching(/kutu-20200101T012000Z\.tar\.gz \(mode 644\)/),
    ])
    for (const file of [archive, secret]) chmodSync(file, 0o600)
    expect(await examineSecrets()).toEqual([expect.stringMatching(/^ok: .* 2 secret files/)])
  })

  it('a folder of backups that is a file, without losing the other lines', async () => {
    const file = join(folder, 'backups-file')
    writeFileSync(file, '')
    const findings = await examine({ BACKUP_DIR: file })
    expectOne(findings, 'secrets', /^error: It could not be checked: ENOTDIR/)
    expect(find(findings, 'database')).toHaveLength(1)
  })

  it('an address that the own machine does not reach is a warning while the server is ready', async () => {
    const port = await startReply(200, {})
    const findings = await examine({ PORT: port, PUBLIC_URL: 'https://kutu.invalid' })
    expectOne(findings, 'server', /^warning: The server is ready, but this machine does not reach it/)
    expectOne(await examine({ PUBLIC_URL: 'https://kutu.invalid' }), 'server', /^error: .*cannot be reached/)
  })

  it('a server that runs and is not ready, with the reason that it gives, and one that does not run', async () => {
    const port = await startReply(503, { errors: [{ message: 'The database does not answer.' }] })
    const notReady = find(await examine({ PORT: port }), 'server')
    expect(notReady.at(-1)).toMatch(/^error: .*answers 503\. The database does not answer\./)
    const stopped = find(await examine({}), 'server')
    expect(stopped[0]).toMatch(/^warning: PUBLIC_URL is not set/)
    expect(stopped[1]).toMatch(/^error: .*cannot be reached/)
  })
})

it('kutu doctor finds nothing wrong with a running server', async () => {
  const smtp = await startSmtpServer()
  const environment = {
    ...sharedSecrets,
    DATABASE_URL: database.url,
    DATA_DIR: createDataDir(),
    SMTP_URL: smtp.url,
    MAIL_FROM: 'kutu@example.org',
  }
  const server = await spawnServer(environment)
  onTestFinished(async () => {
    server.child.kill('SIGKILL')
    await server.exited
    await smtp.close()
  })
  const findings = await examine({ ...environment, PUBLIC_URL: server.url })
  expect(findings.map(({ area, status }) => `${status} ${area}`)).toEqual(
    ['configuration', 'secrets', 'database', 'storage', 'email', 'server'].map(area => `ok ${area}`),
  )
})

it('the report shows one line for each finding and what to do', () => {
  const report = formatFindings([
    { area: 'storage', status: 'ok', message: 'Enough.' },
    { area: 'email', status: 'warning', message: 'None.', remedy: 'Set SMTP_URL.' },
  ])
  expect(report.split('\n')).toEqual([
    'ok       storage        Enough.',
    'warning  email          None.',
    '                        → Set SMTP_URL.',
  ])
})
