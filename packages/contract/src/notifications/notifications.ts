import { z } from 'zod'
import { count, id, instant, pageQuery, paginated } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { kindByType, type NotificationType, notificationKinds } from './notification-kinds.ts'

export const notificationType = z.enum(Object.keys(kindByType) as [NotificationType, ...NotificationType[]])

export const notification = z.object({
  id,
  type: notificationType,
  /** Text in the language of the request. */
  message: z.string(),
  date: instant,
  read: z.boolean(),
  /** The object that the notification links to; null without a link. */
  subject: z.object({ type: z.enum(['post', 'booking', 'training_session', 'analysis', 'warning']), id }).nullable(),
})
export type Notification = z.infer<typeof notification>

/** A server-sent event. After a lost connection the client sends the last `id` as Last-Event-ID. */
export const notificationEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('unread'), id: z.string(), data: z.object({ unread: count }) }),
  z.object({ event: z.literal('notification'), id: z.string(), data: notification }),
])
export type NotificationEvent = z.infer<typeof notificationEvent>

export const notifications = {
  listNotifications: endpoint({
    method: 'GET',
    path: '/api/notifications/',
    access: 'user',
    summary: 'List the caller’s notifications, newest first; `unread` is the number of unread ones',
    query: pageQuery.extend({
      status: z.enum(['read', 'unread']).optional(),
      kind: z.enum(notificationKinds).exclude(['daily_email']).optional(),
    }),
    reply: paginated(notification).extend({ unread: count }),
  }),
  streamNotifications: endpoint({
    method: 'GET',
    path: '/api/notifications/stream',
    access: 'user',
    summary:
      'Stream new notifications and the unread count as server-sent events. With Last-Event-ID, missed notifications come first; a notification may arrive twice',
    isEventStream: true,
    reply: notificationEvent,
    rateLimit: { max: 60, seconds: 60, by: 'user' },
  }),
  readNotification: endpoint({
    method: 'PUT',
    path: '/api/notifications/{id}/read/',
    access: 'user',
    summary: 'Mark a notification as read; idempotent',
    reply: notification,
  }),
  readAllNotifications: endpoint({
    method: 'PUT',
    path: '/api/notifications/read-all/',
    access: 'user',
    summary: 'Mark all notifications of the caller as read',
    reply: z.object({ unread: count }),
  }),
}
