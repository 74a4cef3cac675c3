import { WaitingLinks } from '../../features/dashboard/today/WaitingLinks.tsx'
import { Notifications } from '../../features/notifications/Notifications.tsx'

/** The notifications, below what waits for an expert. */
export const NotificationsPage = () => (
  <Notifications>
    <WaitingLinks />
  </Notifications>
)
