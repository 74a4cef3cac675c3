export const notifications = {
  'notifications.unread': '{count, plural, =0 {None unread} one {# unread} other {# unread}}',
  'notifications.bell': 'Notifications, {count, plural, one {# unread} other {# unread}}',
  'notifications.none': 'No notifications',
  'notifications.none_hint':
    'You hear of it here when a post of yours is approved, somebody comments, or an expert answers.',
  'notifications.none_unread': 'You have read everything.',
  'notifications.read': 'Read',
  'notifications.unread_one': 'Unread',
  'notifications.mark': 'Mark as Read',
  'notifications.marked': 'Notification marked as read',
  'notifications.mark_all': 'Mark all as read',
  'notifications.marked_all': 'All notifications are marked as read',
  'notifications.all': 'All notifications',
  'notifications.filter': 'Show',
  'notifications.filter_all': 'All',
  'notifications.filter_unread': 'Unread only',
} as const
