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
import { countApart, sumOutcomes } from './disease-classes.ts'

/** One figure. A null value has not been measured. */
export type StatCard = {
  labelKey: Exclude<
    Extract<MessageKey, `dashboard.${string}`>,
    'dashboard.welcome' | 'dashboard.unsure' | 'dashboard.counted_at'
  >
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

/** The ten cards of the specification. */
export const getFigureCards = (figures: DashboardFigures): StatCard[] => [
  { labelKey: 'dashboard.rust', Shape: Triangle, iconClass: red, value: figures.imagesAnalyzedRust },
  { labelKey: 'dashboard.healthy', Shape: Leaf, iconClass: green, value: figures.imagesAnalyzedHealthy },
  { labelKey: 'dashboard.other', Shape: Square, iconClass: blue, value: figures.imagesAnalyzedOtherDiseases },
  { labelKey: 'dashboard.total', Shape: Images, iconClass: ink, value: figures.totalImagesAnalyzed },
  { labelKey: 'dashboard.training_rust', Shape: Triangle, iconClass: red, value: figures.imagesTrainingRust },
  { labelKey: 'dashboard.training_healthy', Shape: Leaf, iconClass: green, value: figures.imagesTrainingHealthy },
  {
    labelKey: 'dashboard.training_other',
    Shape: Square,
    iconClass: blue,
    value: figures.imagesTrainingOtherDiseases,
  },
  { labelKey: 'dashboard.training_sessions', Shape: Sprout, iconClass: ink, value: figures.trainingSessions },
  { labelKey: 'dashboard.disease_posts', Shape: MessagesSquare, iconClass: ink, value: figures.communityPostsRust },
  {
    labelKey: 'dashboard.bookings_confirmed',
    Shape: CalendarCheck,
    iconClass: ink,
    value: figures.bookingsConfirmed,
  },
]

function getExpertCards({ expert }: DashboardStats): StatCard[] {
  if (!expert) return []
  return [
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
      path: '/account/addresses/all-posts',
    },
    {
      labelKey: 'dashboard.comments_moderated',
      Shape: MessageSquareCheck,
      iconClass: ink,
      value: expert.commentsModerated,
    },
    { labelKey: 'dashboard.slots_active', Shape: CalendarClock, iconClass: ink, value: expert.slotsActive },
    { labelKey: 'dashboard.bookings_pending', Shape: ClockAlert, iconClass: ink, value: expert.bookingsPending },
  ]
}

function getAdminCards({ place }: DashboardStats): StatCard[] {
  if (!place) return []
  return [
    { labelKey: 'dashboard.farmers', Shape: Users, iconClass: ink, value: place.farmers },
    { labelKey: 'dashboard.experts', Shape: UserCheck, iconClass: ink, value: place.experts },
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

/** Returns the cards of each role's own work in reading order. A farmer's are the ten figures. */
export const statCards: Record<Role, (stats: DashboardStats) => StatCard[]> = {
  farmer: getFigureCards,
  expert: getExpertCards,
  admin: getAdminCards,
}
