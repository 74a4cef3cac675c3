import type { Role } from '@kutu/contract/common'
import type { NotificationKind, NotificationType } from '@kutu/contract/notifications/notification-kinds'
import type { Notification } from '@kutu/contract/notifications/notifications'
import {
  AlarmClock,
  BadgeCheck,
  CalendarCheck,
  CalendarClock,
  CalendarMinus,
  CalendarOff,
  CalendarPlus,
  CalendarX,
  ChartNoAxesCombined,
  CircleCheck,
  CircleSlash,
  ClockAlert,
  EyeOff,
  FileArchive,
  Flag,
  Leaf,
  type LucideIcon,
  MapPin,
  MapPinOff,
  MessageSquare,
  MessageSquareCheck,
  MessageSquareOff,
  MessageSquareWarning,
  ScanSearch,
  Sprout,
  ThumbsUp,
  TriangleAlert,
  UserCheck,
  UserPlus,
} from 'lucide-react'

/** The icon of each type. Green means success, red means failure. */
export const notificationIcons: Record<NotificationType, { Icon: LucideIcon; iconClass: string }> = {
  booking_approved: { Icon: CalendarCheck, iconClass: 'text-leaf-ink' },
  booking_rejected: { Icon: CalendarX, iconClass: 'text-rust-ink' },
  booking_requested: { Icon: CalendarPlus, iconClass: 'text-ink' },
  booking_rescheduled: { Icon: CalendarClock, iconClass: 'text-ink' },
  booking_cancelled: { Icon: CalendarOff, iconClass: 'text-rust-ink' },
  booking_closed: { Icon: CalendarOff, iconClass: 'text-rust-ink' },
  booking_expired: { Icon: CalendarMinus, iconClass: 'text-rust-ink' },
  booking_reminder: { Icon: AlarmClock, iconClass: 'text-leaf-ink' },
  training_completed: { Icon: Sprout, iconClass: 'text-leaf-ink' },
  model_activated: { Icon: Sprout, iconClass: 'text-ink' },
  image_analysis: { Icon: ScanSearch, iconClass: 'text-ink' },
  follow_up: { Icon: Leaf, iconClass: 'text-leaf-ink' },
  disease_warning: { Icon: TriangleAlert, iconClass: 'text-rust-ink' },
  warning_withdrawn: { Icon: CircleSlash, iconClass: 'text-ink' },
  warning_proposed: { Icon: ChartNoAxesCombined, iconClass: 'text-ink' },
  sms_waiting: { Icon: MessageSquare, iconClass: 'text-ink' },
  visit_planned: { Icon: MapPin, iconClass: 'text-leaf-ink' },
  visit_cancelled: { Icon: MapPinOff, iconClass: 'text-rust-ink' },
  post_approved: { Icon: CircleCheck, iconClass: 'text-leaf-ink' },
  post_flagged: { Icon: Flag, iconClass: 'text-rust-ink' },
  post_hidden: { Icon: EyeOff, iconClass: 'text-rust-ink' },
  post_commented: { Icon: MessageSquare, iconClass: 'text-ink' },
  post_answered: { Icon: BadgeCheck, iconClass: 'text-leaf-ink' },
  post_unanswered: { Icon: ClockAlert, iconClass: 'text-rust-ink' },
  response_approved: { Icon: MessageSquareCheck, iconClass: 'text-leaf-ink' },
  response_flagged: { Icon: MessageSquareWarning, iconClass: 'text-rust-ink' },
  response_hidden: { Icon: MessageSquareOff, iconClass: 'text-rust-ink' },
  response_endorsed: { Icon: ThumbsUp, iconClass: 'text-leaf-ink' },
  export_ready: { Icon: FileArchive, iconClass: 'text-leaf-ink' },
  account_kept: { Icon: UserCheck, iconClass: 'text-leaf-ink' },
  expert_waiting: { Icon: UserPlus, iconClass: 'text-ink' },
  model_waiting: { Icon: Sprout, iconClass: 'text-ink' },
}

/** Returns the address a notification leads to, or null if its reader has no screen for it. */
export function getNotificationPath({ subject, type }: Notification, role: Role | undefined): string | null {
  if (type === 'export_ready') return '/account/profile#data'
  if (type === 'account_kept') return '/account/profile'
  if (type === 'expert_waiting' && role === 'admin') return '/account/admin/experts'
  if (type === 'model_waiting' && role === 'admin') return '/account/admin/models'
  if (subject?.type === 'post' && role === 'farmer') return `/account/addresses/community-posts/${subject.id}`
  if (subject?.type === 'post' && role === 'expert') return `/account/addresses/${subject.id}`
  if (subject?.type === 'booking' && role === 'expert') return '/account/addresses/bookings'
  if (subject?.type === 'analysis' && role === 'farmer') return `/account/addresses/image-analysis/${subject.id}`
  if (subject?.type === 'booking' && role === 'farmer') return `/account/addresses/my-bookings/${subject.id}`
  if (subject?.type === 'warning')
    return role === 'farmer' ? `/account/warnings/${subject.id}` : `/account/disease-warnings/${subject.id}`
  return null
}

const kindsByRole: Record<Role, readonly NotificationKind[]> = {
  farmer: ['analysis', 'follow_ups', 'warnings', 'posts', 'answers', 'comments', 'bookings', 'account'],
  expert: ['bookings', 'comments', 'training', 'moderation', 'account', 'daily_email'],
  admin: ['administration', 'moderation', 'training', 'account'],
}

/** Returns the kinds of notifications that a role can receive. */
export const getKindsForRole = (role: Role): readonly NotificationKind[] => kindsByRole[role]
