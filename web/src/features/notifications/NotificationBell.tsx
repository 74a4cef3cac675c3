import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '../../i18n/use-translation.ts'
import { unreadQuery } from './queries.ts'

const maxShown = 99

/** A link to the notifications with the number of unread ones, as far as it is known. */
export function NotificationBell() {
  const { t, number } = useTranslation()
  const unread = useQuery(unreadQuery()).data ?? 0
  return (
    <Link
      to="/account/notifications"
      aria-label={unread > 0 ? t('notifications.bell', { count: unread }) : t('menu.notifications')}
      className="relative flex size-12 shrink-0 items-center justify-center rounded-lg hover:bg-leaf-tint"
    >
      <Bell aria-hidden="true" className="size-6" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-1 right-0.5 min-w-5 rounded-full border-2 border-white bg-rust-press px-1 text-center text-xs leading-none font-bold text-white"
        >
          {unread > maxShown ? `${number(maxShown)}+` : number(unread)}
        </span>
      )}
    </Link>
  )
}
