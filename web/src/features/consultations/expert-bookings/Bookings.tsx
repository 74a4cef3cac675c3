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
import type { BookingFilter } from '../shared/booking-state.ts'
import { bookingsQuery } from '../shared/expert-queries.ts'
import { createSlotPath } from '../shared/paths.ts'
import { StateFilter, useStateFilter } from '../shared/StateFilter.tsx'
import { Agenda } from './Agenda.tsx'
import { BookingList } from './BookingList.tsx'

const states = ['pending', 'approved', 'rejected'] as const
const views = ['agenda', ...states] as const

/** The expert's bookings, with the actions each status allows, and the agenda of the coming appointments. */
export function Bookings() {
  const { t } = useTranslation()
  const isAwaitingApproval = useUser()?.is_approved === false
  const view = useStateFilter(views)
  return (
    <>
      <PageTitle title={t('menu.bookings')} lead={t('bookings.lead')} />
      {isAwaitingApproval && (
        <Notice kind="warning" title={t('bookings.waiting.title')}>
          {t('bookings.waiting.message')}
        </Notice>
      )}
      {view === 'agenda' ? (
        <>
          <ViewFilter selected={view} />
          <Agenda />
        </>
      ) : (
        <BookingsByState filter={view} canAnswer={!isAwaitingApproval} />
      )}
    </>
  )
}

function ViewFilter({ selected }: { selected: 'all' | (typeof views)[number] }) {
  const { t } = useTranslation()
  return (
    <StateFilter
      label={t('bookings.filter')}
      states={(['all', ...views] as const).map(state => ({ state, label: t(`bookings.filter.${state}`) }))}
      selected={selected}
    />
  )
}

function BookingsByState({ filter, canAnswer }: { filter: BookingFilter; canAnswer: boolean }) {
  const { t } = useTranslation()
  const list = useInfiniteQuery(bookingsQuery(filter))
  const isEmpty = list.data?.pages[0]?.results.length === 0
  return (
    <>
      {!(isEmpty && filter === 'all') && <ViewFilter selected={filter} />}
      <Loaded query={list} skeleton={<SkeletonList className="h-72 w-full" />}>
        {({ pages }) => (
          <>
            {isEmpty && <NoBookings filter={filter} />}
            <BookingList
              bookings={pages.flatMap(({ results }) => results)}
              canAnswer={canAnswer}
              isStale={list.isPlaceholderData}
            >
              <LoadMore list={list} label={t('bookings.more')} />
            </BookingList>
          </>
        )}
      </Loaded>
    </>
  )
}

function NoBookings({ filter }: { filter: BookingFilter }) {
  const { t } = useTranslation()
  if (filter !== 'all') {
    const showAllLink = (
      <LinkButton to="?" variant="secondary">
        {t('bookings.show_all')}
      </LinkButton>
    )
    return <EmptyState title={t('bookings.none_of_kind')} action={showAllLink} />
  }
  const createSlotLink = (
    <LinkButton to={createSlotPath} icon={<CalendarPlus aria-hidden="true" className="size-5 shrink-0" />}>
      {t('menu.create_slot')}
    </LinkButton>
  )
  return (
    <EmptyState title={t('bookings.empty.title')} action={createSlotLink}>
      {t('bookings.empty.message')}
    </EmptyState>
  )
}
