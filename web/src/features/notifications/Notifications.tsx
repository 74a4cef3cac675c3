import {
  isListedKind,
  type ListedNotificationKind,
  notificationKinds,
} from '@kutu/contract/notifications/notification-kinds'
import { useQuery } from '@tanstack/react-query'
import { CheckCheck } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { useUser } from '../../api/session/session.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/button/Button.tsx'
import { LinkButton } from '../../ui/button/LinkButton.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../ui/feedback/Skeleton.tsx'
import { useAction } from '../../ui/feedback/use-action.ts'
import { ChoiceChips } from '../../ui/form/ChoiceChips.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { FilterFold } from '../../ui/layout/Accordion.tsx'
import { PageTitle } from '../../ui/layout/PageTitle.tsx'
import { Pagination } from '../../ui/layout/Pagination.tsx'
import { parsePageParam } from '../../ui/layout/page-param.ts'
import { PlateDrawing } from '../../ui/plate/PlateDrawing.tsx'
import { NotificationItems, type RenderPicture } from './NotificationItem.tsx'
import { NotificationPreferencesCard } from './NotificationPreferencesCard.tsx'
import { getKindsForRole } from './notification-appearance.ts'
import { type NotificationFilter, notificationsQuery, pageSize, useMarkAllRead } from './queries.ts'

type ListParams = NotificationFilter & { page: number }

/** Keeps page and filter in the query string, so that Back restores them. */
function useListParams() {
  const [params, setParams] = useSearchParams()
  const listParams: ListParams = {
    page: parsePageParam(params),
    isUnreadOnly: params.get('show') === 'unread',
    kind: notificationKinds.filter(isListedKind).find(kind => kind === params.get('kind')) ?? null,
  }
  const updateListParams = (changes: Partial<ListParams>) => {
    const { page, isUnreadOnly, kind } = { ...listParams, page: 1, ...changes }
    setParams({
      ...(isUnreadOnly && { show: 'unread' }),
      ...(kind && { kind }),
      ...(page > 1 && { page: String(page) }),
    })
  }
  return { listParams, updateListParams }
}

/** All notifications, newest first, with filters and preferences. `renderPicture` returns the picture of one, if it has any. */
export function Notifications({ renderPicture }: { renderPicture?: RenderPicture | undefined }) {
  const { t } = useTranslation()
  const role = useUser()?.role ?? 'farmer'
  const { listParams, updateListParams } = useListParams()
  const { page, isUnreadOnly, kind } = listParams
  const list = useQuery(notificationsQuery(listParams))
  const { data } = list
  return (
    <>
      <PageTitle
        title={t('menu.notifications')}
        lead={data && t('notifications.unread', { count: data.unread })}
        action={data !== undefined && data.unread > 0 && <MarkAllReadButton />}
      />
      {/* Comes with the list, as the preferences do: nothing moves. */}
      {!list.isPending && <Filters filter={listParams} onChange={updateListParams} />}
      <Loaded query={list} skeleton={<SkeletonList count={4} className="h-20 w-full" />}>
        {({ results, count, count_is_capped: isCapped }) =>
          count === 0 ? (
            <EmptyState
              title={t('notifications.none')}
              picture={<PlateDrawing plateId="maize-healthy" className="h-24" />}
              action={
                role === 'farmer' &&
                !kind &&
                !isUnreadOnly && (
                  <LinkButton to="/account/addresses/image-analysis">{t('action.check_leaf')}</LinkButton>
                )
              }
            >
              {kind
                ? t('notifications.none_of_kind')
                : isUnreadOnly
                  ? t('notifications.none_unread')
                  : t('notifications.none_hint', { role })}
            </EmptyState>
          ) : (
            <div aria-busy={list.isPlaceholderData} className="flex flex-col gap-4 aria-busy:opacity-60">
              {results.length > 0 && (
                <div className="overflow-hidden rounded-lg border border-line">
                  <NotificationItems notifications={results} renderPicture={renderPicture} />
                </div>
              )}
              <Pagination
                {...{ page, pageSize, count, isCapped }}
                onPageChange={next => updateListParams({ page: next })}
              />
            </div>
          )
        }
      </Loaded>
      {!list.isPending && <NotificationPreferencesCard />}
    </>
  )
}

function Filters({
  filter,
  onChange,
}: {
  filter: NotificationFilter
  onChange: (changes: Partial<NotificationFilter>) => void
}) {
  const { t } = useTranslation()
  const role = useUser()?.role ?? 'farmer'
  return (
    <FilterFold isSet={filter.isUnreadOnly || filter.kind !== null}>
      <div className="grid gap-4 pt-2 sm:grid-cols-2">
        <ChoiceChips<'all' | 'unread'>
          legend={t('filter.show')}
          choices={[
            { value: 'all', label: t('notifications.filter_all') },
            { value: 'unread', label: t('notifications.filter_unread') },
          ]}
          value={filter.isUnreadOnly ? 'unread' : 'all'}
          onChange={shown => onChange({ isUnreadOnly: shown === 'unread' })}
        />
        <Select<ListedNotificationKind | 'every'>
          label={t('notifications.kind')}
          options={(['every', ...getKindsForRole(role).filter(isListedKind)] as const).map(value => ({
            value,
            label: t(`notifications.kind_${value}`),
          }))}
          value={filter.kind ?? 'every'}
          onChange={kind => onChange({ kind: kind === 'every' ? null : kind })}
        />
      </div>
    </FilterFold>
  )
}

function MarkAllReadButton() {
  const { t } = useTranslation()
  const { mutateAsync } = useMarkAllRead()
  const { run, isBusy } = useAction(async () => {
    await mutateAsync()
    return t('notifications.marked_all')
  })
  return (
    <Button variant="secondary" busy={isBusy} icon={CheckCheck} onClick={() => void run()}>
      {t('notifications.mark_all')}
    </Button>
  )
}
