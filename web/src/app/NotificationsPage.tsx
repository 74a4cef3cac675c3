import type { Notification } from '@kutu/contract/notifications/notifications'
import { useQuery } from '@tanstack/react-query'
import { useUser } from '../api/session/session.ts'
import { AnalysisThumbnail } from '../features/detection/history/AnalysisThumbnail.tsx'
import { diaryQuery } from '../features/detection/queries.ts'
import { Notifications } from '../features/notifications/Notifications.tsx'

/** The notifications, those of a farmer's photo with the photo. */
export function NotificationsPage() {
  const isFarmer = useUser()?.role === 'farmer'
  const { data } = useQuery({ ...diaryQuery(), enabled: isFarmer })
  function renderPicture({ subject }: Notification) {
    if (!isFarmer || subject?.type !== 'analysis') return undefined
    const src = data?.results.find(({ id }) => id === subject.id)?.image
    return <AnalysisThumbnail key={src} src={src} />
  }
  return <Notifications renderPicture={renderPicture} />
}
