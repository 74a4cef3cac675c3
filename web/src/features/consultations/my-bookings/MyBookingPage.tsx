import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useParams } from 'wouter'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { myBookingQuery } from '../shared/farmer-queries.ts'
import { myBookingsPath } from '../shared/paths.ts'
import { MyBookingCard } from './MyBookingCard.tsx'

/** A single booking, the target of notification links. */
export function MyBookingPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const allBookingsLink = (
    <LinkButton to={myBookingsPath} variant="secondary" icon={CalendarClock}>
      {t('my_bookings.all')}
    </LinkButton>
  )
  return (
    <>
      <PageTitle title={t('my_bookings.one')} action={allBookingsLink} />
      <Loaded
        query={useQuery(myBookingQuery(id))}
        skeleton={<SkeletonList count={1} className="h-80 w-full" />}
        notFound={<EmptyState title={t('my_bookings.gone')} />}
      >
        {booking => (
          <div className="max-w-2xl">
            <MyBookingCard booking={booking} isStandalone />
          </div>
        )}
      </Loaded>
    </>
  )
}
