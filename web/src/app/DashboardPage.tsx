import { Dashboard } from '../features/dashboard/Dashboard.tsx'
import { NotificationsCard } from '../features/notifications/NotificationsCard.tsx'

/** The dashboard with the notifications on it: two features, which know nothing of each other, on one page. */
export function DashboardPage() {
  return (
    <Dashboard>
      <NotificationsCard />
    </Dashboard>
  )
}
