import type { Role } from '@kutu/contract/common'
import type { DashboardStats } from '@kutu/contract/dashboard'
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
  UserRoundSearch,
  Users,
} from 'lucide-react'
import type { MessageKey } from '../../i18n/catalogs.ts'
import { countApart, countOwnOutcomes, sumOutcomes } from './disease-classes.ts'

/** One figure. A null value has not been measured. */
export type StatCard = {
  labelKey: Exclude<Extract<MessageKey, `dashboard.${string}`>, 'dashboard.welcome' | 'dashboard.unsure'>
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
const ink = 'text-ink'

const getTrainingCards = (stats: DashboardStats): StatCard[] => [
  { labelKey: 'dashboard.training_rust', Shape: Triangle, iconClass: red, value: stats.imagesTrainingRust },
  { labelKey: 'dashboard.training_healthy', Shape: Leaf, iconClass: green, value: stats.imagesTrainingHealthy },
  { labelKey: 'dashboard.training_other', Shape: Square, iconClass: blue, value: stats.imagesTrainingOtherDiseases },
  { labelKey: 'dashboard.training_sessions', Shape: Sprout, iconClass: ink, value: stats.trainingSessions },
]

function getFarmerCards(stats: DashboardStats): StatCard[] {
  const outcomes = countOwnOutcomes(stats)
  return [
    { labelKey: 'dashboard.rust', Shape: Triangle, iconClass: red, value: outcomes.common_rust },
    { labelKey: 'dashboard.healthy', Shape: Leaf, iconClass: green, value: outcomes.healthy },
    { labelKey: 'dashboard.other', Shape: Square, iconClass: blue, value: outcomes.other_disease },
    { labelKey: 'dashboard.total', Shape: Images, iconClass: ink, value: stats.totalImagesAnalyzed },
    ...getTrainingCards(stats),
    { labelKey: 'dashboard.disease_posts', Shape: MessagesSquare, iconClass: ink, value: stats.communityPostsRust },
    { labelKey: 'dashboard.bookings_confirmed', Shape: CalendarCheck, iconClass: ink, value: stats.bookingsConfirmed },
  ]
}

function getExpertCards(stats: DashboardStats): StatCard[] {
  const { expert } = stats
  if (!expert) return []
  return [
    ...getTrainingCards(stats),
    {
      labelKey: expert.model.accuracy?.set === 'val' ? 'dashboard.model_accuracy_val' : 'dashboard.model_accuracy',
      Shape: Target,
      iconClass: ink,
      value: expert.model.accuracy?.share ?? null,
      isShare: true,
      path: '/account/addresses/model-card',
    },
    {
      labelKey: 'dashboard.posts_moderated',
      Shape: CircleCheckBig,
      iconClass: ink,
      value: expert.postsModerated,
      path: '/account/addresses/all-posts?view=grid',
    },
    {
      labelKey: 'dashboard.comments_moderated',
      Shape: MessageSquareCheck,
      iconClass: ink,
      value: expert.commentsModerated,
    },
    { labelKey: 'dashboard.slots_active', Shape: CalendarClock, iconClass: ink, value: expert.slotsActive },
    { labelKey: 'dashboard.bookings_pending', Shape: ClockAlert, iconClass: ink, value: expert.bookingsPending },
    { labelKey: 'dashboard.bookings_confirmed', Shape: CalendarCheck, iconClass: ink, value: stats.bookingsConfirmed },
  ]
}

function getAdminCards({ place }: DashboardStats): StatCard[] {
  if (!place) return []
  return [
    { labelKey: 'dashboard.farmers', Shape: Users, iconClass: ink, value: place.farmers },
    { labelKey: 'dashboard.experts', Shape: UserCheck, iconClass: ink, value: place.experts },
    {
      labelKey: 'dashboard.waiting_experts',
      Shape: UserRoundSearch,
      iconClass: ink,
      value: place.waitingExperts,
      path: '/account/admin/experts',
    },
    {
      labelKey: 'dashboard.total',
      Shape: Images,
      iconClass: ink,
      value: sumOutcomes(countApart(place.outcomes, undefined)),
    },
    { labelKey: 'dashboard.posts_waiting', Shape: ClockAlert, iconClass: ink, value: place.postsWaiting },
    { labelKey: 'dashboard.posts_approved', Shape: MessagesSquare, iconClass: ink, value: place.postsApproved },
  ]
}

/** Returns the cards of each role in reading order. */
export const statCards: Record<Role, (stats: DashboardStats) => StatCard[]> = {
  farmer: getFarmerCards,
  expert: getExpertCards,
  admin: getAdminCards,
}
