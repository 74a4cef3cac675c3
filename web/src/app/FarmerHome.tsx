import type { Role } from '@kutu/contract/common'
import { useQuery } from '@tanstack/react-query'
import { NextAppointment } from '../features/consultations/my-bookings/NextAppointment.tsx'
import { nextAppointmentQuery } from '../features/consultations/shared/farmer-queries.ts'
import { QuickLinks } from '../features/dashboard/QuickLinks.tsx'
import { PlantDiary } from '../features/detection/field/PlantDiary.tsx'
import { TodayPanel } from '../features/detection/field/TodayPanel.tsx'
import { diaryQuery } from '../features/detection/queries.ts'
import { nearbyQuery } from '../features/notifications/queries.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { PageTitle } from '../ui/layout/PageTitle.tsx'
import { FoldedFigures } from './FoldedFigures.tsx'
import { NearbyLine } from './NearbyLine.tsx'

/** The farmer's first screen: what to do today, the plants in pictures, people, and figures folded. */
export function FarmerHome() {
  const { t } = useTranslation()
  // What stands below comes when the content above it has its height, so that nothing moves under a thumb.
  const isDiaryPending = useQuery(diaryQuery()).isPending
  const isAppointmentPending = useQuery(nextAppointmentQuery()).isPending
  const isNearbyPending = useQuery(nearbyQuery()).isPending
  const isReady = !isDiaryPending && !isAppointmentPending && !isNearbyPending
  return (
    <>
      <PageTitle title={t('dashboard.farmer_title')} />
      <div className="flex flex-col gap-5 lg:gap-6 lg:grid lg:grid-cols-2 lg:grid-rows-[auto_1fr] lg:items-start">
        <TodayPanel />
        <PlantDiary className="lg:col-start-2 lg:row-span-2 lg:row-start-1" />
        {isReady && (
          <div className="flex flex-col gap-2 sm:gap-3">
            <NearbyLine />
            <NextAppointment />
            <QuickLinks role={'farmer' satisfies Role} />
          </div>
        )}
      </div>
      {isReady && <FoldedFigures role={'farmer' satisfies Role} />}
    </>
  )
}
