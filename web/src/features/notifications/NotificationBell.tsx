import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Bell } from 'lucide-react'
import { Link } from 'wouter'
import { useTranslation } from '../../i18n/use-translation.ts'
import { unreadQuery } from './queries.ts'

const maxShown = 99

/**
 * A link to the notifications with the number of unread ones, as far as it is known. Without any, it shows in green how much
 * work waits (`waiting`).
 */
export function NotificationBell({ waiting = 0 }: { waiting?: number }) {
  const { t, number } = useTranslation()
  const unread = useQuery(unreadQuery()).data ?? 0
  const format = (count: number) => (count > maxShown ? `${number(maxShown)}+` : number(count))
  const label = [
    unread > 0 ? t('notifications.bell', { count: unread }) : t('menu.notifications'),
    waiting > 0 && t('menu.waiting', { count: format(waiting) }),
  ]
  return (
    <Link
      to="/account/notifications"
      aria-label={label.filter(Boolean).join(', ')}
      className="relative flex size-12 shrink-0 items-center justify-center rounded-lg hover:bg-leaf-tint"
    >
      <Bell aria-hidden="true" className="size-6" />
      {unread + waiting > 0 && (
        <span
          aria-hidden="true"
          className={clsx(
            'absolute bottom-1/2 left-1/2 min-w-5 rounded-full border-2 border-white px-1 text-center text-[min(var(--text-xs),18px)] leading-none font-bold text-white',
            unread > 0 ? 'bg-rust-press' : 'bg-leaf-ink',
          )}
        >
          {format(unread || waiting)}
        </span>
      )}
    </Link>
  )
}
