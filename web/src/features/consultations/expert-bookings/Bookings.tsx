import type { Booking } from '@kutu/contract/consultations/consultations'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { getServerTime } from '../../../api/session/server-clock.ts'
import { useUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { LoadMore } from '../../../ui/layout/LoadMore.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { CalendarPartFilter, CalendarTabs, useCalendarPart } from '../shared/CalendarTabs.tsx'
import { bookingsQuery } from '../shared/expert-queries.ts'
import { createSlotPath } from '../shared/paths.ts'
import { formatLongDay } from '../time/format-slot-time.ts'
import { BookingList } from './BookingList.tsx'

/** The expert's bookings: first those that wait for an answer, then the coming appointments by day; past ones apart. */
export function Bookings() {
  const { t } = useTranslation()
  const isAwaitingApproval = useUser()?.is_approved === false
  const part = useCalendarPart()
  return (
    <>
      <PageTitle title={t('menu.bookings')} />
      <CalendarTabs />
      {isAwaitingApproval && (
        <Notice kind="warning" title={t('approval.waiting')}>
          {t('bookings.waiting.message')}
        </Notice>
      )}
      <CalendarPartFilter selected={part} />
      {part === 'past' ? <PastBookings /> : <UpcomingBookings canAnswer={!isAwaitingApproval} />}
    </>
  )
}

const skeleton = <SkeletonList className="h-56 w-full" />

function UpcomingBookings({ canAnswer }: { canAnswer: boolean }) {
  const { t } = useTranslation()
  const pendingList = useInfiniteQuery(bookingsQuery('pending'))
  const appointmentList = useInfiniteQuery(bookingsQuery('upcoming'))
  const groupByDay = useGroupByDay()
  const bothLists = {
    data: pendingList.data && appointmentList.data && ([pendingList.data, appointmentList.data] as const),
    error: pendingList.error ?? appointmentList.error,
    isFetching: pendingList.isFetching || appointmentList.isFetching,
    refetch: () => Promise.all([pendingList.refetch(), appointmentList.refetch()]),
  }
  return (
    <Loaded query={bothLists} skeleton={skeleton}>
      {lists => {
        const [pending, appointments] = lists.map(({ pages }) => pages.flatMap(({ results }) => results))
        const waiting = (pending ?? []).toSorted((one, other) =>
          one.slot.start_time.localeCompare(other.slot.start_time),
        )
        const groups = [
          { id: 'pending', title: t('bookings.to_answer'), bookings: waiting },
          ...groupByDay(appointments ?? []),
        ].filter(({ bookings }) => bookings.length > 0)
        if (groups.length === 0) return <NoBookings />
        return (
          <BookingList {...{ groups, canAnswer }}>
            <LoadMore list={pendingList.hasNextPage ? pendingList : appointmentList} label={t('bookings.more')} />
          </BookingList>
        )
      }}
    </Loaded>
  )
}

/** Returns a function that groups appointments by the local day on which they begin, in their order. */
function useGroupByDay() {
  const { t } = useTranslation()
  const now = getServerTime()
  const relativeNames = new Map([
    [formatLongDay(now), t('calendar.today')],
    [formatLongDay(new Date(now.getTime() + 24 * 3600_000)), t('calendar.tomorrow')],
  ])
  const getDay = ({ selected_date, slot }: Booking) => formatLongDay(selected_date ?? slot.start_time)
  return (appointments: readonly Booking[]) =>
    [...new Set(appointments.map(getDay))].map((day, index) => ({
      id: `day-${index}`,
      title: [relativeNames.get(day), day].filter(Boolean).join(', '),
      bookings: appointments.filter(each => getDay(each) === day),
    }))
}

function PastBookings() {
  const { t } = useTranslation()
  const list = useInfiniteQuery(bookingsQuery('past'))
  return (
    <Loaded query={list} skeleton={skeleton}>
      {({ pages }) => {
        const bookings = pages.flatMap(({ results }) => results)
        if (bookings.length === 0) return <EmptyState title={t('bookings.none_past')} />
        return (
          <BookingList groups={[{ id: 'past', bookings }]} canAnswer={false}>
            <LoadMore list={list} label={t('bookings.more')} />
          </BookingList>
        )
      }}
    </Loaded>
  )
}

function NoBookings() {
  const { t } = useTranslation()
  const createSlotLink = (
    <LinkButton to={createSlotPath} icon={CalendarPlus}>
      {t('menu.create_slot')}
    </LinkButton>
  )
  return <EmptyState title={t('bookings.empty.title')} action={createSlotLink} />
}
