import { notifications } from '@kutu/contract/notifications/notifications'
import { implementContract } from '../../platform/http/handlers.ts'
import { pageReply } from '../../platform/http/pagination.ts'
import { listNotifications, readAllNotifications, readNotification } from './inbox/notifications.ts'
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
