import { useInfiniteQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { useUser } from '../../api/session.ts'
import { useText } from '../../text/use-text.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { SkeletonList } from '../../ui/Skeleton.tsx'
import { BookingList } from './BookingList.tsx'
import { createSlotPath } from './expert-paths.ts'
import { type BookingFilter, bookingsQuery } from './expert-queries.ts'
import { StateFilter, useStateFilter } from './StateFilter.tsx'

const states = ['pending', 'approved', 'rejected'] as const

/** The expert's screen of bookings: what farmers ask for, with what can be done about it. */
export function Bookings() {
  const { t } = useText()
  const isWaiting = useUser()?.is_approved === false
  const filter = useStateFilter(states)
  const list = useInfiniteQuery(bookingsQuery(filter))
  const isNone = list.data?.pages[0]?.results.length === 0
  return (
    <>
      <PageTitle title={t('menu.bookings')} lead={t('bookings.lead')} />
      {isWaiting && (
        <Notice kind="warning" title={t('bookings.waiting.title')}>
          {t('bookings.waiting.message')}
        </Notice>
      )}
      {!(isNone && filter === 'all') && (
        <StateFilter
          label={t('bookings.filter')}
          states={(['all', ...states] as const).map(state => ({ state, label: t(`bookings.filter.${state}`) }))}
          chosen={filter}
        />
      )}
      {list.isPending && <SkeletonList className="h-72 w-full" />}
      {list.isError && !list.data && (
        <LoadFailed error={list.error} busy={list.isFetching} onRetry={() => void list.refetch()} />
      )}
      {isNone && <NoBookings filter={filter} />}
      {list.data && <BookingList list={list} canAnswer={!isWaiting} />}
    </>
  )
}

function NoBookings({ filter }: { filter: BookingFilter }) {
  const { t } = useText()
  if (filter !== 'all') {
    const all = (
      <LinkButton to="?" variant="secondary">
        {t('bookings.show_all')}
      </LinkButton>
    )
    return <EmptyState title={t('bookings.none_of_kind')} action={all} />
  }
  const create = (
    <LinkButton to={createSlotPath} icon={<CalendarPlus aria-hidden="true" className="size-5 shrink-0" />}>
      {t('menu.create_slot')}
    </LinkButton>
  )
  return (
    <EmptyState title={t('bookings.empty.title')} action={create}>
      {t('bookings.empty.message')}
    </EmptyState>
  )
}
