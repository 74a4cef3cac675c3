import { z } from 'zod'

/** Increased when a change makes archives unreadable for older versions. docs/reference.md describes the format. */
export const formatVersion = 2

/** Names of the entries of an archive, in this order. */
export const entryNames = {
  /** `BackupHeader`. */
  header: 'backup.json',
  /** Secrets that sign tokens and photo links: `secrets/token`, `secrets/url`. */
  secrets: 'secrets/',
  /** `database/<table>/<part>`: parts of the output of COPY, in order. */
  database: 'database/',
  /** `files/<key>`: a stored file. */
  files: 'files/',
  /** `BackupSummary`, by which a restore notices a missing entry. */
  summary: 'summary.json',
} as const

/** Entry name of the jobs, which no table name can equal. */
export const jobsTable = 'graphile_worker.jobs'

const table = z.object({ name: z.string(), columns: z.array(z.string()).min(1) })

export const backupHeader = z.object({
  format: z.number().int(),
  /** Version of Kutu that made the backup. */
  version: z.string(),
  created_at: z.iso.datetime(),
  database_version: z.string(),
  /** True if the stored files are kept elsewhere, such as in a bucket with versions. */
  is_database_only: z.boolean().default(false),
  /** Migrations applied to the database. Restoring applies the same ones first. */
  migrations: z.array(z.object({ number: z.number().int(), name: z.string(), checksum: z.string() })).min(1),
  /** Tables and their columns, in the order of the archive. Generated columns are missing: the database computes them. */
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string().nullable() })),
})
export type BackupHeader = z.infer<typeof backupHeader>

export const backupSummary = z.object({
  /** Number of rows by table, including `jobsTable`. */
  rows: z.record(z.string(), z.number().int()),
  files: z.number().int(),
  /** Keys of files that a row names and that the store did not have. */
  missing_files: z.array(z.string()),
})
export type BackupSummary = z.infer<typeof backupSummary>
