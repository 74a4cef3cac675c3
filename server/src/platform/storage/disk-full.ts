import { errorCode } from '../startup-error.ts'

/** ENOSPC and EDQUOT of the file system, disk_full of PostgreSQL. */
const diskFullCodes = ['ENOSPC', 'EDQUOT', '53100']

/** Returns true if the error, or one that caused it, is a full disk or an exhausted quota. */
export function isDiskFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (diskFullCodes.includes(errorCode(cause) ?? '')) return true
  return false
}
