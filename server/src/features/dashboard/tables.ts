import type { ColumnType } from 'kysely'

export type DashboardTables = {
  daily_letters: {
    expert_id: string
    /** Local date where the expert lives. */
    day: ColumnType<string, string, string>
  }
}
