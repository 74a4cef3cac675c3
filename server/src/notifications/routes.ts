import { notifications } from '@kutu/contract/notifications'
import { handlers } from '../http/handlers.ts'
import { envelope } from '../http/paging.ts'
import { followNotifications } from './follow.ts'
import { listNotifications, readAllNotifications, readNotification } from './notifications.ts'

export const notificationsFeature = handlers(notifications)({
  listNotifications: async (app, { caller, query, address, language }) => {
    const { count, unread, notifications: own } = await listNotifications(app, caller, query, language)
    return { ...envelope(address, query, count, own), unread }
  },
  followNotifications: (app, { caller, language, lastEventId }) =>
    followNotifications(app, caller, { language, lastEventId }),
  readNotification: (app, { caller, params, language }) => readNotification(app, caller, params.id, language),
  readAllNotifications: (app, { caller }) => readAllNotifications(app, caller),
})
