import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { AccountsTables } from '../accounts/tables.ts'
import type { CommunityTables } from '../community/tables.ts'
import type { BookingNewsTables } from '../consultations/news-tables.ts'
import type { ConsultationsTables } from '../consultations/tables.ts'
import type { DetectionTables } from '../detection/tables.ts'
import type { NotificationsTables } from '../notifications/tables.ts'
import type { SettingsTables } from '../settings/tables.ts'
import type { TrainingTables } from '../training/tables.ts'
import type { FoundationTables } from './tables.ts'

/** Every table of the product, feature by feature. */
export type Database = FoundationTables &
  AccountsTables &
  DetectionTables &
  CommunityTables &
  ConsultationsTables &
  BookingNewsTables &
  NotificationsTables &
  SettingsTables &
  TrainingTables
export type Tx = Transaction<Database>

export function databaseOver(pool: Pool): Kysely<Database> {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}
