import type { NotificationType } from './notifications.ts'

/** What a person chooses to hear of: each takes in several types of notification. */
export const notificationKinds = [
  'analysis',
  'posts',
  'answers',
  'comments',
  'bookings',
  'training',
  'moderation',
  'account',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** The ways by which it can reach them: in the app, by letter, by text message, on a device where the app is closed. */
export const notificationChannels = ['in_app', 'mail', 'text', 'push'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

export const kindByType: Record<NotificationType, NotificationKind> = {
  booking_approved: 'bookings',
  booking_rejected: 'bookings',
  booking_requested: 'bookings',
  booking_rescheduled: 'bookings',
  booking_cancelled: 'bookings',
  booking_expired: 'bookings',
  booking_closed: 'bookings',
  booking_reminder: 'bookings',
  training_completed: 'training',
  model_activated: 'training',
  image_analysis: 'analysis',
  post_approved: 'posts',
  post_flagged: 'posts',
  post_hidden: 'posts',
  post_commented: 'answers',
  post_answered: 'answers',
  post_unanswered: 'moderation',
  response_approved: 'comments',
  response_flagged: 'comments',
  response_hidden: 'comments',
  response_endorsed: 'comments',
  export_ready: 'account',
  account_kept: 'account',
}

/** The ways there are for each: nobody writes letters about what waits in a list, and a text costs money. */
export const channelsByKind: Record<NotificationKind, readonly NotificationChannel[]> = {
  analysis: ['in_app', 'push'],
  posts: ['in_app', 'mail', 'push'],
  answers: ['in_app', 'mail', 'push'],
  comments: ['in_app', 'push'],
  bookings: ['in_app', 'mail', 'text', 'push'],
  training: ['in_app', 'push'],
  moderation: ['in_app', 'mail', 'push'],
  account: ['in_app', 'push'],
}
