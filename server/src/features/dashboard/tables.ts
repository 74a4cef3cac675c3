import type { ColumnType } from 'kysely'

export type DashboardTables = {
  daily_emails: {
    expert_id: string
    /** Local date where the expert lives. */
    day: ColumnType<string, string, string>
  }
}
