import { Dashboard } from '../features/dashboard/Dashboard.tsx'
import { NotificationsCard } from '../features/notifications/NotificationsCard.tsx'

/** The figures, links and notifications of experts: one tap from the inbox, and the first screen of those who wait for approval. */
export const FiguresPage = () => (
  <Dashboard>
    <NotificationsCard />
  </Dashboard>
)
