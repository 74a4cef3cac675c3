import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SystemStatus } from '@kutu/contract/admin'
import type { App } from '../../../context.ts'
import { partialSuffix } from './archive.ts'
import { backupSource, createBackup, recordBackup } from './create-backup.ts'

const hourMs = 3600_000
const partialAgeMs = 24 * hourMs
const namePattern = /^kutu-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz(\.age)?$/

/**
 * Job `back_up`: writes a backup to BACKUP_DIR and then deletes the oldest beyond BACKUP_KEEP. Photos in a bucket are left out:
 * they grow by terabytes, and the bucket keeps their versions.
 */
export async function backUpDaily(app: App, _: unknown, signal: AbortSignal): Promise<void> {
  const { backups, backupPassphrase: passphrase } = app.config
  if (!backups) return
  const { folder, keep } = backups
  const time = app.clock.now().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  const name = `kutu-${time}Z.tar.gz${passphrase === undefined ? '' : '.age'}`
  const source = backupSource(app, { isDatabaseOnly: app.config.s3 !== undefined })
  const created = await createBackup(source, join(folder, name), { passphrase, signal })
  await recordBackup(app, name, created)
  const { bytes, missing_files } = created
  const missing = missing_files.length
  app.log[missing > 0 ? 'warn' : 'info']({ file: name, bytes, missing }, 'wrote the daily backup')
  const names = await listBackups(folder)
  for (const old of names.slice(keep)) await rm(join(folder, old), { force: true })
  await deleteOldPartials(app, folder)
}

/** Returns the names of the daily backups, newest first. */
async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  return names
    .filter(name => namePattern.test(name))
    .sort()
    .reverse()
}

/** Deletes what interrupted backups left behind. */
async function deleteOldPartials(app: App, folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const [backup = '', random] = name.split(partialSuffix)
    if (random === undefined || !namePattern.test(backup)) continue
    const { mtime } = await stat(join(folder, name))
    if (app.clock.now().getTime() - mtime.getTime() > partialAgeMs) await rm(join(folder, name), { force: true })
  }
}

/** Returns the time and age of the newest daily backup. */
export async function getBackupStatus(app: Pick<App, 'config' | 'clock'>): Promise<SystemStatus['backups']> {
  const { backups, backupPassphrase } = app.config
  const is_encrypted = backupPassphrase !== undefined
  if (!backups) return { is_scheduled: false, is_encrypted, latest_at: null, age_hours: null }
  // In a folder that cannot be read the job fails as well, which is logged and shown among the waiting jobs.
  const [latest = ''] = await listBackups(backups.folder).catch(() => [])
  const [, year, month, day, hours, minutes, seconds] = namePattern.exec(latest) ?? []
  if (year === undefined) return { is_scheduled: true, is_encrypted, latest_at: null, age_hours: null }
  const latest_at = `${year}-${month}-${day}T${hours}:${minutes}:${seconds}.000Z`
  const ageMs = app.clock.now().getTime() - Date.parse(latest_at)
  return { is_scheduled: true, is_encrypted, latest_at, age_hours: Math.max(0, Math.floor(ageMs / hourMs)) }
}
