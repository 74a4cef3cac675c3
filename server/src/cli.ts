import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { Vision } from '@kutu/vision/node/vision'
import { systemClock } from './clock.ts'
import { environmentSchema, readConfig } from './config.ts'
import type { App } from './context.ts'
import { parseCommandLine } from './operations/parse-command-line.ts'
import { rotateSecrets } from './operations/rotate-secrets.ts'
import { checkVariableNames } from './operations/variable-names.ts'
import { visionPaths } from './paths.ts'
import { ApiError, toErrorReply } from './platform/http/api-error.ts'

// Commands load the modules that they need: loading the whole server takes longer than most of them.

const usage = `Usage:
  kutu diagnose PHOTO... [--crop CROP] [--json]
                                           diagnose photos without a server; --json prints one object per line
  kutu evaluate DIR [--split A,B] [--crop-known] [--json]
                                           evaluate the model on the photos of DIR/labels.csv
  kutu expert approve EMAIL                approve an expert, who may then moderate and train
  kutu admin create EMAIL [--username U]   create an admin; prints a password to change at the first sign-in
  kutu admin remove-factors EMAIL --reason TEXT
                                           turn off two-step sign-in for somebody who has lost the second factor
  kutu dataset export DIR                  export the accepted training photos with a labels.csv
  kutu dataset import DIR                  import such a folder; existing photos are skipped
  kutu surveillance recount                count the photos of all weeks again
  kutu migrate                             migrate the database in DATABASE_URL; see DATABASE_MIGRATION_URL
  kutu backup FILE [--database-only]       back up database, photos and secrets while the server runs
  kutu restore FILE [--keep-sessions]      restore a backup into an empty data folder or database; ends sessions and API keys
  kutu rotate-secrets [--drop-old]         replace the secrets in the data folder; restart the servers afterwards
  kutu doctor [--send-mail-to ADDRESS]     check the installation and say what to mend

All but the first two need the server's DATABASE_URL or DATA_DIR; the server may be running, except for restore.
BACKUP_PASSPHRASE encrypts a backup and decrypts it again.`

const { values, positionals } = parseCommandLine({
  allowPositionals: true,
  options: {
    json: { type: 'boolean' },
    split: { type: 'string' },
    crop: { type: 'string' },
    'crop-known': { type: 'boolean' },
    username: { type: 'string' },
    reason: { type: 'string' },
    'drop-old': { type: 'boolean' },
    'keep-sessions': { type: 'boolean' },
    'database-only': { type: 'boolean' },
    'send-mail-to': { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
})

async function main(): Promise<number> {
  const [noun, verb, ...rest] = positionals
  if (values.help || !noun) return print(usage, values.help ? 0 : 64)
  const ownUsage = usage.split('\n').filter(line => line.startsWith(`  kutu ${noun} `))
  const foreign = Object.keys(values).find(name => !ownUsage.some(line => line.includes(`--${name}`)))
  if (ownUsage.length > 0 && foreign !== undefined) {
    console.error(`kutu ${noun} takes no --${foreign}.\n\n${usage}`)
    return 64
  }
  if (noun === 'doctor' && !verb) return checkInstallation()
  const { problems, warnings } = checkVariableNames(process.env, Object.keys(environmentSchema.shape))
  for (const message of [...problems, ...warnings]) console.error(message)
  if (problems.length > 0) return 1
  if (noun === 'diagnose' && verb) return diagnose([verb, ...rest])
  if (noun === 'evaluate' && verb && rest.length === 0) return evaluate(verb)
  const [argument] = rest
  if (noun === 'surveillance' && verb === 'recount' && rest.length === 0) return withApp(recount)
  if (noun === 'backup' && verb && rest.length === 0) return withApp(app => backUpTo(app, verb))
  if (noun === 'migrate' && !verb) return migrateDatabase()
  if (noun === 'rotate-secrets' && !verb) return rotate()
  if (noun === 'restore' && verb && rest.length === 0) return restoreFrom(verb)
  if (noun === 'expert' && verb === 'approve' && argument) return withApp(app => approve(app, argument))
  if (noun === 'admin' && verb === 'create' && argument)
    return withApp(app => createAdminAccount(app, argument, values.username ?? argument.split('@')[0] ?? 'admin'))
  if (noun === 'admin' && verb === 'remove-factors' && argument && values.reason?.trim())
    return withApp(app => removeFactors(app, argument, values.reason?.trim() ?? ''))
  if (noun === 'dataset' && verb === 'export' && argument) return withApp(app => exportDatasetTo(app, argument))
  if (noun === 'dataset' && verb === 'import' && argument) return withApp(app => importDatasetFrom(app, argument))
  console.error(
    ownUsage.length > 0
      ? `The arguments of kutu ${noun} are wrong or missing: ${positionals.join(' ')}\n`
      : `There is no command ${noun}.\n`,
  )
  console.error(usage)
  return 64
}

async function checkInstallation(): Promise<number> {
  const { examine, formatFindings } = await import('./operations/doctor.ts')
  const options = { clock: systemClock, timeoutMs: 5000, sendMailTo: values['send-mail-to'] }
  const findings = await examine(process.env, options)
  return print(formatFindings(findings), findings.some(({ status }) => status === 'error') ? 1 : 0)
}

async function diagnose(paths: string[]): Promise<number> {
  const { statedCropType } = await import('@kutu/contract/common')
  const { diagnoseFiles } = await import('./features/detection/evaluation/diagnose-files.ts')
  const cropType = values.crop === undefined ? undefined : statedCropType.safeParse(values.crop.toUpperCase()).data
  if (values.crop !== undefined && cropType === undefined)
    return print(`--crop is one of ${statedCropType.options.join(', ')}`, 64)
  const onProgress = paths.length > 1 ? reportProgress : () => undefined
  const options = { json: values.json ?? false, cropType, print: printResult, onProgress }
  return withVision(1, async vision => ((await diagnoseFiles(vision, paths, options)) === 0 ? 0 : 1))
}

async function evaluate(folder: string): Promise<number> {
  const { evaluateFolder } = await import('./features/detection/evaluation/evaluate-folder.ts')
  const cores = availableParallelism()
  const { json, 'crop-known': isCropKnown } = values
  const splits = values.split?.split(',').map(name => name.trim())
  // Reads twice as many photos ahead as there are cores, so that no core waits for a file.
  const options = { splits, json, isCropKnown, concurrency: cores * 2, onProgress: reportProgress }
  const { text, scored } = await withVision(cores, vision => evaluateFolder(vision, folder, options))
  return print(text, scored > 0 ? 0 : 1)
}

/** Opens the model for one command. */
async function withVision<T>(threads: number, action: (vision: Vision) => Promise<T>): Promise<T> {
  const { openVision } = await import('@kutu/vision/node/vision')
  const vision = await openVision({ threads, ...visionPaths() })
  try {
    return await action(vision)
  } finally {
    await vision.close()
  }
}

/** Prints a result, on a terminal in place of the counting line, which the next progress report writes again. */
function printResult(line: string): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
  console.log(line)
}

/** Reports progress on stderr: one counting line on a terminal, otherwise one line per tenth. */
function reportProgress(done: number, total: number): void {
  const { stderr } = process
  if (stderr.isTTY) stderr.write(`\r${done} of ${total} photos${done === total ? '\n' : ''}`)
  else if (done === total || done % Math.ceil(total / 10) === 0) stderr.write(`${done} of ${total} photos\n`)
}

async function recount(app: App): Promise<string> {
  const { recountWeeks } = await import('./features/surveillance/weekly/close-weeks.ts')
  return `${await recountWeeks(app)} weeks counted again.`
}

async function approve(app: App, email: string): Promise<string> {
  const { approveExpert } = await import('./features/accounts/experts/approvals.ts')
  const { username } = await approveExpert(app, email)
  return `${username} is approved; an email is on its way.`
}

async function exportDatasetTo(app: App, folder: string): Promise<string> {
  const { exportDataset } = await import('./features/training/dataset/dataset-export.ts')
  const { written, missing } = await exportDataset(app, folder)
  return `${written} photos written to ${folder}${missing > 0 ? `; ${missing} files are missing` : ''}.`
}

async function importDatasetFrom(app: App, folder: string): Promise<string> {
  const { importDataset } = await import('./features/training/dataset/dataset-import.ts')
  const { added, duplicates, skipped, rejected } = await importDataset(app, folder, reportProgress)
  const summary = `${added} photos added, ${duplicates} duplicates, ${skipped} of classes that experts do not label, ${rejected.length} rejected.`
  return [summary, ...rejected].join('\n')
}

async function backUpTo(app: App, file: string): Promise<string> {
  const { backupSource, createBackup, recordBackup } = await import('./features/admin/backups/create-backup.ts')
  const { describeBackup } = await import('./features/admin/backups/describe-backup.ts')
  const passphrase = app.config.backupPassphrase
  const source = backupSource(app, { isDatabaseOnly: values['database-only'] ?? false })
  const created = await createBackup(source, resolve(file), { passphrase })
  await recordBackup(app, file, created)
  return describeBackup(file, created)
}

const createLog = async () => (await import('pino')).pino({ level: 'warn' })

/** Returns the configuration without creating secrets in the data folder, which may be the wrong one or must stay empty. */
const readConfigOnly = () => readConfig(process.env, 'production', { loadSecret: () => '' })

function rotate(): number {
  const dropOld = values['drop-old'] ?? false
  rotateSecrets(readConfigOnly().dataDir, process.env, { dropOld })
  const next = dropOld
    ? 'Restart all servers at once. Open pages load their photos again, and emails that wait to be sent are dropped. Nobody has to sign in again, except clients that do not refresh their tokens.'
    : 'Restart the servers. The old secrets are still accepted; run this again to retire them, at the earliest after 30 days.'
  return print(next, 0)
}

async function restoreFrom(file: string): Promise<number> {
  const { describeRestore } = await import('./features/admin/backups/describe-backup.ts')
  const { restoreBackup } = await import('./features/admin/backups/restore-backup.ts')
  const { migrateAsOwner } = await import('./platform/db/connection/prepare-schema.ts')
  const { openFileStore } = await import('./platform/storage/file-store.ts')
  const config = readConfigOnly()
  const { databaseMigrationUrl, dataDir, backupPassphrase: passphrase } = config
  const databaseUrl = databaseMigrationUrl ?? config.databaseUrl
  const files = openFileStore(config, systemClock)
  const log = await createLog()
  const endsSessions = !values['keep-sessions']
  const options = { file: resolve(file), passphrase, databaseUrl, dataDir, files, log, endsSessions }
  const restored = await restoreBackup(options)
  if (databaseMigrationUrl) await migrateAsOwner(databaseMigrationUrl, config.databaseUrl ?? '', log)
  const hasOverride = config.tokenSecret || config.urlSecret
  const override = hasOverride ? '\nTOKEN_SECRET and URL_SECRET take precedence over the secrets of the backup.' : ''
  const ended = endsSessions ? '\nAll sessions and API keys have ended: everybody signs in again.' : ''
  return print(`${describeRestore(restored)}${ended}${override}`, 0)
}

/** The role in DATABASE_URL migrates if there is no DATABASE_MIGRATION_URL. */
async function migrateDatabase(): Promise<number> {
  const { databaseUrl, databaseMigrationUrl = databaseUrl } = readConfigOnly()
  if (!databaseUrl || !databaseMigrationUrl)
    return print('The embedded database is migrated when the server starts. Set DATABASE_URL to migrate another.', 64)
  const { migrateAsOwner } = await import('./platform/db/connection/prepare-schema.ts')
  const applied = await migrateAsOwner(databaseMigrationUrl, databaseUrl, await createLog())
  return print(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is current.', 0)
}

async function createAdminAccount(app: App, email: string, username: string): Promise<string> {
  const { createAdmin } = await import('./features/accounts/users/create-admin.ts')
  const password = randomBytes(12).toString('base64url')
  await createAdmin(app, { email, username, password, isPasswordGenerated: true })
  return `Admin ${username} can sign in as ${email} with ${password}\nThis password is shown once, works for a week and must be changed at the first sign-in.`
}

async function removeFactors(app: App, email: string, reason: string): Promise<string> {
  const { removeFactorsByEmail } = await import('./features/accounts/second-factor/factors.ts')
  const { username } = await removeFactorsByEmail(app, email, reason)
  return `Two-step sign-in is turned off for ${username}, who is signed out everywhere; an email is on its way.`
}

/** Runs one administrative command; `action` returns the text to print. */
async function withApp(action: (app: App) => Promise<string>): Promise<number> {
  const { requireDataFolder, requireSecret } = await import('./features/admin/backups/require-data-folder.ts')
  requireDataFolder(readConfigOnly())
  const config = readConfig(process.env, 'production', { loadSecret: requireSecret })
  const { openApp } = await import('./open-app.ts')
  const settings = { ...config, role: 'web', analysisThreads: 1 } as const
  const opened = await openApp(settings, await createLog(), { attachToRunning: true })
  try {
    return print(await action(opened.app), 0)
  } finally {
    await opened.close()
  }
}

function print(text: string, code: number): number {
  console.log(text)
  return code
}

function errorMessage(error: unknown): string {
  if (error instanceof ApiError) {
    const { message, errors = [] } = toErrorReply(error, 'en')
    return [...new Set([message, ...errors.map(each => each.message)])].join('\n')
  }
  return error instanceof Error ? error.message : String(error)
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(errorMessage(error))
  process.exitCode = 1
}
