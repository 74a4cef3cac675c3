import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { useUser } from '../../api/session/session.ts'
import { getNotificationPath } from './notification-appearance.ts'
import { newestQuery, useMarkRead } from './queries.ts'

const maxAnswers = 3

/** Experts' answers that the farmer has not read yet. Nothing when there are none. */
export function NewAnswers() {
  const role = useUser()?.role
  const { data } = useQuery(newestQuery())
  const markRead = useMarkRead()
  const answers = (data?.results ?? []).filter(({ type, read }) => type === 'post_answered' && !read)
  return answers.slice(0, maxAnswers).map(notification => (
    <Link
      key={notification.id}
      to={getNotificationPath(notification, role) ?? '/account/notifications'}
      onClick={() => markRead.mutate(notification.id)}
      className="flex items-center gap-3 rounded-lg border border-line bg-white p-3 hover:bg-leaf-tint sm:gap-4"
    >
      <BadgeCheck aria-hidden="true" className="size-8 shrink-0 text-leaf-ink" />
      <span className="min-w-0 grow font-bold wrap-anywhere">{notification.message}</span>
      <ChevronRight aria-hidden="true" className="size-6 shrink-0 text-muted" />
    </Link>
  ))
}
