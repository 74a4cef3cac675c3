import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useParams } from 'react-router'
import { ApiError } from '../../api/errors.ts'
import { useText } from '../../text/use-text.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { SkeletonList } from '../../ui/Skeleton.tsx'
import { myBookingsPath } from './farmer-paths.ts'
import { bookingQuery } from './farmer-queries.ts'
import { MyBookingCard } from './MyBookingCard.tsx'

/** One booking, where a notification about it leads. */
export function MyBookingPage() {
  const { t } = useText()
  const { id = '' } = useParams()
  const booking = useQuery(bookingQuery(id))
  const all = (
    <LinkButton
      to={myBookingsPath}
      variant="secondary"
      icon={<CalendarClock aria-hidden="true" className="size-5 shrink-0" />}
    >
      {t('my_bookings.all')}
    </LinkButton>
  )
  const isGone = booking.error instanceof ApiError && [400, 404].includes(booking.error.status)
  return (
    <>
      <PageTitle title={t('my_bookings.one')} action={all} />
      {booking.isPending && <SkeletonList count={1} className="h-80 w-full" />}
      {booking.data && (
        <div className="max-w-2xl">
          <MyBookingCard booking={booking.data} isAlone />
        </div>
      )}
      {isGone && <EmptyState title={t('my_bookings.gone')} />}
      {booking.isError && !isGone && !booking.data && (
        <LoadFailed error={booking.error} busy={booking.isFetching} onRetry={() => void booking.refetch()} />
      )}
    </>
  )
}
