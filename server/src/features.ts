import { accountsFeature } from './accounts/routes.ts'
import { adminFeature } from './admin/routes.ts'
import { communityFeature } from './community/routes.ts'
import type { Config } from './config.ts'
import { consultationsFeature } from './consultations/routes.ts'
import { dashboardFeature } from './dashboard/routes.ts'
import { detectionFeature } from './detection/routes.ts'
import type { Feature } from './http/handlers.ts'
import { notificationsFeature } from './notifications/routes.ts'
import { settingsFeature } from './notifications/settings-routes.ts'
import { ownAccountFeature } from './settings/routes.ts'
import { trainingFeature } from './training/routes.ts'

const main = [
  accountsFeature,
  adminFeature,
  dashboardFeature,
  communityFeature,
  consultationsFeature,
  notificationsFeature,
  settingsFeature,
  ownAccountFeature,
]
const analysis = [detectionFeature, trainingFeature]

/** The calls a process serves by its ROLE; a worker serves only its state. */
export function featuresOf(role: Config['role']): Feature[] {
  if (role === 'web') return main
  if (role === 'analysis') return analysis
  return role === 'worker' ? [] : [...main, ...analysis]
}
