import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Settings that are secrets. Each can also be given as a file, by NAME_FILE or as a systemd credential. */
export const secretVariables = [
  'DATABASE_URL',
  'DATABASE_MIGRATION_URL',
  'SMTP_URL',
  'AFRICASTALKING_API_KEY',
  'WEATHER_API_KEY',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'TOKEN_SECRET',
  'URL_SECRET',
  'BACKUP_PASSPHRASE',
] as const

type Environment = Record<string, string | undefined>

export type ResolvedSecrets = {
  /** The environment, in which each secret of a file has its usual name. */
  environment: Environment
  /** Reasons not to start. */
  problems: string[]
  warnings: string[]
}

/** Folders in which container runtimes mount secrets readable by all: only the processes of the container see them. */
const mountedFolders = ['/run/secrets/', '/var/run/secrets/']
const readableByOthers = 0o004

/** Reads the secrets that are given as files. The name of a systemd credential is that of the variable. */
export function readSecretFiles(environment: Environment): ResolvedSecrets {
  const resolved: ResolvedSecrets = { environment: { ...environment }, problems: [], warnings: [] }
  const credentials = environment.CREDENTIALS_DIRECTORY?.trim()
  for (const name of secretVariables) {
    const file = environment[`${name}_FILE`]?.trim()
    const isGiven = environment[name]?.trim()
    if (isGiven && file) resolved.problems.push(`${name} and ${name}_FILE exclude each other: give one of them`)
    else if (file) readSecretFile(resolved, name, file)
    else if (!isGiven && credentials) readCredential(resolved, name, join(credentials, name))
  }
  return resolved
}

function readSecretFile({ environment, problems, warnings }: ResolvedSecrets, name: string, file: string): void {
  try {
    const { mode } = statSync(file)
    const isMounted = mountedFolders.some(folder => file.startsWith(folder))
    if (process.platform !== 'win32' && mode & readableByOthers && !isMounted)
      warnings.push(`${name}_FILE: every user of this machine can read ${file}; remove that permission with chmod o-r`)
    const secret = readFileSync(file, 'utf8').trim()
    if (secret === '') problems.push(`${name}_FILE: ${file} is empty`)
    environment[name] = secret
  } catch (error) {
    problems.push(`${name}_FILE: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** systemd makes credentials readable by the service only. */
function readCredential({ environment, problems }: ResolvedSecrets, name: string, file: string): void {
  try {
    environment[name] = readFileSync(file, 'utf8').trim()
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing) problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
