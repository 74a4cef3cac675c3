import { type NotificationKind, notificationKinds } from '@kutu/contract/notification-kinds'
import { useQuery } from '@tanstack/react-query'
import { CheckCheck } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { messageOf } from '../../api/errors.ts'
import { useUser } from '../../api/session.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { ChoiceChips } from '../../ui/ChoiceChips.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { join } from '../../ui/join.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { Select } from '../../ui/Select.tsx'
import { SkeletonList } from '../../ui/Skeleton.tsx'
import { showError, showSuccess } from '../../ui/toasts.ts'
import { ChoicesCard } from './ChoicesCard.tsx'
import { NotificationItems } from './NotificationItem.tsx'
import { kindsFor } from './notification-look.ts'
import { type Filter, notificationsQuery, pageSize, useMarkAllRead } from './queries.ts'

type Place = Filter & { page: number }

/** The place in the list stands in the address, so that Back returns to it. */
function usePlace() {
  const [params, setParams] = useSearchParams()
  const place: Place = {
    page: Math.max(1, Math.trunc(Number(params.get('page'))) || 1),
    isUnreadOnly: params.get('show') === 'unread',
    kind: notificationKinds.find(kind => kind === params.get('kind')) ?? null,
  }
  const go = (changes: Partial<Place>) => {
    const { page, isUnreadOnly, kind } = { ...place, page: 1, ...changes }
    setParams({
      ...(isUnreadOnly && { show: 'unread' }),
      ...(kind && { kind }),
      ...(page > 1 && { page: String(page) }),
    })
  }
  return { place, go }
}

/** Everything Kutu had to tell its reader, newest first. */
export function Notifications() {
  const { t } = useText()
  const role = useUser()?.role ?? 'farmer'
  const { place, go } = usePlace()
  const { page, isUnreadOnly, kind } = place
  const list = useQuery(notificationsQuery(place))
  const { data } = list
  return (
    <>
      <PageTitle
        title={t('menu.notifications')}
        lead={data && t('notifications.unread', { count: data.unread })}
        action={data !== undefined && data.unread > 0 && <MarkAll />}
      />
      <Filters filter={place} onChange={go} />
      {list.isPending && <SkeletonList count={4} className="h-20 w-full" />}
      {!data && list.error && (
        <LoadFailed error={list.error} busy={list.isFetching} onRetry={() => void list.refetch()} />
      )}
      {data?.count === 0 && (
        <EmptyState title={t('notifications.none')}>
          {kind
            ? t('notifications.none_of_kind')
            : isUnreadOnly
              ? t('notifications.none_unread')
              : t('notifications.none_hint', { role })}
        </EmptyState>
      )}
      {data && data.count > 0 && (
        <div
          aria-busy={list.isPlaceholderData}
          className={join('flex flex-col gap-4', list.isPlaceholderData && 'opacity-60')}
        >
          {data.results.length > 0 && (
            <div className="overflow-hidden rounded-lg border border-line">
              <NotificationItems notifications={data.results} />
            </div>
          )}
          <Pagination {...{ page, pageSize, count: data.count }} onPage={next => go({ page: next })} />
        </div>
      )}
      <ChoicesCard />
    </>
  )
}

function Filters({ filter, onChange }: { filter: Filter; onChange: (changes: Partial<Filter>) => void }) {
  const { t } = useText()
  const role = useUser()?.role ?? 'farmer'
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <ChoiceChips<'all' | 'unread'>
        legend={t('notifications.filter')}
        choices={[
          { value: 'all', label: t('notifications.filter_all') },
          { value: 'unread', label: t('notifications.filter_unread') },
        ]}
        value={filter.isUnreadOnly ? 'unread' : 'all'}
        onChange={shown => onChange({ isUnreadOnly: shown === 'unread' })}
      />
      <Select<NotificationKind | 'every'>
        label={t('notifications.kind')}
        options={(['every', ...kindsFor(role)] as const).map(value => ({
          value,
          label: t(`notifications.kind_${value}`),
        }))}
        value={filter.kind ?? 'every'}
        onChange={kind => onChange({ kind: kind === 'every' ? null : kind })}
      />
    </div>
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
