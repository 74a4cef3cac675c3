import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../i18n/use-translation.ts'
import { TextLink } from '../../ui/button/TextLink.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { NotificationItems } from './NotificationItem.tsx'
import { newestQuery } from './queries.ts'

/** The newest notifications on the dashboard of experts and administrators. Farmers open them from a fold. */
export function NotificationsCard() {
  const { t } = useTranslation()
  return (
    <section
      aria-label={t('menu.notifications')}
      className="overflow-hidden rounded-lg border border-line bg-white px-4 py-2 sm:px-6"
    >
      <h2 className="text-lg">
        <NotificationsTitle />
      </h2>
      <NewestNotifications />
    </section>
  )
}

/** "Notifications", with the number of unread ones. */
export function NotificationsTitle() {
  const { t } = useTranslation()
  const { data } = useQuery(newestQuery())
  return (
    <span className="flex grow flex-wrap items-center justify-between gap-x-4">
      {t('menu.notifications')}
      {data && (
        <span className="text-base font-normal text-muted">{t('notifications.unread', { count: data.unread })}</span>
      )}
    </span>
  )
}

/** The newest notifications in a scrollable strip. */
export function NewestNotifications() {
  const { t } = useTranslation()
  return (
    <Loaded query={useQuery(newestQuery())} skeleton={<Skeleton className="h-20" />}>
      {({ results }) =>
        results.length === 0 ? (
          <p className="py-4 text-center text-muted">{t('notifications.none')}</p>
        ) : (
          <>
            <section
              aria-label={t('menu.notifications')}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
              tabIndex={0}
              // `relative` contains the visually hidden text, which would otherwise extend the page.
              className="relative -mx-4 max-h-[300px] overflow-y-auto border-y border-line -outline-offset-3 sm:-mx-6"
            >
              <NotificationItems notifications={results} />
            </section>
            <TextLink to="/account/notifications">{t('notifications.all')}</TextLink>
          </>
        )
      }
    </Loaded>
  )
}
