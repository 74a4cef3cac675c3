import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { TextLink } from '../../ui/button/TextLink.tsx'
import { LoadError } from '../../ui/feedback/LoadError.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { NotificationItems } from './NotificationItem.tsx'
import { newestQuery } from './queries.ts'

/** The newest notifications on the dashboard, in a scrollable strip. */
export function NotificationsCard() {
  const { t } = useTranslation()
  const titleId = useId()
  const { data, error, isPending, isFetching, refetch } = useQuery(newestQuery())
  return (
    <section aria-labelledby={titleId} className="overflow-hidden rounded-lg border border-line bg-white">
      <div className="flex flex-wrap items-center justify-between gap-x-4 px-4 py-2 sm:px-6">
        <h2 id={titleId} className="text-lg">
          {t('menu.notifications')}
        </h2>
        {data && <p className="text-muted">{t('notifications.unread', { count: data.unread })}</p>}
      </div>
      {isPending && <Skeleton className="mx-4 mb-4 h-20" />}
      {!data && error && (
        <div className="px-4 pb-4">
          <LoadError error={error} busy={isFetching} onRetry={() => void refetch()} />
        </div>
      )}
      {data?.results.length === 0 && (
        <p className="border-t border-line px-4 py-6 text-center text-muted">{t('notifications.none')}</p>
      )}
      {data && data.results.length > 0 && (
        <>
          <section
            aria-labelledby={titleId}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
            tabIndex={0}
            // `relative` contains the visually hidden text, which would otherwise extend the page.
            className="relative max-h-[300px] overflow-y-auto border-y border-line -outline-offset-3"
          >
            <NotificationItems notifications={data.results} />
          </section>
          <div className="px-4 sm:px-6">
            <TextLink to="/account/notifications">{t('notifications.all')}</TextLink>
          </div>
        </>
      )}
    </section>
  )
}
