import { useInfiniteQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { PagedList } from '../../../ui/layout/PagedList.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { myBookingsQuery } from '../shared/farmer-queries.ts'
import { slotsPath } from '../shared/paths.ts'
import { MyBookingCard } from './MyBookingCard.tsx'

/** Lists the farmer's bookings, newest first, with the actions that are still possible. */
export function MyBookings() {
  const { t } = useTranslation()
  const list = useInfiniteQuery(myBookingsQuery())
  const isEmpty = list.data?.pages[0]?.results.length === 0
  const bookLink = (
    <LinkButton to={slotsPath} icon={CalendarPlus}>
      {t('my_bookings.book')}
    </LinkButton>
  )
  return (
    <>
      <PageTitle title={t('menu.my_bookings')} action={!isEmpty && bookLink} />
      <PagedList
        query={list}
        skeleton={<SkeletonList className="h-64 w-full" />}
        empty={<EmptyState title={t('my_bookings.empty.title')} action={bookLink} />}
        moreLabel={t('bookings.more')}
        columns
      >
        {booking => <MyBookingCard booking={booking} />}
      </PagedList>
    </>
  )
}
