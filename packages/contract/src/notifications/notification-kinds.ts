/** Groups of notification types that a user can switch on or off. The daily email has no types. */
export const notificationKinds = [
  'analysis',
  'follow_ups',
  'warnings',
  'posts',
  'answers',
  'comments',
  'bookings',
  'training',
  'moderation',
  'account',
  'administration',
  'daily_email',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Delivery channels: in the app, email (`mail`), SMS (`text`) and web push. */
export const notificationChannels = ['in_app', 'mail', 'text', 'push'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/** The notification types with their kinds: those of the specification first, then those of consultations, community and administration. */
export const kindByType = {
  booking_approved: 'bookings',
  booking_rejected: 'bookings',
  training_completed: 'training',
  model_activated: 'training',
  image_analysis: 'analysis',
  follow_up: 'follow_ups',
  disease_warning: 'warnings',
  warning_withdrawn: 'warnings',
  warning_proposed: 'moderation',
  sms_waiting: 'moderation',
  visit_planned: 'moderation',
  visit_cancelled: 'moderation',
  booking_requested: 'bookings',
  booking_rescheduled: 'bookings',
  booking_cancelled: 'bookings',
  booking_expired: 'bookings',
  booking_closed: 'bookings',
  booking_reminder: 'bookings',
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
  expert_waiting: 'administration',
  model_waiting: 'administration',
} as const satisfies Record<string, NotificationKind>
export type NotificationType = keyof typeof kindByType

/** The channels that each kind offers. Only urgent kinds have email, and only bookings and warnings SMS, which cost money. */
export const channelsByKind: Record<NotificationKind, readonly NotificationChannel[]> = {
  analysis: ['in_app', 'push'],
  follow_ups: ['in_app', 'push'],
  warnings: ['in_app', 'text', 'push'],
  posts: ['in_app', 'mail', 'push'],
  answers: ['in_app', 'mail', 'push'],
  comments: ['in_app', 'push'],
  bookings: ['in_app', 'mail', 'text', 'push'],
  training: ['in_app', 'push'],
  moderation: ['in_app', 'mail', 'push'],
  account: ['in_app', 'push'],
  administration: ['in_app', 'push'],
  daily_email: ['mail'],
}

/** A kind whose notifications are listed in the app. */
export type ListedNotificationKind = Exclude<NotificationKind, 'daily_email'>
export const isListedKind = (kind: NotificationKind): kind is ListedNotificationKind => kind !== 'daily_email'

/** Returns the choice of a user who made none. SMS about warnings are sent to those who ask for them. */
export const isOnByDefault = (kind: NotificationKind, channel: NotificationChannel): boolean =>
  kind !== 'warnings' || channel !== 'text'
