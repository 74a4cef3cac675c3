import type { CreatedBackup } from './create-backup.ts'
import type { RestoredBackup } from './restore-backup.ts'

const maxMissing = 10

const sum = (rows: Record<string, number>) => Object.values(rows).reduce((total, count) => total + count, 0)

function describeMissing(keys: string[]): string[] {
  if (keys.length === 0) return []
  const more = keys.length > maxMissing ? [`  and ${keys.length - maxMissing} more`] : []
  return [
    `${keys.length} files are missing in the store:`,
    ...keys.slice(0, maxMissing).map(key => `  ${key}`),
    ...more,
  ]
}

/** Returns the text that the command line prints after a backup. */
export function describeBackup(
  file: string,
  { bytes, rows, files, missing_files, isEncrypted, isDatabaseOnly }: CreatedBackup,
): string {
  const protection = isEncrypted
    ? 'It is encrypted: without BACKUP_PASSPHRASE nobody can restore it.'
    : 'It is not encrypted and contains personal data and secrets: keep it private.'
  const contents = `${sum(rows)} rows and ${isDatabaseOnly ? 'no' : files} files written to ${file} (${bytes} bytes).`
  return [contents, ...describeMissing(missing_files), protection].join('\n')
}

/** Returns the text that the command line prints after a restore. */
export function describeRestore(restored: RestoredBackup): string {
  const { rows, files, missing_files, createdAt, version, isDatabaseOnly } = restored
  const contents = `${sum(rows)} rows and ${files} files restored from the backup of ${createdAt} by Kutu ${version}.`
  const hint = isDatabaseOnly
    ? ['It is of the database only: the photos must be in the bucket or in DATA_DIR/files.']
    : []
  return [contents, ...describeMissing(missing_files), ...hint].join('\n')
}
