import type { Config } from './config.ts'
import { accountsFeature, correctionsFeature, districtsServedFeature } from './features/accounts/routes.ts'
import { secondFactorFeature } from './features/accounts/second-factor/routes.ts'
import { adminFeature } from './features/admin/routes.ts'
import { apiKeysFeature } from './features/api-keys/routes.ts'
import { communityFeature, savedRepliesFeature } from './features/community/routes.ts'
import { consultationsFeature, workingHoursFeature } from './features/consultations/routes.ts'
import { dashboardFeature } from './features/dashboard/routes.ts'
import { detectionFeature } from './features/detection/routes.ts'
import { notificationSettingsFeature, notificationsFeature } from './features/notifications/routes.ts'
import { privacyFeature } from './features/privacy/routes.ts'
import { ownAccountFeature } from './features/settings/routes.ts'
import {
  summariesFeature,
  surveillanceFeature,
  trendsFeature,
  warningsFeature,
  weatherFeature,
} from './features/surveillance/routes.ts'
import { guidePhotosFeature, teachingFeature, trainingFeature } from './features/training/routes.ts'
import type { Feature } from './platform/http/handlers.ts'

const mainFeatures = [
  accountsFeature,
  secondFactorFeature,
  adminFeature,
  dashboardFeature,
  communityFeature,
  savedRepliesFeature,
  consultationsFeature,
  workingHoursFeature,
  notificationsFeature,
  notificationSettingsFeature,
  ownAccountFeature,
  correctionsFeature,
  districtsServedFeature,
  privacyFeature,
  surveillanceFeature,
  warningsFeature,
  weatherFeature,
  trendsFeature,
  apiKeysFeature,
  summariesFeature,
  guidePhotosFeature,
]
const analysisFeatures = [detectionFeature, trainingFeature, teachingFeature]

/** Returns the features that a process serves for its ROLE. A worker serves health endpoints only. */
export function featuresForRole(role: Config['role']): Feature[] {
  if (role === 'web') return mainFeatures
  if (role === 'analysis') return analysisFeatures
  return role === 'worker' ? [] : [...mainFeatures, ...analysisFeatures]
}
