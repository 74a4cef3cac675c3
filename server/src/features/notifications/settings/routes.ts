import { notificationSettings } from '@kutu/contract/notifications/notification-settings'
import { implementContract } from '../../../platform/http/handlers.ts'
import { addSubscription, removeSubscription } from '../push/push-subscriptions.ts'
import { loadVapidKeys } from '../push/vapid-keys.ts'
import { showNotificationChoices, updateNotificationChoices } from './notification-choices.ts'

export const notificationSettingsFeature = implementContract(notificationSettings)({
  showNotificationChoices: (app, { caller }) => showNotificationChoices(app, caller),
  updateNotificationChoices: (app, { caller, body }) => updateNotificationChoices(app, caller, body.choices),
  showPushKey: async app => ({ public_key: (await loadVapidKeys(app.db, app.clock)).publicKey }),
  addPushSubscription: (app, { db, caller, body }) => addSubscription(db, app, caller, body),
  removePushSubscription: (app, { caller, params }) => removeSubscription(app, caller, params.id),
})
