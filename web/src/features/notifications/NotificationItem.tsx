import type { Notification } from '@kutu/contract/notifications/notifications'
import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useUser } from '../../api/session/session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/button/Button.tsx'
import { useAction } from '../../ui/feedback/use-action.ts'
import { getNotificationPath, notificationIcons } from './notification-appearance.ts'
import { useMarkRead } from './queries.ts'

/** Returns the picture of a notification, in place of its icon. */
export type RenderPicture = (notification: Notification) => ReactNode

/** One notification, dimmed once read. Opening its link marks it as read. */
function NotificationItem({ notification, picture }: { notification: Notification; picture: ReactNode }) {
  const { t, dateTime } = useTranslation()
  const markRead = useMarkRead()
  const path = getNotificationPath(notification, useUser()?.role)
  const { id, type, message, date, read } = notification
  const { Icon, iconClass } = notificationIcons[type]
  const { run: markAsRead, isBusy } = useAction(async () => {
    await markRead.mutateAsync(id)
    return t('notifications.marked')
  })
  return (
    <article
      tabIndex={-1}
      className={clsx('flex gap-3 p-3 -outline-offset-3 sm:p-4', read ? 'bg-ground text-muted' : 'bg-white')}
    >
      {picture ?? (
        <Icon aria-hidden="true" className={clsx('mt-0.5 size-6 shrink-0', read ? 'text-edge' : iconClass)} />
      )}
      <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0 grow basis-60">
          <p className={clsx('wrap-anywhere', !read && 'font-bold')}>
            <span className="sr-only">{t(read ? 'notifications.read' : 'notifications.unread_one')}: </span>
            {path === null ? (
              message
            ) : (
              <Link
                to={path}
                onClick={() => !read && markRead.mutate(id)}
                className="-my-1.5 inline-block rounded-md py-2.5 hover:underline"
              >
                {message}
                <span className="whitespace-nowrap">
                  {'\u00a0'}
                  <ChevronRight aria-hidden="true" className="inline size-5 align-text-bottom text-leaf-ink" />
                </span>
              </Link>
            )}
          </p>
          <p className="text-sm text-muted">
            <time dateTime={date}>{dateTime(date)}</time>
          </p>
        </div>
        {!read && (
          <Button
            variant="quiet"
            busy={isBusy}
            onClick={() => void markAsRead()}
            aria-description={message}
            className="-ml-4 text-start"
          >
            {t('notifications.mark')}
          </Button>
        )}
      </div>
    </article>
  )
}

/** A list of notifications in the given order. */
export function NotificationItems({
  notifications,
  renderPicture,
}: {
  notifications: readonly Notification[]
  renderPicture?: RenderPicture | undefined
}) {
  return (
    <ul className="flex flex-col divide-y divide-line">
      {notifications.map(notification => (
        <li key={notification.id}>
          <NotificationItem notification={notification} picture={renderPicture?.(notification)} />
        </li>
      ))}
    </ul>
  )
}
