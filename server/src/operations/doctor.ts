import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createTransport } from 'nodemailer'
import pg from 'pg'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { listPendingFiles } from '../platform/db/migrate.ts'
import { sendBySmtp } from '../platform/email/smtp.ts'
import { findRunningPostgresUrl } from '../platform/embedded-postgres/embedded-postgres.ts'
import { errorCode, StartupError } from '../platform/startup-error.ts'
import { openFileStore } from '../platform/storage/file-store.ts'
import { findFolderProblem } from '../platform/storage/usable-folder.ts'

type Status = 'ok' | 'warning' | 'error'
type Area = 'configuration' | 'secrets' | 'database' | 'storage' | 'email' | 'server'
/** A line of the report. It never has a password, a token or an address of a user. */
export type Finding = { area: Area; status: Status; message: string; remedy?: string }

type Options = {
  clock: Clock
  /** Longest wait for an answer of another system, in milliseconds. */
  timeoutMs: number
  /** Recipient of a test email; undefined to send none. */
  sendMailTo: string | undefined
}

const minPostgresVersion = 15
const maxSkewSeconds = 5
const localHosts = ['localhost', '127.0.0.1', '[::1]']

const ok = (area: Area, message: string): Finding => ({ area, status: 'ok', message })
const warning = (area: Area, message: string, remedy: string): Finding => ({ area, status: 'warning', message, remedy })
const error = (area: Area, message: string, remedy: string): Finding => ({ area, status: 'error', message, remedy })

/** Returns the message of anything thrown; errors of several connection attempts have only a code. */
const describeError = (thrown: unknown): string => {
  if (!(thrown instanceof Error)) return String(thrown)
  const cause = thrown.cause instanceof Error ? describeError(thrown.cause) : ''
  return [thrown.message || errorCode(thrown) || thrown.name, cause].filter(Boolean).join(': ')
}

/** Checks an installation with these variables. Changes nothing but the probe file of the storage. */
export async function examine(
  environment: Record<string, string | undefined>,
  { clock, timeoutMs, sendMailTo }: Options,
): Promise<Finding[]> {
  const configuration = checkConfiguration(environment)
  if (!configuration.config) return configuration.findings
  const { config, findings } = configuration
  const checks: [Area, Promise<Finding[]>][] = [
    ['secrets', checkSecrets(config)],
    ['database', checkDatabase(config, clock, timeoutMs)],
    ['storage', checkStorage(config, clock)],
    ['email', checkEmail(config, timeoutMs, sendMailTo)],
    ['server', checkServer(config, timeoutMs)],
  ]
  const results = await Promise.all(checks.map(([area, check]) => reportFailure(area, check)))
  return [...findings, ...results.flat()]
}

/** A check that fails itself is one line of the report. */
async function reportFailure(area: Area, check: Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check
  } catch (thrown) {
    return [error(area, `It could not be checked: ${describeError(thrown)}.`, 'Correct what the message names.')]
  }
}

/** Formats findings for a terminal: one line each, and what to do below each that is not ok. */
export const formatFindings = (findings: readonly Finding[]): string =>
  findings
    .flatMap(({ area, status, message, remedy }) => [
      `${status.padEnd(8)} ${area.padEnd(14)} ${message}`,
      ...(remedy ? [`${' '.repeat(24)}→ ${remedy}`] : []),
    ])
    .join('\n')

function checkConfiguration(environment: Record<string, string | undefined>): {
  config?: Config
  findings: Finding[]
} {
  const remedy = 'Correct the variable; docs/reference.md lists all of them.'
  try {
    // A check must not create the secrets of a folder that may be the wrong one.
    const config = readConfig(environment, 'production', { loadSecret: () => '' })
    const findings = config.warnings.map(message => warning('configuration', message, remedy))
    if (!config.rateLimits)
      findings.push(warning('configuration', 'RATE_LIMITS is off, so passwords can be guessed.', 'Remove RATE_LIMITS.'))
    return { config, findings: findings.length > 0 ? findings : [ok('configuration', 'All settings are valid.')] }
  } catch (thrown) {
    if (!(thrown instanceof ConfigError)) throw thrown
    const problems = thrown.message.split('\n').slice(1)
    return { findings: problems.map(problem => error('configuration', problem.trim(), remedy)) }
  }
}

async function checkSecrets({ dataDir, backups, tokenSecret, urlSecret, role }: Config): Promise<Finding[]> {
  const findings: Finding[] = []
  const list = (folder: string) => (existsSync(folder) ? readdirSync(folder).map(name => join(folder, name)) : [])
  const archives = backups ? list(backups.folder).filter(file => basename(file).startsWith('kutu-')) : []
  const files = [...list(join(dataDir, 'secrets')), ...archives]
  for (const file of process.platform === 'win32' ? [] : files) {
    const found = statSync(file, { throwIfNoEntry: false })
    const permissions = ((found?.mode ?? 0) & 0o777).toString(8)
    if (found?.isFile() && (found.mode & 0o077) !== 0)
      findings.push(error('secrets', `Other users can read ${file} (mode ${permissions}).`, `chmod 600 '${file}'`))
  }
  if (tokenSecret !== '' && tokenSecret === urlSecret)
    findings.push(error('secrets', 'TOKEN_SECRET and URL_SECRET are the same.', 'Give each its own random value.'))
  if (role !== 'all' && (tokenSecret === '' || urlSecret === ''))
    findings.push(
      warning(
        'secrets',
        `TOKEN_SECRET and URL_SECRET are not both set, and ROLE is ${role}.`,
        'Give every process the same two secrets; otherwise they reject each other’s sessions and photo links.',
      ),
    )
  return findings.length > 0 ? findings : [ok('secrets', `Only the owner can read the ${files.length} secret files.`)]
}

async function checkDatabase(config: Config, clock: Clock, timeoutMs: number): Promise<Finding[]> {
  const url = config.databaseUrl ?? findEmbeddedUrl(config.dataDir)
  if (!url) return [warning('database', 'The embedded database is not running.', 'Start the server, then check again.')]
  const pool = new pg.Pool({ connectionString: url, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs })
  pool.on('error', () => undefined)
  try {
    const [before, after] = [clock.now().getTime(), () => clock.now().getTime()]
    const { rows } = await pool.query<{ version: string; number: number; now: Date }>(
      `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
         clock_timestamp() as now`,
    )
    const { version = '', number = 0, now = clock.now() } = rows[0] ?? {}
    const skewSeconds = Math.round(Math.max(now.getTime() - after(), before - now.getTime(), 0) / 1000)
    if (skewSeconds > maxSkewSeconds)
      return [
        error(
          'database',
          `The clocks of this machine and of the database differ by ${skewSeconds} seconds.`,
          'Turn on time synchronization (NTP) on both machines: timedatectl set-ntp true',
        ),
      ]
    if (number < minPostgresVersion * 10_000)
      return [error('database', `PostgreSQL ${version} is too old.`, `Upgrade to ${minPostgresVersion} or newer.`)]
    return [(await findSchemaProblem(pool)) ?? ok('database', `PostgreSQL ${version} answers; its schema is current.`)]
  } catch (thrown) {
    const remedy = 'Check DATABASE_URL, the network and PostgreSQL.'
    return [error('database', `The database cannot be used: ${describeError(thrown)}.`, remedy)]
  } finally {
    await pool.end()
  }
}

/** Returns the URL of the embedded database if it runs. Looking for it in a new folder would create files. */
function findEmbeddedUrl(dataDir: string): string | undefined {
  const hasDatabase = ['postgres', 'postgres.location'].some(name => existsSync(join(dataDir, name)))
  return hasDatabase ? findRunningPostgresUrl(dataDir) : undefined
}

async function findSchemaProblem(pool: pg.Pool): Promise<Finding | undefined> {
  const tables = await pool.query<{ exists: boolean }>(`select to_regclass('migrations') is not null as exists`)
  if (!tables.rows[0]?.exists)
    return warning('database', 'The database is empty.', 'Start the server, which creates the tables.')
  try {
    const pending = await listPendingFiles(pool)
    if (pending.length > 0)
      return error('database', `It lacks the migrations ${pending.join(', ')}.`, 'Back up, then start the server.')
  } catch (thrown) {
    if (!(thrown instanceof StartupError)) throw thrown
    return error('database', thrown.message, 'Install the version that made it, or restore a backup.')
  }
  const { rows } = await pool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class as c
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'migrations'
       and not (has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert'))
     order by 1`,
  )
  if (rows.length === 0) return undefined
  const names = rows.map(({ name }) => name).join(', ')
  return error('database', `The role in DATABASE_URL may not use the tables ${names}.`, 'Run `kutu migrate`.')
}

async function checkStorage(config: Config, clock: Clock): Promise<Finding[]> {
  const { s3, dataDir } = config
  const place = s3 ? `the bucket ${s3.bucket} at ${s3.endpoint ?? 'Amazon S3'}` : dataDir
  const remedy = s3
    ? 'Check S3_ENDPOINT, S3_BUCKET and the access keys.'
    : 'Correct DATA_DIR, or chown -R USER DATA_DIR'
  // Writing would create a folder that may be the wrong one.
  const problem = s3 ? undefined : findFolderProblem(dataDir)
  if (problem === 'does not exist')
    return [warning('storage', `${dataDir} does not exist.`, 'Check DATA_DIR. The first start creates the folder.')]
  try {
    if (problem) throw new Error(`the folder ${problem}`)
    await openFileStore(config, clock).ping()
    return [ok('storage', `Photos can be stored in ${place}.`)]
  } catch (thrown) {
    return [error('storage', `Photos cannot be stored in ${place}: ${describeError(thrown)}.`, remedy)]
  }
}

/** Connects and logs in to the mail server without sending anything, unless `sendMailTo` is set. */
async function checkEmail(
  { smtpUrl: url, mailFrom: from }: Config,
  timeoutMs: number,
  sendMailTo: string | undefined,
): Promise<Finding[]> {
  if (!url)
    return [warning('email', 'SMTP_URL is not set: emails are written to DATA_DIR/mail and reach nobody.', 'Set it.')]
  const { hostname, username } = new URL(url)
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  try {
    await createTransport({ ...timeouts, url, requireTLS: username !== '' }).verify()
    if (sendMailTo) {
      const text = 'This email was sent by kutu doctor. Email delivery works.'
      const message = { from, to: sendMailTo, subject: 'Kutu test email', text }
      await sendBySmtp(url, message, { signal: AbortSignal.timeout(timeoutMs * 3) })
    }
  } catch (thrown) {
    return [error('email', `The mail server cannot be used: ${describeError(thrown)}.`, 'Check SMTP_URL.')]
  }
  if (from.includes('@localhost'))
    return [warning('email', 'MAIL_FROM is not set, so other servers reject the emails.', 'Set it to your domain.')]
  return [ok('email', `The mail server ${hostname} accepts ${sendMailTo ? 'the test email' : 'the connection'}.`)]
}

const notReady = z.object({ errors: z.array(z.object({ message: z.string() })).default([]) })

/** Why an address may not be reached from the server's own machine although users reach it: its name, or the router. */
const unreachableCodes = ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']

/** Checks the address that users open, with its certificate, and that the server there is ready. */
async function checkServer({ publicUrl, linkBase, port }: Config, timeoutMs: number): Promise<Finding[]> {
  const findings: Finding[] = []
  const isLocal = localHosts.includes(new URL(publicUrl).hostname)
  if (linkBase === '')
    findings.push(warning('server', 'PUBLIC_URL is not set, so links in emails lead to localhost.', 'Set PUBLIC_URL.'))
  else if (!isLocal && !publicUrl.startsWith('https:'))
    findings.push(
      error('server', `${publicUrl} is not encrypted: passwords can be read on the way.`, 'Set up a proxy with TLS.'),
    )
  const ask = (url: string) => fetch(`${url}/api/ready`, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
  try {
    const response = await ask(publicUrl)
    if (response.ok) return [...findings, ok('server', `The server at ${publicUrl} is ready.`)]
    const { errors } = notReady.parse(await response.json().catch(() => ({})))
    const message = [`The server at ${publicUrl} answers ${response.status}.`, ...errors.map(each => each.message)]
    return [...findings, error('server', message.join(' '), 'Wait after a start; otherwise read the log.')]
  } catch (thrown) {
    const remedy = 'Start the server; check DNS, the proxy, its certificate and the firewall.'
    const { name, cause } = thrown instanceof Error ? thrown : new Error()
    const isUnreachable = name === 'TimeoutError' || unreachableCodes.includes(errorCode(cause) ?? '')
    if (isUnreachable && !isLocal && (await ask(`http://127.0.0.1:${port}`).catch(() => undefined))?.ok) {
      const message = `The server is ready, but this machine does not reach it at ${publicUrl}: ${describeError(thrown)}.`
      return [...findings, warning('server', message, `Open ${publicUrl} from another network.`)]
    }
    return [...findings, error('server', `${publicUrl} cannot be reached: ${describeError(thrown)}.`, remedy)]
  }
}
