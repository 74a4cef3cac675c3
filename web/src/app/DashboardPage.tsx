import { Suspense } from 'react'
import { useUser } from '../api/session/session.ts'
import { Dashboard } from '../features/dashboard/Dashboard.tsx'
import { NotificationsCard } from '../features/notifications/NotificationsCard.tsx'
import { FarmerHome } from './FarmerHome.tsx'
import { lazyScreen } from './lazy-screen.ts'

/** Loaded for experts only. */
const ExpertToday = lazyScreen(
  'ExpertToday',
  () => import('./ExpertToday.tsx'),
  'community',
  'moderation',
  'consultations',
)

/** Loaded for administrators only. */
const AdminHome = lazyScreen('AdminHome', () => import('../features/admin/home/AdminHome.tsx'), 'admin')

/** Composes the first screen of each role of other features: features do not import each other. */
export function DashboardPage() {
  const user = useUser()
  const role = user?.role ?? 'farmer'
  if (role === 'farmer') return <FarmerHome />
  const isApprovedExpert = role === 'expert' && user?.is_approved
  return (
    <Dashboard
      role={role}
      top={
        <>
          {isApprovedExpert && (
            <Suspense>
              <ExpertToday />
            </Suspense>
          )}
          {role === 'admin' && (
            <Suspense>
              <AdminHome />
            </Suspense>
          )}
        </>
      }
    >
      <NotificationsCard />
    </Dashboard>
  )
}
