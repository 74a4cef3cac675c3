import type { Booking } from '@kutu/contract/consultations/consultations'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { getServerTime } from '../../../api/session/server-clock.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { Skeleton, SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { Accordion } from '../../../ui/layout/Accordion.tsx'
import { LoadMore } from '../../../ui/layout/LoadMore.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { RowLink } from '../../../ui/layout/RowLink.tsx'
import { Avatar } from '../../../ui/media/Avatar.tsx'
import { agendaQuery, pastBookingsQuery } from '../shared/farmer-queries.ts'
import { myBookingPath, slotsPath } from '../shared/paths.ts'
import { formatSlotTime } from '../time/format-slot-time.ts'
import { MyBookingCard } from './MyBookingCard.tsx'
import { getSentenceKey } from './my-booking-state.ts'

/** The farmer's agenda: what is to come, the soonest first, with the actions that are still possible; the past folded. */
export function MyBookings() {
  const { t } = useTranslation()
  const agenda = useQuery(agendaQuery())
  const list = useInfiniteQuery({ ...pastBookingsQuery(), enabled: agenda.isSuccess })
  const past = list.data?.pages.flatMap(({ results }) => results)
  const isEmpty = agenda.data?.length === 0 && past?.length === 0
  const bookLink = (
    <LinkButton to={slotsPath} icon={CalendarPlus}>
      {t('my_bookings.book')}
    </LinkButton>
  )
  return (
    <>
      <PageTitle title={t('menu.my_bookings')} action={!isEmpty && bookLink} />
      {isEmpty && <EmptyState title={t('my_bookings.empty.title')} action={bookLink} />}
      <Loaded query={agenda} skeleton={<SkeletonList count={2} className="h-80 w-full" />}>
        {bookings => (
          <>
            {bookings.length > 0 && (
              <ul className="grid gap-4 lg:grid-cols-2">
                {bookings
                  .toSorted((one, other) => getStart(one).localeCompare(getStart(other)))
                  .map(booking => (
                    <li key={booking.id} className="min-w-0">
                      <MyBookingCard booking={booking} />
                    </li>
                  ))}
              </ul>
            )}
            <Loaded query={{ ...list, data: past }} skeleton={<Skeleton className="h-14 w-full" />}>
              {ended => ended.length > 0 && <Past {...{ list, past: ended }} isOpen={bookings.length === 0} />}
            </Loaded>
          </>
        )}
      </Loaded>
    </>
  )
}

type PastProps = { past: readonly Booking[]; isOpen: boolean } & Pick<ComponentProps<typeof LoadMore>, 'list'>

function Past({ past, isOpen, list }: PastProps) {
  const { t } = useTranslation()
  const content = (
    <div className="flex flex-col gap-4">
      <ul className="grid gap-2 lg:grid-cols-2">
        {past.map(booking => (
          <li key={booking.id} className="min-w-0">
            <RowLink
              to={myBookingPath(booking.id)}
              picture={<Avatar name={booking.expert.user.username} photo={booking.expert.photo} />}
            >
              <span className="font-bold">{booking.expert.user.username}</span>
              <time dateTime={getStart(booking)}>{formatSlotTime(getStart(booking))}</time>
              <span className="text-sm text-muted">{t(getSentenceKey(booking, getServerTime()))}</span>
            </RowLink>
          </li>
        ))}
      </ul>
      <LoadMore list={list} label={t('bookings.more')} />
    </div>
  )
  return <Accordion {...(isOpen && { open: 'past' })} items={[{ id: 'past', title: t('calendar.past'), content }]} />
}

const getStart = ({ selected_date, slot }: Booking) => selected_date ?? slot.start_time
