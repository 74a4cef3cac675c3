import { notificationSettings } from '@kutu/contract/notifications/notification-settings'
import { notifications } from '@kutu/contract/notifications/notifications'
import { implementContract } from '../../platform/http/handlers.ts'
import { pageReply } from '../../platform/http/pagination.ts'
import { listNotifications, readAllNotifications, readNotification } from './inbox/notifications.ts'
import { addSubscription, removeSubscription } from './push/push-subscriptions.ts'
import { loadVapidKeys } from './push/vapid-keys.ts'
import { showNotificationChoices, updateNotificationChoices } from './settings/notification-choices.ts'
import { openNotificationStream } from './stream/notification-stream.ts'

export const notificationsFeature = implementContract(notifications)({
  listNotifications: async (app, { caller, query, url, language }) => {
    const { count, unread, notifications: results } = await listNotifications(app, caller, query, language)
    return { ...pageReply(url, query, count, results), unread }
  },
  streamNotifications: (app, { caller, language, lastEventId }) =>
    openNotificationStream(app, caller, { language, lastEventId }),
  readNotification: (app, { caller, params, language }) => readNotification(app, caller, params.id, language),
  readAllNotifications: (app, { caller }) => readAllNotifications(app, caller),
})

export const notificationSettingsFeature = implementContract(notificationSettings)({
  showNotificationChoices: (app, { caller }) => showNotificationChoices(app, caller),
  updateNotificationChoices: (app, { caller, body }) => updateNotificationChoices(app, caller, body.choices),
  showPushKey: async app => ({ public_key: (await loadVapidKeys(app.db, app.clock)).publicKey }),
  addPushSubscription: (app, { db, caller, body }) => addSubscription(db, app, caller, body),
  removePushSubscription: (app, { caller, params }) => removeSubscription(app, caller, params.id),
})
