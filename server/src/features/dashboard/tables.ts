import type { DashboardStats } from '@kutu/contract/dashboard'
import type { ColumnType, Generated } from 'kysely'

/** The figures of the platform without those that are counted when they are read. */
export type PlatformFigures = Omit<
  NonNullable<DashboardStats['place']>,
  'waitingExperts' | 'postsWaiting' | 'countedAt'
>

export type DashboardTables = {
  daily_emails: {
    expert_id: string
    /** Local date where the expert lives. */
    day: ColumnType<string, string, string>
  }
  inbox_marks: {
    expert_id: string
    item_id: string
    opened_at: Date | null
    snoozed_until: Date | null
    marked_at: Date
  }
  platform_figures: {
    is_only_row: Generated<true>
    figures: ColumnType<PlatformFigures, string, string>
    counted_at: Date
  }
}
