import { useInfiniteQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { ChoiceChips } from '../../ui/ChoiceChips.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { join } from '../../ui/join.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { SkeletonList } from '../../ui/Skeleton.tsx'
import { slotsPath } from './farmer-paths.ts'
import { type BookingFilter, myBookingsQuery } from './farmer-queries.ts'
import { ListEnd } from './ListEnd.tsx'
import { MyBookingCard } from './MyBookingCard.tsx'

const filters: readonly BookingFilter[] = ['all', 'pending', 'approved', 'rejected']

/** The filter stands in the address, so that Back returns to it. */
function useBookingFilter() {
  const [params, setParams] = useSearchParams()
  const filter = filters.find(each => each === params.get('status')) ?? 'all'
  const show = (next: BookingFilter) => setParams(next === 'all' ? {} : { status: next }, { replace: true })
  return { filter, show }
}

/** A farmer's own bookings in every state, newest first, with what can still be done. */
export function MyBookings() {
  const { t } = useText()
  const { filter, show } = useBookingFilter()
  const list = useInfiniteQuery(myBookingsQuery(filter))
  const bookings = list.data?.pages.flatMap(({ results }) => results) ?? []
  const isNone = list.data !== undefined && bookings.length === 0
  const isEmpty = isNone && filter === 'all'
  const book = (
    <LinkButton to={slotsPath} icon={<CalendarPlus aria-hidden="true" className="size-5 shrink-0" />}>
      {t('my_bookings.book')}
    </LinkButton>
  )
  return (
    <>
      <PageTitle title={t('menu.my_bookings')} lead={t('my_bookings.lead')} action={!isEmpty && book} />
      {!isEmpty && <Filters filter={filter} onFilter={show} />}
      {list.isPending && <SkeletonList className="h-64 w-full" />}
      {list.isError && !list.data && (
        <LoadFailed error={list.error} busy={list.isFetching} onRetry={() => void list.refetch()} />
      )}
      {isNone && <NoBookings filter={filter} book={book} onAll={() => show('all')} />}
      {bookings.length > 0 && (
        <div
          aria-busy={list.isPlaceholderData}
          className={join('flex flex-col gap-4', list.isPlaceholderData && 'opacity-60')}
        >
          <ul className="grid gap-4 lg:grid-cols-2">
            {bookings.map(booking => (
              <li key={booking.id} className="min-w-0">
                <MyBookingCard booking={booking} />
              </li>
            ))}
          </ul>
          <ListEnd list={list} more={t('my_bookings.more')} />
        </div>
      )}
    </>
  )
}

function Filters({ filter, onFilter }: { filter: BookingFilter; onFilter: (filter: BookingFilter) => void }) {
  const { t } = useText()
  return (
    <ChoiceChips<BookingFilter>
      legend={t('my_bookings.filter')}
      choices={filters.map(value => ({ value, label: t(`my_bookings.filter.${value}`) }))}
      value={filter}
      onChange={onFilter}
    />
  )
}

function NoBookings({ filter, book, onAll }: { filter: BookingFilter; book: ReactNode; onAll: () => void }) {
  const { t } = useText()
  if (filter === 'all')
    return (
      <EmptyState title={t('my_bookings.empty.title')} action={book}>
        {t('my_bookings.empty.message')}
      </EmptyState>
    )
  const all = (
    <Button variant="secondary" onClick={onAll}>
      {t('my_bookings.show_all')}
    </Button>
  )
  return <EmptyState title={t('my_bookings.none_of_kind')} action={all} />
}
