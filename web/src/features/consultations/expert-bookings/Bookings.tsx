import { useInfiniteQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
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
import { BookingList } from './BookingList.tsx'

/** The expert's bookings: first those that wait for an answer, then the coming appointments; past ones apart. */
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
          { id: 'upcoming', title: t('calendar.upcoming'), bookings: appointments ?? [] },
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
