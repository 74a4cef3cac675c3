import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'

const blankIsAbsent = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value)
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsAbsent, schema.optional())
const withDefault = <T extends z.ZodType>(schema: T, value: z.input<T>) =>
  z.preprocess(given => blankIsAbsent(given) ?? value, schema)

const isTimeZone = (zone: string) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

const originList = z
  .string()
  .transform(list =>
    list
      .split(',')
      // A browser sends an origin without a slash at its end.
      .map(origin => origin.trim().replace(/\/+$/, ''))
      .filter(Boolean),
  )
  .pipe(z.array(z.url()))

const shortestSecret = 32
const secret = z.string().min(shortestSecret, `needs at least ${shortestSecret} characters`)

/** Every variable the server reads, with its meaning; docs/running.md and .env.example list the same. */
export const variables = z.object({
  PORT: withDefault(z.coerce.number().int().min(0).max(65535), 8002),
  HOST: withDefault(z.string(), '0.0.0.0'),
  DATA_DIR: withDefault(z.string(), 'data'),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_POOL: withDefault(z.coerce.number().int().min(2).max(200), 12),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: withDefault(z.string().min(3), 'Kutu <no-reply@localhost>'),
  AFRICASTALKING_USERNAME: optional(z.string()),
  AFRICASTALKING_API_KEY: optional(z.string()),
  AFRICASTALKING_SENDER_ID: optional(z.string()),
  AFRICASTALKING_URL: optional(z.url({ protocol: /^https?$/ })),
  PUSH_SERVICES: withDefault(originList, ''),
  S3_BUCKET: optional(z.string()),
  S3_ENDPOINT: optional(z.url()),
  S3_REGION: withDefault(z.string(), 'us-east-1'),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  ROLE: withDefault(z.enum(['all', 'web', 'analysis', 'worker']), 'all'),
  APP_TIME_ZONE: withDefault(z.string().refine(isTimeZone, 'is no time zone'), 'Africa/Nairobi'),
  CORS_ORIGINS: withDefault(originList, ''),
  EXPERT_APPROVAL: optional(z.enum(['manual', 'auto'])),
  RATE_LIMITS: withDefault(z.enum(['on', 'off']), 'on'),
  PUBLIC_URL: optional(z.url()),
  TRUST_PROXY: withDefault(z.union([z.enum(['on', 'off']), z.coerce.number().int().min(1).max(9)]), 'off'),
  LOG_LEVEL: withDefault(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
  TOKEN_SECRET: optional(secret),
  URL_SECRET: optional(secret),
  ANALYSIS_THREADS: withDefault(z.coerce.number().int().min(1).max(64), 2),
})

/** `demo` and `dev` show codes in the log and on /dev/mail; `production` never does. */
export type Mode = 'production' | 'demo' | 'dev' | 'test'

export type Config = {
  mode: Mode
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  databasePool: number
  smtpUrl: string | undefined
  mailFrom: string
  /** The gateway for text messages (Africa's Talking); undefined for none. */
  sms: { username: string; apiKey: string; senderId: string | undefined; url: string } | undefined
  s3:
    | { bucket: string; endpoint: string | undefined; region: string; accessKeyId: string; secretAccessKey: string }
    | undefined
  role: 'all' | 'web' | 'analysis' | 'worker'
  timeZone: string
  corsOrigins: string[]
  /** Push services besides those of the common browsers. */
  pushServices: string[]
  expertApproval: 'manual' | 'auto'
  rateLimits: boolean
  publicUrl: string
  /** What links in answers begin with: PUBLIC_URL where it was given; empty for the address each caller asked. */
  linkBase: string
  /** How many proxies stand before it, each adding the address it was called from to X-Forwarded-For; what stands left of theirs anybody may have written. */
  proxies: number
  logLevel: string
  tokenSecret: string
  urlSecret: string
  analysisThreads: number
}

/** Thrown with every mistake named, one a line, so that one look mends all. */
export class ConfigError extends Error {}

/**
 * Reads the configuration from an environment.
 * @throws ConfigError naming every wrong variable
 */
export function readConfig(environment: Record<string, string | undefined>, mode: Mode): Config {
  const parsed = variables.safeParse(environment)
  const mistakes = parsed.success ? [] : parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`)
  const s3Given = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].filter(name => environment[name]?.trim())
  if (s3Given.length > 0 && s3Given.length < 3)
    mistakes.push('S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together: give all three or none')
  const smsGiven = ['AFRICASTALKING_USERNAME', 'AFRICASTALKING_API_KEY'].filter(name => environment[name]?.trim())
  if (smsGiven.length === 1)
    mistakes.push('AFRICASTALKING_USERNAME and AFRICASTALKING_API_KEY go together: give both or none')
  if (!parsed.success || mistakes.length > 0)
    throw new ConfigError(`The configuration is wrong:\n${mistakes.map(mistake => `  ${mistake}`).join('\n')}`)

  const v = parsed.data
  const dataDir = resolve(v.DATA_DIR)
  return {
    mode,
    port: v.PORT,
    host: v.HOST,
    dataDir,
    databaseUrl: v.DATABASE_URL,
    databasePool: v.DATABASE_POOL,
    smtpUrl: v.SMTP_URL,
    mailFrom: v.MAIL_FROM,
    sms: smsOf(v),
    s3:
      v.S3_BUCKET && v.S3_ACCESS_KEY_ID && v.S3_SECRET_ACCESS_KEY
        ? {
            bucket: v.S3_BUCKET,
            endpoint: v.S3_ENDPOINT,
            region: v.S3_REGION,
            accessKeyId: v.S3_ACCESS_KEY_ID,
            secretAccessKey: v.S3_SECRET_ACCESS_KEY,
          }
        : undefined,
    role: v.ROLE,
    timeZone: v.APP_TIME_ZONE,
    corsOrigins: v.CORS_ORIGINS,
    pushServices: v.PUSH_SERVICES,
    expertApproval: v.EXPERT_APPROVAL ?? (mode === 'demo' ? 'auto' : 'manual'),
    rateLimits: v.RATE_LIMITS === 'on',
    publicUrl: (v.PUBLIC_URL ?? `http://localhost:${v.PORT}`).replace(/\/+$/, ''),
    linkBase: (v.PUBLIC_URL ?? '').replace(/\/+$/, ''),
    proxies: typeof v.TRUST_PROXY === 'number' ? v.TRUST_PROXY : Number(v.TRUST_PROXY === 'on'),
    logLevel: v.LOG_LEVEL,
    tokenSecret: v.TOKEN_SECRET ?? keptSecret(dataDir, 'token'),
    urlSecret: v.URL_SECRET ?? keptSecret(dataDir, 'url'),
    analysisThreads: v.ANALYSIS_THREADS,
  }
}

/** Accounts named `sandbox` belong to the gateway's test system: it takes texts and sends none. */
function smsOf(v: z.output<typeof variables>): Config['sms'] {
  const { AFRICASTALKING_USERNAME: username, AFRICASTALKING_API_KEY: apiKey } = v
  if (!username || !apiKey) return undefined
  const host = username === 'sandbox' ? 'api.sandbox.africastalking.com' : 'api.africastalking.com'
  return { username, apiKey, senderId: v.AFRICASTALKING_SENDER_ID, url: v.AFRICASTALKING_URL ?? `https://${host}` }
}

/** A secret made on first start and kept in the data folder, readable by its owner alone. */
function keptSecret(dataDir: string, name: string): string {
  const folder = join(dataDir, 'secrets')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, name)
  try {
    // 'wx' lets exactly one of several processes starting at once write it.
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const kept = readFileSync(file, 'utf8').trim()
  // A full disk or a crash leaves an empty file, and with no secret anybody could sign.
  if (kept.length < shortestSecret)
    throw new ConfigError(`${file} holds no whole secret. Remove it, and a new one is made at the next start.`)
  return kept
}
