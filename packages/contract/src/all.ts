import { accounts } from './accounts.ts'
import { admin } from './admin.ts'
import { community } from './community.ts'
import { consultations } from './consultations.ts'
import { dashboard } from './dashboard.ts'
import { detection } from './detection.ts'
import { notifications } from './notifications.ts'
import { ownAccount } from './own-account.ts'
import { settings } from './settings.ts'
import { system } from './system.ts'
import { training } from './training.ts'

/** Every call of the API by feature: what the server serves, the OpenAPI page shows and the permission test walks. */
export const contract = {
  system,
  accounts,
  admin,
  detection,
  training,
  dashboard,
  community,
  consultations,
  notifications,
  settings,
  ownAccount,
}
export type Contract = typeof contract
