import type { Role } from '@kutu/contract/common'
import type { NotificationKind } from '@kutu/contract/notification-kinds'
import type { Notification, NotificationType } from '@kutu/contract/notifications'
import {
  AlarmClock,
  BadgeCheck,
  CalendarCheck,
  CalendarClock,
  CalendarMinus,
  CalendarOff,
  CalendarPlus,
  CalendarX,
  CircleCheck,
  ClockAlert,
  EyeOff,
  FileArchive,
  Flag,
  type LucideIcon,
  MessageSquare,
  MessageSquareCheck,
  MessageSquareOff,
  MessageSquareWarning,
  ScanSearch,
  Sprout,
  ThumbsUp,
  UserCheck,
} from 'lucide-react'

/** The sign of each type, in the colour of what it means: green went well, red did not. */
export const signs: Record<NotificationType, { Icon: LucideIcon; ink: string }> = {
  booking_approved: { Icon: CalendarCheck, ink: 'text-leaf-ink' },
  booking_rejected: { Icon: CalendarX, ink: 'text-rust-ink' },
  booking_requested: { Icon: CalendarPlus, ink: 'text-ink' },
  booking_rescheduled: { Icon: CalendarClock, ink: 'text-ink' },
  booking_cancelled: { Icon: CalendarOff, ink: 'text-rust-ink' },
  booking_closed: { Icon: CalendarOff, ink: 'text-rust-ink' },
  booking_expired: { Icon: CalendarMinus, ink: 'text-rust-ink' },
  booking_reminder: { Icon: AlarmClock, ink: 'text-leaf-ink' },
  training_completed: { Icon: Sprout, ink: 'text-leaf-ink' },
  model_activated: { Icon: Sprout, ink: 'text-ink' },
  image_analysis: { Icon: ScanSearch, ink: 'text-ink' },
  post_approved: { Icon: CircleCheck, ink: 'text-leaf-ink' },
  post_flagged: { Icon: Flag, ink: 'text-rust-ink' },
  post_hidden: { Icon: EyeOff, ink: 'text-rust-ink' },
  post_commented: { Icon: MessageSquare, ink: 'text-ink' },
  post_answered: { Icon: BadgeCheck, ink: 'text-leaf-ink' },
  post_unanswered: { Icon: ClockAlert, ink: 'text-rust-ink' },
  response_approved: { Icon: MessageSquareCheck, ink: 'text-leaf-ink' },
  response_flagged: { Icon: MessageSquareWarning, ink: 'text-rust-ink' },
  response_hidden: { Icon: MessageSquareOff, ink: 'text-rust-ink' },
  response_endorsed: { Icon: ThumbsUp, ink: 'text-leaf-ink' },
  export_ready: { Icon: FileArchive, ink: 'text-leaf-ink' },
  account_kept: { Icon: UserCheck, ink: 'text-leaf-ink' },
}

/** Where a notification leads; null where its reader has no screen for it. */
export function pathOf({ subject, type }: Notification, role: Role | undefined): string | null {
  if (type === 'export_ready' || type === 'account_kept') return '/account/settings'
  if (subject?.type === 'post' && role === 'farmer') return `/account/addresses/community-posts/${subject.id}`
  if (subject?.type === 'post' && role === 'expert') return `/account/addresses/${subject.id}`
  if (subject?.type === 'booking' && role === 'expert') return '/account/addresses/bookings'
  if (subject?.type === 'analysis' && role === 'farmer') return `/account/addresses/image-analysis/${subject.id}`
  if (subject?.type === 'booking' && role === 'farmer') return `/account/addresses/my-bookings/${subject.id}`
  return null
}

const kinds: Record<Role, readonly NotificationKind[]> = {
  farmer: ['analysis', 'posts', 'answers', 'comments', 'bookings', 'account'],
  expert: ['bookings', 'comments', 'training', 'moderation', 'account'],
  admin: ['training', 'account'],
}

/** What a role can hear of. */
export const kindsFor = (role: Role): readonly NotificationKind[] => kinds[role]
