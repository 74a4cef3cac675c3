// @slow

import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../clock.ts'
import { migrate, readMigrations } from '../../../platform/db/migrate.ts'
import { runSql } from '../../../testing/database/run-sql.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database/test-database.ts'
import { startHttpsServer } from '../../../testing/fakes/https-server.ts'
import { startObjectStorage } from '../../../testing/fakes/object-storage.ts'
import { startSmsGateway } from '../../../testing/fakes/sms-gateway.ts'
import { startSmtpServer } from '../../../testing/fakes/smtp-server.ts'
import { bundledFile } from '../../../testing/processes/bundle.ts'
import { sharedSecrets, spawnServer } from '../../../testing/processes/server-process.ts'
import { findSmallDisk } from '../../../testing/processes/small-disk.ts'
import type { CheckContext, CheckResult } from './check.ts'
import { areas } from './check.ts'
import { checkConfiguration } from './check-configuration.ts'
import { checkServer } from './check-server.ts'
import { checkSms } from './check-sms.ts'
import type { Report } from './format-report.ts'
import { createReport, formatReport } from './format-report.ts'
import { runAllChecks } from './run-doctor.ts'

const repository = fileURLToPath(new URL('../../../../../', import.meta.url))
const shippedModels = join(repository, 'packages/vision/models')
const doctorFile = fileURLToPath(new URL('../../../operations/doctor.ts', import.meta.url))
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

/** Runs all checks on an installation with these variables. */
async function examine(environment: Record<string, string>, overrides: Partial<CheckContext> = {}) {
  const all = { DATABASE_URL: database.url, DATA_DIR: createDataDir(), PORT: closedPort, ...environment }
  const { config, results } = checkConfiguration(all)
  if (!config) return results
  const context: CheckContext = {
    config,
    clock: systemClock,
    timeoutMs: 3000,
    modelsDir: shippedModels,
    modelChecksums: undefined,
    sendMailTo: undefined,
    ...overrides,
  }
  return [...results, ...(await runAllChecks(context))]
}

const find = (results: CheckResult[], area: string) =>
  results.filter(result => result.area === area).map(({ status, message, remedy = '' }) => [status, message, remedy])

/** Expects exactly this one result of the area, which says what is wrong and what to mend. */
const expectResult = (results: CheckResult[], area: string, status: string, message: RegExp, remedy: RegExp) =>
  expect(find(results, area)).toEqual([[status, expect.stringMatching(message), expect.stringMatching(remedy)]])

describe('kutu doctor names what is wrong and what to mend:', () => {
  it('settings that are invalid, and a name that is misspelled', async () => {
    const results = await examine({ SMPT_URL: 'smtp://mail.example.org', PORT: 'eighty', ROLE: 'boss' })
    expect(find(results, 'configuration')).toEqual([
      ['error', expect.stringMatching(/^SMPT_URL is no setting .*SMTP_URL/), expect.any(String)],
      ['error', expect.stringMatching(/^PORT: /), expect.any(String)],
      ['error', expect.stringMatching(/^ROLE: /), expect.any(String)],
    ])
    expect(
      find(
        checkConfiguration({ HOSTNAME: 'web', HOME: '/root', PATH: '/bin', NODE_ENV: 'x' }).results,
        'configuration',
      ),
    ).toEqual([['ok', 'All settings are valid.', '']])
  })

  it('a wrong password of the database', async () => {
    const url = new URL(database.url)
    url.password = 'wrong'
    expectResult(
      await examine({ DATABASE_URL: url.href }),
      'database',
      'error',
      /password authentication/,
      /password in DATABASE_URL/,
    )
  })

  it('a database that does not run, and one that does not exist', async () => {
    const [closed, missing] = [new URL(database.url), new URL(database.url)]
    closed.port = closedPort
    missing.pathname = '/no_such_database'
    expectResult(await examine({ DATABASE_URL: closed.href }), 'database', 'error', /ECONNREFUSED/, /Start PostgreSQL/)
    expectResult(
      await examine({ DATABASE_URL: missing.href }),
      'database',
      'error',
      /does not exist/,
      /Create the database/,
    )
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
    cpSync(fileURLToPath(new URL('../../../platform/db/migrations', import.meta.url)), files, { recursive: true })
    const known = readMigrations(files)
    const last = known.at(-1)
    rmSync(join(files, `${String(last?.number).padStart(4, '0')}_${last?.name}.sql`))
    await migrate(old.pool, { dir: files })
    await runSql(newer.url, `insert into migrations (number, name, checksum) values (9999, 'from_the_future', 'x')`)
    expectResult(
      await examine({ DATABASE_URL: old.url }),
      'database',
      'error',
      /1 migrations are pending/,
      /start the server/,
    )
    expectResult(
      await examine({ DATABASE_URL: newer.url }),
      'database',
      'error',
      /newer.*from_the_future/,
      /Install the newer version/,
    )
    expectResult(await examine({ DATABASE_URL: empty.url }), 'database', 'warning', /is empty/, /Start the server/)
  })

  it('a role without rights, and more connections than PostgreSQL allows', async () => {
    const restricted = await createTestDatabase()
    onTestFinished(() => restricted.close())
    await runSql(restricted.url, 'revoke insert on posts, bookings from current_user')
    expectResult(
      await examine({ DATABASE_URL: restricted.url }),
      'database',
      'error',
      /tables bookings, posts/,
      /role that owns/,
    )
    expectResult(await examine({ DATABASE_POOL: '200' }), 'database', 'error', /needs 204/, /lower DATABASE_POOL/)
  })

  it('a clock that differs from that of the database', async () => {
    const clock = { now: () => new Date(Date.now() + 3600_000) }
    expectResult(await examine({}, { clock }), 'time', 'error', /differ by 3600 seconds/, /NTP/)
  })

  it('a bucket that does not exist, and an object storage that does not answer', async () => {
    const storage = await startObjectStorage({ timeoutMs: 1000 })
    onTestFinished(() => storage.close())
    const { endpoint = '', accessKeyId = '', secretAccessKey = '' } = storage.s3
    const variables = { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey, S3_TIMEOUT: '1' }
    const wrongBucket = await examine({ ...variables, S3_ENDPOINT: endpoint, S3_BUCKET: 'missing' })
    expectResult(wrongBucket, 'storage', 'error', /bucket missing .*(exist|NoSuchBucket)/, /S3_BUCKET/)
    const unreachable = await examine({
      ...variables,
      S3_ENDPOINT: `http://127.0.0.1:${closedPort}`,
      S3_BUCKET: 'kutu',
    })
    expectResult(unreachable, 'storage', 'error', /ECONNREFUSED/, /S3_ENDPOINT/)
    const right = await examine({ ...variables, S3_ENDPOINT: endpoint, S3_BUCKET: 'kutu' })
    expect(find(right, 'storage')).toEqual([['ok', expect.stringContaining('bucket kutu'), '']])
  })

  it('a mail server that does not run, and a wrong password of it', async () => {
    const closed = await examine({ SMTP_URL: `smtp://127.0.0.1:${closedPort}`, MAIL_FROM: 'kutu@example.org' })
    expectResult(closed, 'email', 'error', /ECONNREFUSED/, /host and port in SMTP_URL/)

    const server = new SMTPServer({
      logger: false,
      authOptional: true,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: (_auth, _session, done) => done(new Error('Invalid username or password')),
    })
    const port = await new Promise<number>(resolve => {
      const listening = server.listen(0, '127.0.0.1', () => {
        const address = listening.address()
        resolve(address && typeof address === 'object' ? address.port : 0)
      })
    })
    onTestFinished(() => new Promise<void>(resolve => server.close(resolve)))
    const rejected = await examine({ SMTP_URL: `smtp://kutu:wrong@127.0.0.1:${port}`, MAIL_FROM: 'kutu@example.org' })
    expectResult(rejected, 'email', 'error', /Invalid/, /user name and password/)
    expect(JSON.stringify(rejected)).not.toContain('kutu:wrong')
  })

  it('a mail server that works, to which it sends an email only on request', async () => {
    const smtp = await startSmtpServer()
    onTestFinished(() => smtp.close())
    const variables = { SMTP_URL: smtp.url, MAIL_FROM: 'kutu@example.org' }
    expect(find(await examine(variables), 'email')).toEqual([['ok', expect.stringContaining('127.0.0.1'), '']])
    expect(smtp.attempts).toEqual([])
    const sent = await examine(variables, { sendMailTo: 'operator@example.org' })
    expect(find(sent, 'email').map(([status]) => status)).toEqual(['ok', 'ok'])
    expect(smtp.attempts).toEqual(['operator@example.org'])
  })

  it('a mail server on another machine that offers no encryption', async () => {
    const smtp = await startSmtpServer()
    onTestFinished(() => smtp.close())
    // Leads to this machine as well, and counts as another one.
    const remote = smtp.url.replace('127.0.0.1', '0.0.0.0')
    const results = await examine({ SMTP_URL: remote, MAIL_FROM: 'kutu@example.org' })
    expectResult(results, 'email', 'warning', /no encryption/, /STARTTLS/)
  })

  it('an SMS gateway that does not answer', async () => {
    const results = await examine({
      AFRICASTALKING_USERNAME: 'kutu',
      AFRICASTALKING_API_KEY: 'key',
      AFRICASTALKING_URL: `http://127.0.0.1:${closedPort}`,
    })
    expectResult(results, 'sms', 'error', /ECONNREFUSED/, /AFRICASTALKING_URL/)
  })

  it('an address with which the SMS about disease warnings need a fourth part, or soon may', async () => {
    const gateway = await startSmsGateway()
    onTestFinished(async () => void (await gateway.close()))
    const { url } = gateway.sms
    const examineSms = async (length: number, isConfigured = true) => {
      const PUBLIC_URL = `https://${'k'.repeat(length - 'https://'.length)}`
      const account = { AFRICASTALKING_USERNAME: 'kutu', AFRICASTALKING_API_KEY: 'key', AFRICASTALKING_URL: url }
      const { config } = checkConfiguration({ DATA_DIR: createDataDir(), PUBLIC_URL, ...(isConfigured && account) })
      if (!config) throw new Error('the settings are invalid')
      return checkSms({ ...parts, config })
    }
    const parts = {
      clock: systemClock,
      timeoutMs: 3000,
      modelsDir: '',
      modelChecksums: undefined,
      sendMailTo: undefined,
    }
    const inThree =
      /: 3 in English \(\d+ characters\), 3 in Swahili \(\d+ characters\), 3 in Luganda \(\d+ characters\)\./
    const shorten = expect.stringMatching(/at most 40 characters/)
    expect(await examineSms(40)).toEqual([
      { area: 'sms', status: 'ok', message: 'The SMS gateway answers.' },
      { area: 'sms', status: 'ok', message: expect.stringMatching(inThree) },
    ])
    expect((await examineSms(41))[1]).toMatchObject({
      status: 'warning',
      message: expect.stringMatching(/PUBLIC_URL has 41 characters: .* may become four/),
      remedy: shorten,
    })
    expect((await examineSms(90))[1]).toMatchObject({
      status: 'warning',
      message: expect.stringMatching(
        / 4 in Luganda .* PUBLIC_URL has 90 characters, which is too long for three parts/,
      ),
      remedy: shorten,
    })
    expect((await examineSms(90, false)).map(({ status }) => status)).toEqual(['ok', 'ok'])
  })

  it('a weather service that does not answer', async () => {
    const url = `http://127.0.0.1:${closedPort}/v1/forecast`
    const results = await examine({ WEATHER_URL: url, WEATHER_API_KEY: 'a-secret-key' })
    expectResult(results, 'weather', 'error', /ECONNREFUSED/, /WEATHER_URL/)
    expect(JSON.stringify(results)).not.toContain('a-secret-key')
  })

  it('an expired certificate, one that browsers reject, and an address without encryption', async () => {
    const [expired, selfSigned] = [await startHttpsServer('expired'), await startHttpsServer('valid')]
    onTestFinished(async () => {
      await expired.close()
      await selfSigned.close()
    })
    expectResult(await examine({ PUBLIC_URL: expired.url }), 'certificate', 'error', /expired \d+ days ago/, /Renew/)
    expectResult(await examine({ PUBLIC_URL: selfSigned.url }), 'certificate', 'error', /SELF_SIGNED/, /authority/)
    expectResult(
      await examine({ PUBLIC_URL: 'http://kutu.example.org' }),
      'certificate',
      'error',
      /not encrypted/,
      /TLS/,
    )
  })

  it('a damaged and an exchanged file of the model', async () => {
    const modelsDir = mkdtempSync(join(folder, 'models-'))
    cpSync(shippedModels, modelsDir, { recursive: true })
    const [version = ''] = find(await examine({}, { modelsDir }), 'model').map(([, message]) => message?.split(' ')[1])
    const network = join(modelsDir, version, 'model.onnx')
    const bytes = readFileSync(network)
    writeFileSync(network, bytes.subarray(0, 1000))
    expectResult(await examine({}, { modelsDir }), 'model', 'error', /has 1000 bytes instead of/, /Build or install/)

    const modelChecksums = JSON.parse(
      spawnSync(
        'node',
        [
          '-e',
          `
        const { createHash } = require('node:crypto'), { readdirSync, readFileSync } = require('node:fs')
        const [dir, version] = process.argv.slice(1)
        console.log(JSON.stringify(Object.fromEntries(readdirSync(dir + '/' + version).map(name => [version + '/' + name,
          createHash('sha256').update(readFileSync(dir + '/' + version + '/' + name)).digest('hex')]))))`,
          shippedModels,
          version,
        ],
        { encoding: 'utf8' },
      ).stdout,
    )
    bytes[500] = (bytes[500] ?? 0) ^ 1
    writeFileSync(network, bytes)
    expectResult(
      await examine({}, { modelsDir, modelChecksums }),
      'model',
      'error',
      /model\.onnx is not the file/,
      /Build or install/,
    )
    expect(find(await examine({}, { modelChecksums }), 'model')).toEqual([
      ['ok', expect.stringContaining('unchanged'), ''],
    ])
  })

  it('backups that are missing or old, and files that other users can read', async () => {
    const backups = mkdtempSync(join(folder, 'backups-'))
    const gone = join(backups, 'gone')
    const results = await examine({ BACKUP_DIR: gone })
    expectResult(results, 'backups', 'error', /does not exist/, /correct BACKUP_DIR/)
    // The disk of DATA_DIR alone: nothing is said of one that is not there.
    expect(find(results, 'disk')).toHaveLength(1)
    expectResult(await examine({ BACKUP_DIR: backups }), 'backups', 'warning', /no daily backup/, /back_up/)
    const archive = join(backups, 'kutu-20200101T012000Z.tar.gz')
    writeFileSync(archive, '', { mode: 0o600 })
    expectResult(await examine({ BACKUP_DIR: backups }), 'backups', 'error', /\d+ hours old/, /back_up/)

    const dataDir = createDataDir()
    mkdirSync(join(dataDir, 'secrets'))
    const secret = join(dataDir, 'secrets', 'token')
    writeFileSync(secret, 'x'.repeat(40))
    chmodSync(secret, 0o644)
    const open = await examine({ BACKUP_DIR: backups, DATA_DIR: dataDir })
    expectResult(open, 'secrets', 'error', /secrets\/token \(mode 644\)/, /chmod 600/)
    chmodSync(secret, 0o600)
    expect(
      find(await examine({ BACKUP_DIR: backups, DATA_DIR: dataDir }), 'secrets').map(([status]) => status),
    ).toEqual(['ok'])
  })

  it('jobs that were given up, and jobs that no worker runs', async () => {
    await runSql(database.url, `select graphile_worker.add_job('sweep', max_attempts => 1)`)
    await runSql(database.url, `update graphile_worker._private_jobs set attempts = 1, last_error = 'x'`)
    expectResult(await examine({}), 'jobs', 'warning', /1 jobs were given up: sweep/, /run the jobs again/)
    await runSql(
      database.url,
      `update graphile_worker._private_jobs set attempts = 0, run_at = now() - interval '1 hour'`,
    )
    expectResult(await examine({}), 'jobs', 'error', /waited for 60 minutes/, /role all or worker/)
    await runSql(database.url, `delete from graphile_worker._private_jobs`)
  })

  it('a server that runs and is not ready, whatever it says of the reason', async () => {
    const body = JSON.stringify({ errors: [{ message: 'The database does not answer.' }] })
    const notReady = createHttpServer((_request, response) => response.writeHead(503).end(body))
    await new Promise<void>(resolve => notReady.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => new Promise<void>(resolve => notReady.close(() => resolve())))
    const address = notReady.address()
    const PORT = address && typeof address === 'object' ? String(address.port) : ''
    expectResult(await examine({ PORT }), 'server', 'error', /is not ready. The database does not answer/, /Wait/)
  })

  it('a server that accepts connections and never answers', async () => {
    const sockets: Socket[] = []
    const silent = createServer(socket => void sockets.push(socket))
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
    onTestFinished(async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>(resolve => silent.close(() => resolve()))
    })
    const address = silent.address()
    const port = address && typeof address === 'object' ? String(address.port) : ''
    const { config } = checkConfiguration({ PORT: port, DATA_DIR: createDataDir() })
    if (!config) throw new Error('the configuration is valid')
    const context = { clock: systemClock, modelsDir: '', modelChecksums: undefined, sendMailTo: undefined }
    const results = await checkServer({ ...context, config, timeoutMs: 200 })
    expectResult(results, 'server', 'error', /does not answer/, /Start the server/)
    // Somebody may check the settings of a server that is stopped.
    expectResult(await examine({ PORT: port }, { timeoutMs: 1000 }), 'server', 'warning', /does not answer/, /Start/)
  })
})

type Run = { report: Report; code: number | null; output: string }

/** Runs the command as an operator does, on a disk that `launcher` prepares. */
async function runCommand(environment: Record<string, string>, args: string[], launcher: string[] = []): Promise<Run> {
  const [command = '', ...rest] = [...launcher, process.execPath, bundledFile(doctorFile), 'doctor', ...args]
  const child = spawn(command, rest, {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise<number | null>(resolve => child.once('close', resolve))
  const output = await text(child.stdout)
  return {
    report: args.includes('--json') ? JSON.parse(output) : { status: 'ok', checks: [] },
    code: await exited,
    output,
  }
}

describe('the command', () => {
  it('ends with 1 on a disk that is read-only or full, and says which', async ({ skip }) => {
    const dataDir = createDataDir()
    const small = findSmallDisk(dataDir, 'size=8m')
    const readOnly = findSmallDisk(dataDir, 'ro')
    if (!small || !readOnly) return skip('this system allows no mounts')
    const environment = { DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: closedPort }
    const full = await runCommand(environment, ['--json'], small)
    expect(full.code).toBe(1)
    expectResult(full.report.checks, 'disk', 'error', /8 MB free/, /Enlarge the disk/)
    const frozen = await runCommand(environment, ['--json'], readOnly)
    expect(frozen.code).toBe(1)
    expectResult(frozen.report.checks, 'storage', 'error', /read-only file system/, /mount DATA_DIR writable/)
  })

  it('finds nothing to mend on a running server, and its quick check is a health check', async () => {
    const dataDir = createDataDir()
    const backups = mkdtempSync(join(folder, 'backups-'))
    const now = new Date()
    const time = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
    writeFileSync(join(backups, `kutu-${time}Z.tar.gz`), '', { mode: 0o600 })
    utimesSync(backups, now, now)
    const [smtp, publicServer] = [await startSmtpServer(), await startHttpsServer('valid')]
    const trusted = join(folder, 'trusted.pem')
    writeFileSync(trusted, publicServer.certificate)
    const environment = {
      ...sharedSecrets,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      BACKUP_DIR: backups,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'kutu@example.org',
      PUBLIC_URL: publicServer.url,
      NODE_EXTRA_CA_CERTS: trusted,
    }
    const server = await spawnServer(environment)
    onTestFinished(async () => {
      server.child.kill('SIGKILL')
      await server.exited
      await smtp.close()
      await publicServer.close()
    })
    const running = { ...environment, PORT: new URL(server.url).port }
    const full = await runCommand(running, ['--json'])
    expect(full.report.checks.filter(({ status }) => status !== 'ok')).toEqual([])
    expect([full.code, full.report.status]).toEqual([0, 'ok'])
    expect(new Set(full.report.checks.map(({ area }) => area))).toEqual(new Set(areas))

    const quick = await runCommand(running, ['--quick'])
    expect(quick.code).toBe(0)
    expect(quick.output).toMatch(/^ok {7}server +The server at .* is ready\.$/m)
    server.child.kill('SIGKILL')
    await server.exited
    const stopped = await runCommand(running, ['--quick'])
    expect(stopped.code).toBe(1)
    expect(stopped.output).toMatch(
      /^error {4}server .*\n +→ Start the server\. See docs\/operate\.md#doctor-server\.$/m,
    )
  })
})

it('every check has its section in docs/operate.md', () => {
  const headings = [...readFileSync(join(repository, 'docs/operate.md'), 'utf8').matchAll(/^#+ Doctor: (\w+)$/gm)]
  expect(headings.map(([, area]) => area)).toEqual([...areas])
})

it('the report shows one line per check and what to do', () => {
  const report = createReport([
    { area: 'disk', status: 'ok', message: 'Enough.' },
    { area: 'email', status: 'warning', message: 'None.', remedy: 'Set SMTP_URL.' },
  ])
  expect(report.status).toBe('warning')
  expect(formatReport(report).split('\n')).toEqual([
    'ok       disk           Enough.',
    'warning  email          None.',
    '                        → Set SMTP_URL. See docs/operate.md#doctor-email.',
    '',
    '0 errors, 1 warning, 1 ok',
  ])
})
