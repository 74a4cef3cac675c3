import type { WaitingWork } from '@kutu/contract/dashboard'
import { CalendarClock, GraduationCap, type LucideIcon, MessageSquareText, MessagesSquare } from 'lucide-react'

export type WaitingKind = keyof WaitingWork
type WaitingKindView = {
  labelKey: `today.${WaitingKind}`
  Icon: LucideIcon
  /** The screen with everything of this kind that waits. */
  path: string
  /** The menu entry that shows the count. */
  menuPath: string
}

/** The kinds of work that can wait for an expert. */
export const waitingKinds: Record<WaitingKind, WaitingKindView> = {
  posts: {
    labelKey: 'today.posts',
    Icon: MessagesSquare,
    path: '/account/addresses/all-posts?view=queue',
    menuPath: '/account/addresses/all-posts',
  },
  comments: {
    labelKey: 'today.comments',
    Icon: MessageSquareText,
    path: '/account/addresses/waiting-comments',
    menuPath: '/account/addresses/waiting-comments',
  },
  bookings: {
    labelKey: 'today.bookings',
    Icon: CalendarClock,
    path: '/account/addresses/bookings?status=pending',
    menuPath: '/account/addresses/bookings',
  },
  photos: {
    labelKey: 'today.photos',
    Icon: GraduationCap,
    path: '/account/addresses/model-training/review',
    menuPath: '/account/addresses/model-training',
  },
}

/** The order in which Today shows them. */
export const waitingKindNames: readonly WaitingKind[] = ['posts', 'comments', 'bookings', 'photos']
