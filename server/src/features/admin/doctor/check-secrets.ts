import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type CheckContext, type CheckResult, error, ok, warning } from './check.ts'

/** Checks that only the owner can read secrets and backups, and that several processes share their secrets. */
export async function checkSecrets({ config }: CheckContext): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  const backups = listFiles(config.backups?.folder).filter(file => basename(file).startsWith('kutu-'))
  const files = [...listFiles(join(config.dataDir, 'secrets')), ...backups]
  if (process.platform !== 'win32')
    for (const file of files) {
      const { mode } = statSync(file)
      if ((mode & 0o077) === 0) continue
      const permissions = (mode & 0o777).toString(8)
      results.push(error('secrets', `Other users can read ${file} (mode ${permissions}).`, `chmod 600 '${file}'`))
    }
  if (config.tokenSecret !== '' && config.tokenSecret === config.urlSecret)
    results.push(error('secrets', 'TOKEN_SECRET and URL_SECRET are the same.', 'Give each its own random value.'))
  if (config.role !== 'all' && (config.tokenSecret === '' || config.urlSecret === ''))
    results.push(
      warning(
        'secrets',
        `TOKEN_SECRET and URL_SECRET are not both set, and ROLE is ${config.role}.`,
        'Give every process the same two secrets; otherwise they reject each other’s sessions and photo links.',
      ),
    )
  return results.length > 0 ? results : [ok('secrets', `Only the owner can read the ${files.length} secret files.`)]
}

/** Returns the files directly in a folder. */
const listFiles = (folder: string | undefined): string[] => {
  if (!folder || !existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ name }) => join(folder, name))
}
