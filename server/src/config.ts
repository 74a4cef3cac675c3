import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { isTimeZone } from '@kutu/time/time-zone'
import { z } from 'zod'
import { readSecretFiles } from './operations/secret-files.ts'
import { checkVariableNames } from './operations/variable-names.ts'
import { ensureDataFolder } from './platform/storage/usable-folder.ts'

const emptyToUndefined = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value)
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(emptyToUndefined, schema.optional())
const withDefault = <T extends z.ZodType>(schema: T, value: z.input<T>) =>
  z.preprocess(input => emptyToUndefined(input) ?? value, schema)

const stripTrailingSlash = (url: string) => url.replace(/\/+$/, '')

const originList = z
  .string()
  .transform(list =>
    list
      .split(',')
      // Browsers send origins without a trailing slash.
      .map(origin => stripTrailingSlash(origin.trim()))
      .filter(Boolean),
  )
  .pipe(z.array(z.url()))

/** An amount and its currency, such as `0.03 USD`. */
const price = z
  .string()
  .regex(/^\d+(\.\d+)? [A-Z]{3}$/, 'is no amount with a currency, such as 0.03 USD')
  .transform(text => ({ amount: Number.parseFloat(text), currency: text.slice(-3) }))

const minSecretLength = 32

/**
 * Splits a secret with its previous values: the first is used, the others are still accepted. A comma beside which there
 * are fewer characters than a secret needs belongs to the secret itself.
 */
export function parseSecretList(list: string): string[] {
  const values = list
    .split(',')
    .map(value => value.trim())
    .filter(value => value !== '')
  return isSecretList(values) ? values : [list.trim()]
}

const isSecretList = (values: readonly string[]): boolean =>
  values.length > 0 && values.every(value => value.length >= minSecretLength)

/** One secret, or several separated by commas while it is being rotated. */
const secretList = z
  .string()
  .transform(parseSecretList)
  .refine(isSecretList, `needs at least ${minSecretLength} characters`)

const minPassphraseLength = 12

/** Every environment variable that the server reads. docs/reference.md and .env.example list the same ones. */
export const environmentSchema = z.object({
  PORT: withDefault(z.coerce.number().int().min(0).max(65535), 8002),
  HOST: optional(z.string()),
  METRICS_PORT: optional(z.coerce.number().int().min(1).max(65535)),
  METRICS_HOST: withDefault(z.string(), '127.0.0.1'),
  DATA_DIR: withDefault(z.string(), 'data'),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_MIGRATION_URL: optional(z.url({ protocol: /^postgres(ql)?$/ })),
  DATABASE_POOL: withDefault(z.coerce.number().int().min(2).max(200), 12),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: withDefault(z.string().min(3), 'Kutu <no-reply@localhost>'),
  AFRICASTALKING_USERNAME: optional(z.string()),
  AFRICASTALKING_API_KEY: optional(z.string()),
  AFRICASTALKING_SENDER_ID: optional(z.string()),
  AFRICASTALKING_URL: optional(z.url({ protocol: /^https?$/ })),
  SMS_PART_PRICE: optional(price),
  WEATHER_URL: optional(z.url({ protocol: /^https?$/ })),
  WEATHER_API_KEY: optional(z.string()),
  PUSH_SERVICES: withDefault(originList, ''),
  S3_BUCKET: optional(z.string()),
  S3_ENDPOINT: optional(z.url()),
  S3_REGION: withDefault(z.string(), 'us-east-1'),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  S3_TIMEOUT: withDefault(z.coerce.number().int().min(1).max(60), 4),
  CONTROLLER_NAME: optional(z.string().max(200)),
  CONTROLLER_ADDRESS: optional(z.string().max(300)),
  CONTROLLER_CONTACT: optional(z.string().max(300)),
  HOSTING_PROVIDER: optional(z.string().max(200)),
  ROLE: withDefault(z.enum(['all', 'web', 'analysis', 'worker']), 'all'),
  APP_TIME_ZONE: withDefault(z.string().refine(isTimeZone, 'is no time zone'), 'Africa/Nairobi'),
  CORS_ORIGINS: withDefault(originList, ''),
  EXPERT_APPROVAL: optional(z.enum(['manual', 'auto'])),
  WARNING_DELAY_MINUTES: optional(z.coerce.number().int().min(0).max(60)),
  LABEL_REVIEWERS: withDefault(z.enum(['1', '2']), '2'),
  MODEL_PROMOTION: withDefault(z.enum(['manual', 'automatic']), 'manual'),
  ADMIN_SECOND_FACTOR: optional(z.enum(['required', 'optional'])),
  RATE_LIMITS: withDefault(z.enum(['on', 'off']), 'on'),
  ACCESS_TOKEN_MINUTES: withDefault(z.coerce.number().int().min(1).max(1440), 60),
  PUBLIC_URL: optional(z.url()),
  APP_URL: optional(z.url()),
  TRUST_PROXY: withDefault(z.union([z.enum(['on', 'off']), z.coerce.number().int().min(1).max(9)]), 'off'),
  LOG_LEVEL: withDefault(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
  TOKEN_SECRET: optional(secretList),
  URL_SECRET: optional(secretList),
  PASSWORD_HASH_MEMORY_KIB: withDefault(z.coerce.number().int().min(8).max(1_048_576), 19_456),
  PASSWORD_HASH_ITERATIONS: withDefault(z.coerce.number().int().min(1).max(100), 2),
  ANALYSIS_THREADS: withDefault(z.coerce.number().int().min(1).max(64), 2),
  LEAF_DATA: optional(z.string()),
  BACKUP_DIR: optional(z.string()),
  BACKUP_KEEP: withDefault(z.coerce.number().int().min(1).max(1000), 7),
  BACKUP_PASSPHRASE: optional(z.string().min(minPassphraseLength, `needs at least ${minPassphraseLength} characters`)),
})

/** `demo` and `dev` show codes in the log and on /dev/mail; `production` never does. */
export type Mode = 'production' | 'demo' | 'dev' | 'test'

/** The configuration. See `readConfig` for its fields. */
export type Config = ReturnType<typeof readConfig>

type ReadOptions = {
  /** Returns a secret that no variable gives, with its previous values separated by commas. By default it is generated into the data folder at the first start. */
  loadSecret?: (dataDir: string, name: 'token' | 'url') => string
}

export type S3Config = NonNullable<Config['s3']>

/** Thrown with all configuration problems, one per line. */
export class ConfigError extends Error {}

/**
 * Reads the configuration from environment variables.
 * @throws ConfigError naming every invalid variable
 */
export function readConfig(
  variables: Record<string, string | undefined>,
  mode: Mode,
  { loadSecret = loadOrCreateSecret }: ReadOptions = {},
) {
  const names = checkVariableNames(variables, Object.keys(environmentSchema.shape))
  const { environment, problems, warnings } = readSecretFiles(variables)
  problems.push(...names.problems)
  warnings.push(...names.warnings)
  const parsed = environmentSchema.safeParse(environment)
  if (!parsed.success) problems.push(...parsed.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`))
  const s3Keys = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].filter(name => environment[name]?.trim())
  if (s3Keys.length === 1 || (s3Keys.length > 0 && !environment.S3_BUCKET?.trim()))
    problems.push(
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together and with S3_BUCKET: give all three, only the bucket, or none',
    )
  if (environment.DATABASE_MIGRATION_URL?.trim() && !environment.DATABASE_URL?.trim())
    problems.push('DATABASE_MIGRATION_URL goes with DATABASE_URL: give both or only DATABASE_URL')
  if (parsed.success && parsed.data.SMTP_URL && sendsPasswordInClear(new URL(parsed.data.SMTP_URL)))
    problems.push('SMTP_URL: requireTLS=false and ignoreTLS=true with a password are for a mail server on this machine')
  const smsVariables = ['AFRICASTALKING_USERNAME', 'AFRICASTALKING_API_KEY'].filter(name => environment[name]?.trim())
  if (smsVariables.length === 1)
    problems.push('AFRICASTALKING_USERNAME and AFRICASTALKING_API_KEY go together: give both or none')
  if (environment.WEATHER_API_KEY?.trim() && !environment.WEATHER_URL?.trim())
    problems.push('WEATHER_API_KEY goes with WEATHER_URL: give both, only WEATHER_URL, or none')
  if (parsed.success && (mode === 'production' || mode === 'demo') && !isSufficientHashCost(parsed.data))
    problems.push(
      'PASSWORD_HASH_MEMORY_KIB and PASSWORD_HASH_ITERATIONS are below the OWASP minimum: give at least 19456 and 2',
    )
  if (!parsed.success || problems.length > 0)
    throw new ConfigError(`The configuration is wrong:\n${problems.map(problem => `  ${problem}`).join('\n')}`)

  const env = parsed.data
  const dataDir = resolve(env.DATA_DIR)
  const [tokenSecret = '', ...previousTokenSecrets] = env.TOKEN_SECRET ?? parseSecretList(loadSecret(dataDir, 'token'))
  const [urlSecret = '', ...previousUrlSecrets] = env.URL_SECRET ?? parseSecretList(loadSecret(dataDir, 'url'))
  const publicUrl = stripTrailingSlash(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`)
  return {
    mode,
    port: env.PORT,
    // The sign-ins of the demonstration are printed, so it is for this machine only.
    host: env.HOST ?? (mode === 'demo' ? '127.0.0.1' : '0.0.0.0'),
    /** Address of the metrics; undefined when they are not served. */
    metrics: env.METRICS_PORT === undefined ? undefined : { port: env.METRICS_PORT, host: env.METRICS_HOST },
    dataDir,
    databaseUrl: env.DATABASE_URL,
    /** URL of the owner of the tables, who migrates them; undefined if the role of `databaseUrl` does. */
    databaseMigrationUrl: env.DATABASE_MIGRATION_URL,
    databasePool: env.DATABASE_POOL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    /** SMS gateway (Africa's Talking); undefined when no SMS is sent. */
    sms: readSmsConfig(env),
    /** Price of one part of an SMS; undefined if no cost is shown. */
    smsPartPrice: env.SMS_PART_PRICE,
    weather: readWeatherConfig(env),
    s3:
      env.S3_BUCKET !== undefined
        ? {
            bucket: env.S3_BUCKET,
            endpoint: env.S3_ENDPOINT,
            region: env.S3_REGION,
            /** Without keys, the platform gives short-lived ones: the role of a machine, a container or a Kubernetes service account. */
            accessKeyId: env.S3_ACCESS_KEY_ID,
            secretAccessKey: env.S3_SECRET_ACCESS_KEY,
            /** Time without any data from the store after which a request fails, in milliseconds. */
            timeoutMs: env.S3_TIMEOUT * 1000,
          }
        : undefined,
    /** The operator's details for the privacy page; undefined where not set. */
    controller: {
      name: env.CONTROLLER_NAME,
      address: env.CONTROLLER_ADDRESS,
      contact: env.CONTROLLER_CONTACT,
      hosting: env.HOSTING_PROVIDER,
    },
    role: env.ROLE,
    timeZone: env.APP_TIME_ZONE,
    corsOrigins: env.CORS_ORIGINS,
    /** Origins of push services besides those of the common browsers. */
    pushServices: env.PUSH_SERVICES,
    expertApproval: env.EXPERT_APPROVAL ?? (mode === 'demo' ? 'auto' : 'manual'),
    /** Minutes between the confirmation of a disease warning and its first notice, in which it can be stopped. */
    warningDelayMinutes: env.WARNING_DELAY_MINUTES ?? (mode === 'demo' ? 0 : 10),
    /** How many experts must agree on the label of a training photo before it counts. */
    labelReviewers: env.LABEL_REVIEWERS === '1' ? (1 as const) : (2 as const),
    /** `automatic`: a session activates a version that passes every check; `manual`: people do. */
    modelPromotion: env.MODEL_PROMOTION,
    /** `required`: an admin without a second factor may do nothing as an admin. */
    adminSecondFactor: env.ADMIN_SECOND_FACTOR ?? (mode === 'demo' ? 'optional' : 'required'),
    rateLimits: env.RATE_LIMITS === 'on',
    /** Lifetime of an access token, in minutes. */
    accessTokenMinutes: env.ACCESS_TOKEN_MINUTES,
    /** URL of the API and of files, without a trailing slash. */
    publicUrl,
    /** URL of the web app, for links in emails and calendar entries. */
    appUrl: stripTrailingSlash(env.APP_URL ?? publicUrl),
    /** Base of the links in replies: PUBLIC_URL if set, otherwise empty, and each link uses the host of its request. */
    linkBase: stripTrailingSlash(env.PUBLIC_URL ?? ''),
    /**
     * Number of trusted reverse proxies. Each appends the address it saw to X-Forwarded-For; addresses further left can
     * be forged by the client.
     */
    trustedProxies: typeof env.TRUST_PROXY === 'number' ? env.TRUST_PROXY : Number(env.TRUST_PROXY === 'on'),
    logLevel: env.LOG_LEVEL,
    /** Secret from which the keys of tokens, codes and stored secrets are derived. */
    tokenSecret,
    /** Values that it had before. What was made with them is still accepted. */
    previousTokenSecrets,
    /** Key that signs the links to photos and exports. */
    urlSecret,
    previousUrlSecrets,
    /** Cost of argon2id: memory in KiB and number of passes. */
    passwordHash: { memoryKib: env.PASSWORD_HASH_MEMORY_KIB, iterations: env.PASSWORD_HASH_ITERATIONS },
    analysisThreads: env.ANALYSIS_THREADS,
    /** Folder of leaf photos for the history of the demonstration; undefined: leaves are drawn. */
    demoPhotos: mode === 'demo' && env.LEAF_DATA ? resolve(env.LEAF_DATA.split(delimiter)[0] ?? '') : undefined,
    /** Encrypts and decrypts backups; undefined for backups that are not encrypted. */
    backupPassphrase: env.BACKUP_PASSPHRASE,
    /** Settings that an operator should change although the server starts. */
    warnings,
    /** Folder of the daily backups and how many of them to keep; undefined for no daily backups. */
    backups: env.BACKUP_DIR ? { folder: resolve(env.BACKUP_DIR), keep: env.BACKUP_KEEP } : undefined,
  }
}

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]']

/** Returns true if the parameters of an SMTP URL with a password allow a connection to another machine without TLS. */
const sendsPasswordInClear = ({ username, hostname, searchParams }: URL) =>
  username !== '' &&
  !loopbackHosts.includes(hostname) &&
  (searchParams.get('requireTLS') === 'false' || searchParams.get('ignoreTLS') === 'true')

/**
 * Argon2id parameters that OWASP recommends as a minimum, as memory in KiB and iterations with parallelism 1. All rows
 * are equally strong. https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const owaspHashCosts = [
  [47_104, 1],
  [19_456, 2],
  [12_288, 3],
  [9_216, 4],
  [7_168, 5],
] as const

const isSufficientHashCost = (env: z.output<typeof environmentSchema>) =>
  owaspHashCosts.some(
    ([memoryKib, iterations]) =>
      env.PASSWORD_HASH_MEMORY_KIB >= memoryKib && env.PASSWORD_HASH_ITERATIONS >= iterations,
  )

/**
 * Returns the SMS settings. Accounts named `sandbox` use the gateway's test system, which accepts messages and sends
 * none.
 */
function readSmsConfig(env: z.output<typeof environmentSchema>) {
  const { AFRICASTALKING_USERNAME: username, AFRICASTALKING_API_KEY: apiKey } = env
  if (!username || !apiKey) return undefined
  const host = username === 'sandbox' ? 'api.sandbox.africastalking.com' : 'api.africastalking.com'
  return { username, apiKey, senderId: env.AFRICASTALKING_SENDER_ID, url: env.AFRICASTALKING_URL ?? `https://${host}` }
}

/**
 * Returns the weather service with the API of Open-Meteo; undefined when no weather is fetched or shown. `isSimulated`: the
 * demonstration invents the weather.
 */
function readWeatherConfig({ WEATHER_URL: url, WEATHER_API_KEY: apiKey }: z.output<typeof environmentSchema>) {
  const weather: { url: string; apiKey: string | undefined; isSimulated?: true } | undefined =
    url === undefined ? undefined : { url, apiKey }
  return weather
}

/** Returns a secret that is generated on first start and stored in the data folder, readable by its owner only. */
function loadOrCreateSecret(dataDir: string, name: string): string {
  const folder = join(dataDir, 'secrets')
  ensureDataFolder(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, name)
  try {
    // With 'wx' exactly one of several processes that start at the same time creates the file.
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readStoredSecret(dataDir, name)
}

/**
 * Returns a secret in the data folder with its previous values, separated by commas.
 * @throws ConfigError if one of them is too short; an Error of the file system if the file is missing
 */
export function readStoredSecret(dataDir: string, name: string): string {
  const file = join(dataDir, 'secrets', name)
  const stored = readFileSync(file, 'utf8').trim()
  // A full disk or a crash can leave an empty file, and with an empty secret anyone could sign tokens.
  if (!isSecretList(parseSecretList(stored)))
    throw new ConfigError(`${file} holds no whole secret. Remove it, and a new one is made at the next start.`)
  return stored
}
