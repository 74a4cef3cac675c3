import { z } from 'zod'
import { id, idParams, instant, pageQuery, paginated } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { notificationKinds } from './notification-kinds.ts'

/** The four of the specification, then those of consultations and of the community board. */
export const notificationType = z.enum([
  'booking_approved',
  'booking_rejected',
  'training_completed',
  'model_activated',
  'image_analysis',
  'booking_requested',
  'booking_rescheduled',
  'booking_cancelled',
  'booking_expired',
  'booking_closed',
  'booking_reminder',
  'post_approved',
  'post_flagged',
  'post_hidden',
  'post_commented',
  'post_answered',
  'post_unanswered',
  'response_approved',
  'response_flagged',
  'response_hidden',
  'response_endorsed',
  'export_ready',
  'account_kept',
])
export type NotificationType = z.infer<typeof notificationType>

export const notification = z.object({
  id,
  type: notificationType,
  /** In the language of the request. */
  message: z.string(),
  date: instant,
  read: z.boolean(),
  /** What it is about, to open it; null for nothing to open. */
  subject: z.object({ type: z.enum(['post', 'booking', 'training_session', 'analysis']), id }).nullable(),
})
export type Notification = z.infer<typeof notification>

const unreadCount = z.number().int().min(0)

/** `id` is where to go on after a broken connection, sent back as Last-Event-ID. */
export const notificationEvent = z.discriminatedUnion('event', [
  z.object({ event: z.literal('unread'), id: z.string(), data: z.object({ unread: unreadCount }) }),
  z.object({ event: z.literal('notification'), id: z.string(), data: notification }),
])
export type NotificationEvent = z.infer<typeof notificationEvent>

export const notifications = {
  listNotifications: endpoint({
    method: 'GET',
    path: '/api/notifications/',
    access: 'user',
    summary: 'Own notifications, newest first; `unread` counts those not read yet',
    query: pageQuery.extend({
      status: z.enum(['read', 'unread']).optional(),
      kind: z.enum(notificationKinds).optional(),
    }),
    status: 200,
    reply: paginated(notification).extend({ unread: unreadCount }),
  }),
  streamNotifications: endpoint({
    method: 'GET',
    path: '/api/notifications/stream',
    access: 'user',
    summary:
      'Own notifications as they come, and how many are unread, as server-sent events. With Last-Event-ID those since then come first; one may come twice',
    status: 200,
    isEventStream: true,
    reply: notificationEvent,
    rateLimit: { max: 60, seconds: 60, by: 'user' },
  }),
  readNotification: endpoint({
    method: 'PUT',
    path: '/api/notifications/{id}/read/',
    access: 'user',
    summary: 'Mark an own notification as read; again changes nothing',
    params: idParams,
    status: 200,
    reply: notification,
    errors: ['not_found'],
  }),
  readAllNotifications: endpoint({
    method: 'PUT',
    path: '/api/notifications/read-all/',
    access: 'user',
    summary: 'Mark all own notifications as read',
    status: 200,
    reply: z.object({ unread: unreadCount }),
  }),
}
