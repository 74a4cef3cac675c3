import { TodayPosts } from '../features/community/moderation/board/TodayPosts.tsx'
import { TodayComments } from '../features/community/moderation/comments/WaitingComments.tsx'
import { TodayBookings } from '../features/consultations/expert-bookings/TodayBookings.tsx'
import { Today } from '../features/dashboard/today/Today.tsx'

/** The expert's day, composed of the lists of other features. */
export function ExpertToday() {
  return <Today lists={{ posts: <TodayPosts />, comments: <TodayComments />, bookings: <TodayBookings /> }} />
}
