import { Dashboard } from '../features/dashboard/Dashboard.tsx'
import { NotificationsCard } from '../features/notifications/NotificationsCard.tsx'

/** Composes the dashboard with the newest notifications: features do not import each other. */
export function DashboardPage() {
  return (
    <Dashboard>
      <NotificationsCard />
    </Dashboard>
  )
}
