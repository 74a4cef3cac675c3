import { accounts } from './accounts/accounts.ts'
import { corrections } from './accounts/corrections.ts'
import { districtsServed } from './accounts/districts-served.ts'
import { ownAccount } from './accounts/own-account.ts'
import { secondFactor } from './accounts/second-factor.ts'
import { admin } from './admin.ts'
import { apiKeys } from './api-keys.ts'
import { community } from './community/community.ts'
import { savedReplies } from './community/saved-replies.ts'
import { consultations } from './consultations/consultations.ts'
import { workingHourEndpoints } from './consultations/working-hours.ts'
import { dashboard } from './dashboard.ts'
import { detection } from './detection.ts'
import { notificationSettings } from './notifications/notification-settings.ts'
import { notifications } from './notifications/notifications.ts'
import { privacy } from './privacy.ts'
import { summaries } from './summaries.ts'
import { surveillance } from './surveillance.ts'
import { system } from './system.ts'
import { guidePhotos } from './training/guide-photos.ts'
import { teaching } from './training/teaching.ts'
import { training } from './training/training.ts'
import { trends } from './trends.ts'
import { warnings } from './warnings.ts'
import { weather } from './weather.ts'

/** All endpoints by feature. The server routes, the OpenAPI document and the permission test are generated from it. */
export const contract = {
  system,
  accounts,
  secondFactor,
  admin,
  detection,
  training,
  teaching,
  guidePhotos,
  dashboard,
  community,
  savedReplies,
  consultations,
  workingHours: workingHourEndpoints,
  notifications,
  settings: notificationSettings,
  ownAccount,
  corrections,
  districtsServed,
  privacy,
  surveillance,
  warnings,
  weather,
  trends,
  apiKeys,
  summaries,
}
export type Contract = typeof contract
