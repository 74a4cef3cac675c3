import { maxExportedAuditEntries } from '@kutu/contract/admin'
import type { App } from '../../../context.ts'
import { formatCsv } from '../../../platform/csv/format-csv.ts'
import type { Db } from '../../../platform/db/database.ts'
import { type AuditFilters, findAuditEntries } from './audit-log.ts'

const columns = ['at', 'actor', 'action', 'subject_type', 'subject_id', 'subject_name', 'before', 'after'] as const

/**
 * Returns the newest matching entries of the audit log as CSV, states as JSON. Pseudonyms of networks are left out: they
 * are deleted after 90 days, and a file is not.
 * @throws ApiError validation_failed for an unknown time zone
 */
export async function exportAuditLog(db: Db, app: App, filters: AuditFilters): Promise<string> {
  const entries = await findAuditEntries(db, app, filters, maxExportedAuditEntries)
  const toJson = (state: object | null) => state && JSON.stringify(state)
  return formatCsv(
    columns,
    entries.map(({ actor, before, after, ...entry }) => ({
      ...entry,
      actor: actor?.username ?? null,
      before: toJson(before),
      after: toJson(after),
    })),
  )
}
