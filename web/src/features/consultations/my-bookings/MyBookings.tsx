import { useInfiniteQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { ChoiceChips } from '../../../ui/form/ChoiceChips.tsx'
import { PagedList } from '../../../ui/layout/PagedList.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import type { BookingFilter } from '../shared/booking-state.ts'
import { myBookingsQuery } from '../shared/farmer-queries.ts'
import { slotsPath } from '../shared/paths.ts'
import { MyBookingCard } from './MyBookingCard.tsx'

const filters: readonly BookingFilter[] = ['all', 'pending', 'approved', 'rejected']

/** Keeps the filter in the URL, so that Back works. */
function useBookingFilter() {
  const [params, setParams] = useSearchParams()
  const filter = filters.find(each => each === params.get('status')) ?? 'all'
  const setFilter = (next: BookingFilter) => setParams(next === 'all' ? {} : { status: next }, { replace: true })
  return { filter, setFilter }
}

/** Lists the farmer's bookings, newest first, with the actions that are still possible. */
export function MyBookings() {
  const { t } = useTranslation()
  const { filter, setFilter } = useBookingFilter()
  const list = useInfiniteQuery(myBookingsQuery(filter))
  const isEmpty = filter === 'all' && list.data?.pages[0]?.results.length === 0
  const bookLink = (
    <LinkButton to={slotsPath} icon={CalendarPlus}>
      {t('my_bookings.book')}
    </LinkButton>
  )
  return (
    <>
      <PageTitle title={t('menu.my_bookings')} lead={t('my_bookings.lead')} action={!isEmpty && bookLink} />
      {!isEmpty && <BookingFilterChips filter={filter} onFilter={setFilter} />}
      <PagedList
        query={list}
        skeleton={<SkeletonList className="h-64 w-full" />}
        empty={<NoBookings filter={filter} bookLink={bookLink} onShowAll={() => setFilter('all')} />}
        moreLabel={t('my_bookings.more')}
        columns
      >
        {booking => <MyBookingCard booking={booking} />}
      </PagedList>
    </>
  )
}

function BookingFilterChips({
  filter,
  onFilter,
}: {
  filter: BookingFilter
  onFilter: (filter: BookingFilter) => void
}) {
  const { t } = useTranslation()
  return (
    <ChoiceChips<BookingFilter>
      legend={t('filter.show')}
      choices={filters.map(value => ({ value, label: t(`my_bookings.filter.${value}`) }))}
      value={filter}
      onChange={onFilter}
    />
  )
}

function NoBookings({
  filter,
  bookLink,
  onShowAll,
}: {
  filter: BookingFilter
  bookLink: ReactNode
  onShowAll: () => void
}) {
  const { t } = useTranslation()
  if (filter === 'all')
    return (
      <EmptyState title={t('my_bookings.empty.title')} action={bookLink}>
        {t('my_bookings.empty.message')}
      </EmptyState>
    )
  const showAllButton = (
    <Button variant="secondary" onClick={onShowAll}>
      {t('filter.show_all')}
    </Button>
  )
  return <EmptyState title={t('my_bookings.none_of_kind')} action={showAllButton} />
}
