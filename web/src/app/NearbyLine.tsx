import type { Notification } from '@kutu/contract/notifications/notifications'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useUser } from '../api/session/session.ts'
import { postQuery } from '../features/community/shared/queries.ts'
import { getNotificationPath } from '../features/notifications/notification-appearance.ts'
import { nearbyQuery, useMarkRead } from '../features/notifications/queries.ts'
import { RowLink } from '../ui/layout/RowLink.tsx'
import { Avatar } from '../ui/media/Avatar.tsx'

/** The newest warning or expert's answer that the farmer has not read yet, in one line. Nothing when there is none. */
export function NearbyLine() {
  const role = useUser()?.role
  const { data = [] } = useQuery(nearbyQuery())
  const markRead = useMarkRead()
  const notification = findNearby(data)
  if (!notification) return null
  const { id, type, subject, message } = notification
  return (
    <RowLink
      to={getNotificationPath(notification, role) ?? '/account/notifications'}
      onClick={() => markRead.mutate(id)}
      picture={
        type === 'post_answered' && subject ? (
          <ExpertFace postId={subject.id} />
        ) : (
          <span className="flex size-12 shrink-0 items-center justify-center rounded-full bg-rust-tint">
            <TriangleAlert aria-hidden="true" className="size-7 text-rust" />
          </span>
        )
      }
    >
      <span className="line-clamp-3 font-bold max-sm:text-sm">{message}</span>
    </RowLink>
  )
}

/** Returns the newest unread answer or warning; not a warning that was withdrawn. */
function findNearby(notifications: readonly Notification[]): Notification | undefined {
  const isWithdrawn = ({ subject }: Notification) =>
    notifications.some(({ type, subject: other }) => type === 'warning_withdrawn' && other?.id === subject?.id)
  return notifications.find(
    each => !each.read && (each.type === 'post_answered' || (each.type === 'disease_warning' && !isWithdrawn(each))),
  )
}

/** The expert with the newest answer to the post. */
function ExpertFace({ postId }: { postId: string }) {
  const expert = useQuery(postQuery(postId)).data?.expert_comments[0]?.expert
  return <Avatar key={expert?.photo} name={expert?.username ?? ''} photo={expert?.photo} />
}
