import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useParams } from 'react-router'
import { ApiError } from '../../../api/errors.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { myBookingQuery } from '../shared/farmer-queries.ts'
import { myBookingsPath } from '../shared/paths.ts'
import { MyBookingCard } from './MyBookingCard.tsx'

/** A single booking, the target of notification links. */
export function MyBookingPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const booking = useQuery(myBookingQuery(id))
  const allBookingsLink = (
    <LinkButton
      to={myBookingsPath}
      variant="secondary"
      icon={<CalendarClock aria-hidden="true" className="size-5 shrink-0" />}
    >
      {t('my_bookings.all')}
    </LinkButton>
  )
  const isNotFound = booking.error instanceof ApiError && [400, 404].includes(booking.error.status)
  return (
    <>
      <PageTitle title={t('my_bookings.one')} action={allBookingsLink} />
      {booking.isPending && <SkeletonList count={1} className="h-80 w-full" />}
      {booking.data && (
        <div className="max-w-2xl">
          <MyBookingCard booking={booking.data} isStandalone />
        </div>
      )}
      {isNotFound && <EmptyState title={t('my_bookings.gone')} />}
      {booking.isError && !isNotFound && !booking.data && (
        <LoadError error={booking.error} busy={booking.isFetching} onRetry={() => void booking.refetch()} />
      )}
    </>
  )
}
