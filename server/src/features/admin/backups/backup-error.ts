/** A backup or restore failed for a reason that the operator can fix; the message says how. */
export class BackupError extends Error {
  override name = 'BackupError'
}
