import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { access, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { findModelDir, readModelFiles } from '@kutu/vision/node/model-files'
import { errorCode } from '../../../platform/startup-error.ts'
import { openFileStore } from '../../../platform/storage/file-store.ts'
import { getBackupStatus } from '../backups/daily-backup.ts'
import { type CheckContext, type CheckResult, describeError, error, ok, warning } from './check.ts'

const maxBackupAgeHours = 26

/** Checks that photos can be stored, by writing the same small file as the readiness check. */
export async function checkStorage({ config, clock }: CheckContext): Promise<CheckResult[]> {
  const { s3, dataDir } = config
  const place = s3 ? `the bucket ${s3.bucket} at ${s3.endpoint ?? 'Amazon S3'}` : dataDir
  // Writing would create a folder that may be the wrong one.
  if (!s3 && !(await exists(dataDir))) return [await checkMissingFolder(dataDir)]
  try {
    // Names a read-only disk, for which creating a folder reports a missing one.
    if (!s3) await access(dataDir, constants.W_OK)
    await openFileStore(config, clock).ping()
    return [ok('storage', `Photos can be stored in ${place}.`)]
  } catch (thrown) {
    return [
      error('storage', `Photos cannot be stored in ${place}: ${describeError(thrown)}.`, storageRemedy(thrown, !!s3)),
    ]
  }
}

function storageRemedy(thrown: unknown, isS3: boolean): string {
  if (isS3) return 'Check S3_ENDPOINT, S3_BUCKET and the access keys, and that they may write to the bucket.'
  const code = errorCode(thrown) ?? (thrown instanceof Error ? errorCode(thrown.cause) : undefined)
  if (code === 'ENOSPC') return 'Free space on the disk, or enlarge it.'
  if (code === 'EROFS') return 'The disk is mounted read-only: mount DATA_DIR writable, and check the disk for errors.'
  return 'Make the user of the server the owner of DATA_DIR: chown -R USER DATA_DIR'
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

async function checkMissingFolder(folder: string): Promise<CheckResult> {
  const parent = dirname(folder)
  try {
    await access(parent, constants.W_OK)
    return warning('storage', `${folder} does not exist yet.`, 'Check DATA_DIR. The first start creates the folder.')
  } catch {
    return error(
      'storage',
      `${folder} does not exist and cannot be created.`,
      'Correct DATA_DIR, or create the folder.',
    )
  }
}

/** Checks that the files of the model are complete and unchanged since the build. */
export async function checkModel({ modelsDir, modelChecksums }: CheckContext): Promise<CheckResult[]> {
  const remedy = 'Build or install Kutu again: npm ci && npm run build'
  try {
    const folder = await findModelDir(modelsDir, undefined)
    const { card, networkPath } = await readModelFiles(folder)
    const { size } = await stat(networkPath)
    if (size !== card.bytes)
      return [error('model', `${networkPath} has ${size} bytes instead of ${card.bytes}.`, remedy)]
    if (!modelChecksums) return [ok('model', `Model ${card.version} is complete; no checksums were recorded.`)]
    for (const name of await readdir(folder)) {
      const key = relative(modelsDir, join(folder, name)).split(sep).join('/')
      const checksum = createHash('sha256')
        .update(await readFile(join(folder, name)))
        .digest('hex')
      if (modelChecksums[key] !== checksum)
        return [error('model', `${join(folder, name)} is not the file that was built.`, remedy)]
    }
    return [ok('model', `Model ${card.version} is complete and unchanged.`)]
  } catch (thrown) {
    return [error('model', `The model cannot be read: ${describeError(thrown)}.`, remedy)]
  }
}

/** Checks the age of the newest daily backup. */
export async function checkBackups({ config, clock }: CheckContext): Promise<CheckResult[]> {
  if (!config.backups)
    return [
      warning(
        'backups',
        'BACKUP_DIR is not set, so there are no daily backups.',
        'Set BACKUP_DIR to a folder on another disk.',
      ),
    ]
  const { folder } = config.backups
  if (!(await exists(folder)))
    return [error('backups', `The folder ${folder} does not exist.`, 'Create it, or mount it, and correct BACKUP_DIR.')]
  const { age_hours } = await getBackupStatus({ config, clock })
  const remedy = 'Look for a failed job back_up on the system page of an admin, and check that a worker runs.'
  if (age_hours === null) return [warning('backups', `There is no daily backup in ${folder} yet.`, remedy)]
  if (age_hours > maxBackupAgeHours)
    return [error('backups', `The newest backup in ${folder} is ${age_hours} hours old.`, remedy)]
  return [ok('backups', `The newest backup is ${age_hours} hours old.`)]
}
