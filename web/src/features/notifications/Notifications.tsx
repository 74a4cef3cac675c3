import { useQuery } from '@tanstack/react-query'
import { CheckCheck } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { messageOf } from '../../api/errors.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { ChoiceChips } from '../../ui/ChoiceChips.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { join } from '../../ui/join.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { SkeletonList } from '../../ui/Skeleton.tsx'
import { showError, showSuccess } from '../../ui/toasts.ts'
import { NotificationItems } from './NotificationItem.tsx'
import { notificationsQuery, pageSize, useMarkAllRead } from './queries.ts'

type Shown = 'all' | 'unread'

/** The place in the list stands in the address, so that Back returns to it. */
function usePlace() {
  const [params, setParams] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  const shown: Shown = params.get('show') === 'unread' ? 'unread' : 'all'
  const go = (to: { page: number; shown: Shown }) =>
    setParams({ ...(to.shown === 'unread' && { show: to.shown }), ...(to.page > 1 && { page: String(to.page) }) })
  return { page, shown, go }
}

/** Everything Kutu had to tell its reader, newest first. */
export function Notifications() {
  const { t } = useText()
  const { page, shown, go } = usePlace()
  const list = useQuery(notificationsQuery({ page, isUnreadOnly: shown === 'unread' }))
  const { data } = list
  return (
    <>
      <PageTitle
        title={t('menu.notifications')}
        lead={data && t('notifications.unread', { count: data.unread })}
        action={data !== undefined && data.unread > 0 && <MarkAll />}
      />
      <ChoiceChips<Shown>
        legend={t('notifications.filter')}
        choices={[
          { value: 'all', label: t('notifications.filter_all') },
          { value: 'unread', label: t('notifications.filter_unread') },
        ]}
        value={shown}
        onChange={next => go({ page: 1, shown: next })}
      />
      {list.isPending && <SkeletonList count={4} className="h-20 w-full" />}
      {!data && list.error && (
        <LoadFailed error={list.error} busy={list.isFetching} onRetry={() => void list.refetch()} />
      )}
      {data?.results.length === 0 && (
        <EmptyState title={t('notifications.none')}>
          {t(shown === 'unread' ? 'notifications.none_unread' : 'notifications.none_hint')}
        </EmptyState>
      )}
      {data && data.results.length > 0 && (
        <div
          aria-busy={list.isPlaceholderData}
          className={join('flex flex-col gap-4', list.isPlaceholderData && 'opacity-60')}
        >
          <div className="overflow-hidden rounded-lg border border-line">
            <NotificationItems notifications={data.results} />
          </div>
          <Pagination {...{ page, pageSize, count: data.count }} onPage={next => go({ page: next, shown })} />
        </div>
      )}
    </>
  )
}

function MarkAll() {
  const { t } = useText()
  const { mutateAsync, isPending } = useMarkAllRead()
  async function mark() {
    try {
      await mutateAsync()
      showSuccess(t('notice.success'), t('notifications.marked_all'))
    } catch (error) {
      showError(t('notice.error'), messageOf(error))
    }
  }
  return (
    <Button
      variant="secondary"
      busy={isPending}
      icon={<CheckCheck aria-hidden="true" className="size-5 shrink-0" />}
      onClick={() => void mark()}
    >
      {t('notifications.mark_all')}
    </Button>
  )
}
