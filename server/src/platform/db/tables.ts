import type { ColumnType, Generated } from 'kysely'

export type FoundationTables = {
  audit_log: {
    id: Generated<string>
    at: Date
    actor_id: string | null
    action: string
    subject_type: string
    subject_id: string
    before: ColumnType<Record<string, unknown> | null, string | null, never>
    after: ColumnType<Record<string, unknown> | null, string | null, never>
  }
  /** Request and pseudonyms behind an entry, for 90 days. */
  audit_origins: {
    audit_id: string
    request_id: string | null
    network: string | null
    email: string | null
  }
  idempotency_keys: {
    scope: string
    key: string
    call: string
    request_hash: string
    status: number | null
    reply: string | null
    created_at: Date
  }
  rate_limits: {
    key: string
    /** When the bucket is full again, in milliseconds since 1970. */
    tat: number
  }
}
