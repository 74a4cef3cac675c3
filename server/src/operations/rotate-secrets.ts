import { randomBytes } from 'node:crypto'
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, parseSecretList, readStoredSecret } from '../config.ts'

const names = ['token', 'url'] as const
const variables = { token: 'TOKEN_SECRET', url: 'URL_SECRET' } as const

/**
 * Puts a new value in front of each secret in the data folder; the value before stays accepted, and older ones go. With
 * `dropOld` only the new values remain, for secrets that may be known to others. Servers use them after a restart.
 * @throws ConfigError if there are none, or if one comes from the environment, which this command cannot change
 */
export function rotateSecrets(
  dataDir: string,
  environment: Record<string, string | undefined>,
  { dropOld }: { dropOld: boolean },
): void {
  for (const name of names)
    if (environment[variables[name]]?.trim())
      throw new ConfigError(
        `${variables[name]} comes from the environment. Put a new value in front there, separated from the old one by a comma, and restart the servers.`,
      )
  const folder = join(dataDir, 'secrets')
  if (!names.every(name => existsSync(join(folder, name))))
    throw new ConfigError(`There are no secrets in ${folder}. Give DATA_DIR as the server has it.`)
  const updates = names.map(name => {
    const [current = ''] = parseSecretList(readStoredSecret(dataDir, name))
    const values = [randomBytes(32).toString('base64url'), ...(dropOld ? [] : [current])]
    return { file: join(folder, name), text: values.join(',') }
  })
  for (const { file, text } of updates) {
    // A crash leaves the old file or the new one, never half of it.
    writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
  }
}
