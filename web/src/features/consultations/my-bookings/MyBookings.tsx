import type { Booking } from '@kutu/contract/consultations/consultations'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { getServerTime } from '../../../api/session/server-clock.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { Accordion } from '../../../ui/layout/Accordion.tsx'
import { LoadMore } from '../../../ui/layout/LoadMore.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { RowLink } from '../../../ui/layout/RowLink.tsx'
import { Avatar } from '../../../ui/media/Avatar.tsx'
import { myBookingsQuery } from '../shared/farmer-queries.ts'
import { myBookingPath, slotsPath } from '../shared/paths.ts'
import { formatSlotTime } from '../time/format-slot-time.ts'
import { MyBookingCard } from './MyBookingCard.tsx'
import { getSentenceKey } from './my-booking-state.ts'

/** The farmer's agenda: what is to come, the soonest first, with the actions that are still possible; the past folded. */
export function MyBookings() {
  const { t } = useTranslation()
  const list = useInfiniteQuery(myBookingsQuery())
  const bookings = list.data?.pages.flatMap(({ results }) => results)
  const bookLink = (
    <LinkButton to={slotsPath} icon={CalendarPlus}>
      {t('my_bookings.book')}
    </LinkButton>
  )
  return (
    <>
      <PageTitle title={t('menu.my_bookings')} action={bookings?.length !== 0 && bookLink} />
      <Loaded query={{ ...list, data: bookings }} skeleton={<SkeletonList count={2} className="h-80 w-full" />}>
        {loaded =>
          loaded.length === 0 ? (
            <EmptyState title={t('my_bookings.empty.title')} action={bookLink} />
          ) : (
            <>
              <Agenda bookings={loaded} />
              <LoadMore list={list} label={t('bookings.more')} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function Agenda({ bookings }: { bookings: readonly Booking[] }) {
  const { t } = useTranslation()
  const now = getServerTime()
  const isPast = ({ selected_end, slot }: Booking) => new Date(selected_end ?? slot.end_time) <= now
  const [past, agenda] = [bookings.filter(isPast), bookings.filter(booking => !isPast(booking))]
  return (
    <>
      {agenda.length > 0 && (
        <ul className="grid gap-4 lg:grid-cols-2">
          {agenda
            .toSorted((one, other) => getStart(one).localeCompare(getStart(other)))
            .map(booking => (
              <li key={booking.id} className="min-w-0">
                <MyBookingCard booking={booking} />
              </li>
            ))}
        </ul>
      )}
      {past.length > 0 && (
        <Accordion
          {...(agenda.length === 0 && { open: 'past' })}
          items={[
            {
              id: 'past',
              title: t('calendar.past'),
              content: (
                <ul className="grid gap-2 lg:grid-cols-2">
                  {past.map(booking => (
                    <li key={booking.id} className="min-w-0">
                      <RowLink
                        to={myBookingPath(booking.id)}
                        picture={<Avatar name={booking.expert.user.username} photo={booking.expert.photo} />}
                      >
                        <span className="font-bold">{booking.expert.user.username}</span>
                        <time dateTime={getStart(booking)}>{formatSlotTime(getStart(booking))}</time>
                        <span className="text-sm text-muted">{t(getSentenceKey(booking, now))}</span>
                      </RowLink>
                    </li>
                  ))}
                </ul>
              ),
            },
          ]}
        />
      )}
    </>
  )
}

const getStart = ({ selected_date, slot }: Booking) => selected_date ?? slot.start_time
