import type { Role } from '@kutu/contract/common'
import type { DashboardFigures, DashboardStats } from '@kutu/contract/dashboard'
import {
  CalendarCheck,
  CalendarClock,
  CircleCheckBig,
  ClockAlert,
  Images,
  Leaf,
  type LucideIcon,
  MessageSquareCheck,
  MessagesSquare,
  Sprout,
  Square,
  Target,
  Triangle,
  UserCheck,
  Users,
} from 'lucide-react'
import type { MessageKey } from '../../i18n/catalogs.ts'

/** One figure. A null value has not been measured. */
export type StatCard = {
  labelKey: Exclude<Extract<MessageKey, `dashboard.${string}`>, 'dashboard.unsure' | 'dashboard.counted_at'>
  Shape: LucideIcon
  iconClass: string
  value: number | null
  isShare?: true
  /** The screen that the figure leads to. */
  path?: string
}

const red = 'text-rust fill-current'
const green = 'text-leaf fill-current'
const blue = 'text-blue fill-current'

const makeCard = (
  labelKey: StatCard['labelKey'],
  Shape: LucideIcon,
  value: number | null,
  iconClass = 'text-ink',
): StatCard => ({ labelKey, Shape, value, iconClass })

/** The ten cards of the specification. */
export const getFigureCards = (figures: DashboardFigures): StatCard[] => [
  makeCard('dashboard.rust', Triangle, figures.imagesAnalyzedRust, red),
  makeCard('dashboard.healthy', Leaf, figures.imagesAnalyzedHealthy, green),
  makeCard('dashboard.other', Square, figures.imagesAnalyzedOtherDiseases, blue),
  makeCard('dashboard.total', Images, figures.totalImagesAnalyzed),
  makeCard('dashboard.training_rust', Triangle, figures.imagesTrainingRust, red),
  makeCard('dashboard.training_healthy', Leaf, figures.imagesTrainingHealthy, green),
  makeCard('dashboard.training_other', Square, figures.imagesTrainingOtherDiseases, blue),
  makeCard('dashboard.training_sessions', Sprout, figures.trainingSessions),
  makeCard('dashboard.disease_posts', MessagesSquare, figures.communityPostsRust),
  makeCard('dashboard.bookings_confirmed', CalendarCheck, figures.bookingsConfirmed),
]

function getExpertCards({ expert }: DashboardStats): StatCard[] {
  if (!expert) return []
  const { accuracy } = expert.model
  const label = accuracy?.set === 'val' ? 'dashboard.model_accuracy_val' : 'dashboard.model_accuracy'
  return [
    { ...makeCard(label, Target, accuracy?.share ?? null), isShare: true, path: '/account/addresses/model-card' },
    {
      ...makeCard('dashboard.posts_moderated', CircleCheckBig, expert.postsModerated),
      path: '/account/addresses/all-posts',
    },
    makeCard('dashboard.comments_moderated', MessageSquareCheck, expert.commentsModerated),
    makeCard('dashboard.slots_active', CalendarClock, expert.slotsActive),
    makeCard('dashboard.bookings_pending', ClockAlert, expert.bookingsPending),
  ]
}

const getAdminCards = ({ place }: DashboardStats): StatCard[] =>
  place
    ? [
        makeCard('dashboard.farmers', Users, place.farmers),
        makeCard('dashboard.experts', UserCheck, place.experts),
        makeCard('dashboard.total', Images, place.totalImagesAnalyzed),
        makeCard('dashboard.posts_waiting', ClockAlert, place.postsWaiting),
        makeCard('dashboard.posts_approved', MessagesSquare, place.postsApproved),
      ]
    : []

/** Returns the cards of each role's own work in reading order. A farmer's are the ten figures. */
export const statCards: Record<Role, (stats: DashboardStats) => StatCard[]> = {
  farmer: getFigureCards,
  expert: getExpertCards,
  admin: getAdminCards,
}
