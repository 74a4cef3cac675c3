import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { SecondFactorTables } from '../../features/accounts/second-factor/tables.ts'
import type { AccountsTables } from '../../features/accounts/tables.ts'
import type { ApiKeyTables } from '../../features/api-keys/tables.ts'
import type { CommunityTables } from '../../features/community/tables.ts'
import type { ConsultationsTables } from '../../features/consultations/tables.ts'
import type { DashboardTables } from '../../features/dashboard/tables.ts'
import type { DetectionTables } from '../../features/detection/tables.ts'
import type { NotificationsTables } from '../../features/notifications/tables.ts'
import type { SettingsTables } from '../../features/settings/tables.ts'
import type { SurveillanceTables } from '../../features/surveillance/tables.ts'
import type { TrainingTables } from '../../features/training/tables.ts'
import type { FoundationTables } from './tables.ts'

/** All tables, by feature. */
export type Database = FoundationTables &
  AccountsTables &
  ApiKeyTables &
  SecondFactorTables &
  DashboardTables &
  DetectionTables &
  CommunityTables &
  ConsultationsTables &
  NotificationsTables &
  SettingsTables &
  SurveillanceTables &
  TrainingTables
export type Tx = Transaction<Database>
/** The pool or a transaction. */
export type Db = Kysely<Database>

export const createKysely = (pool: Pool): Kysely<Database> =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
