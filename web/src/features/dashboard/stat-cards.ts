import type { Role } from '@kutu/contract/common'
import type { Stats } from '@kutu/contract/dashboard'
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
import type { TextKey } from '../../text/catalogue.ts'
import { sumOf } from './classes.ts'

/** One figure; a share where it is no count. Without a value it has not been measured. */
export type StatCard = {
  text: Exclude<Extract<TextKey, `dashboard.${string}`>, 'dashboard.welcome'>
  Shape: LucideIcon
  ink: string
  value: number | null
  isShare?: true
  /** The screen where it is dealt with. */
  path?: string
}

const red = 'text-rust fill-current'
const green = 'text-leaf fill-current'
const blue = 'text-blue fill-current'
const ink = 'text-ink'

const training = (stats: Stats): StatCard[] => [
  { text: 'dashboard.training_rust', Shape: Triangle, ink: red, value: stats.imagesTrainingRust },
  { text: 'dashboard.training_healthy', Shape: Leaf, ink: green, value: stats.imagesTrainingHealthy },
  { text: 'dashboard.training_other', Shape: Square, ink: blue, value: stats.imagesTrainingOtherDiseases },
  { text: 'dashboard.training_sessions', Shape: Sprout, ink, value: stats.trainingSessions },
]

const ofFarmer = (stats: Stats): StatCard[] => [
  { text: 'dashboard.rust', Shape: Triangle, ink: red, value: stats.imagesAnalyzedRust },
  { text: 'dashboard.healthy', Shape: Leaf, ink: green, value: stats.imagesAnalyzedHealthy },
  { text: 'dashboard.other', Shape: Square, ink: blue, value: stats.imagesAnalyzedOtherDiseases },
  { text: 'dashboard.total', Shape: Images, ink, value: stats.totalImagesAnalyzed },
  ...training(stats),
  { text: 'dashboard.disease_posts', Shape: MessagesSquare, ink, value: stats.communityPostsRust },
  { text: 'dashboard.bookings_confirmed', Shape: CalendarCheck, ink, value: stats.bookingsConfirmed },
]

function ofExpert(stats: Stats): StatCard[] {
  const { expert } = stats
  if (!expert) return []
  const posts = '/account/addresses/all-posts'
  return [
    ...training(stats),
    {
      text: expert.model.accuracy?.set === 'val' ? 'dashboard.model_accuracy_val' : 'dashboard.model_accuracy',
      Shape: Target,
      ink,
      value: expert.model.accuracy?.share ?? null,
      isShare: true,
      path: '/account/addresses/model-card',
    },
    { text: 'dashboard.posts_moderated', Shape: CircleCheckBig, ink, value: expert.postsModerated, path: posts },
    { text: 'dashboard.comments_moderated', Shape: MessageSquareCheck, ink, value: expert.commentsModerated },
    { text: 'dashboard.slots_active', Shape: CalendarClock, ink, value: expert.slotsActive },
    { text: 'dashboard.bookings_pending', Shape: ClockAlert, ink, value: expert.bookingsPending },
    { text: 'dashboard.bookings_confirmed', Shape: CalendarCheck, ink, value: stats.bookingsConfirmed },
  ]
}

function ofAdmin({ place }: Stats): StatCard[] {
  if (!place) return []
  return [
    { text: 'dashboard.farmers', Shape: Users, ink, value: place.farmers },
    { text: 'dashboard.experts', Shape: UserCheck, ink, value: place.experts },
    {
      text: 'dashboard.waiting_experts',
      Shape: UserRoundSearch,
      ink,
      value: place.waitingExperts,
      path: '/account/admin/experts',
    },
    { text: 'dashboard.total', Shape: Images, ink, value: sumOf(place.outcomes) },
    { text: 'dashboard.posts_waiting', Shape: ClockAlert, ink, value: place.postsWaiting },
    { text: 'dashboard.posts_approved', Shape: MessagesSquare, ink, value: place.postsApproved },
  ]
}

/** The cards of a role, in the order they are read. */
export const statCards: Record<Role, (stats: Stats) => StatCard[]> = {
  farmer: ofFarmer,
  expert: ofExpert,
  admin: ofAdmin,
}
