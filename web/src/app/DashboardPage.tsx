import { Suspense } from 'react'
import { useUser } from '../api/session/session.ts'
import { NextAppointment } from '../features/consultations/my-bookings/NextAppointment.tsx'
import { Dashboard } from '../features/dashboard/Dashboard.tsx'
import { MyField } from '../features/detection/field/MyField.tsx'
import { NewAnswers } from '../features/notifications/NewAnswers.tsx'
import { NotificationsCard } from '../features/notifications/NotificationsCard.tsx'
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

/** Composes the dashboard with the content of other features: features do not import each other. */
export function DashboardPage() {
  const user = useUser()
  const isApprovedExpert = user?.role === 'expert' && user.is_approved
  return (
    <Dashboard
      top={
        <>
          {user?.role === 'farmer' && (
            <MyField>
              <NewAnswers />
              <NextAppointment />
            </MyField>
          )}
          {isApprovedExpert && (
            <Suspense>
              <ExpertToday />
            </Suspense>
          )}
          {user?.role === 'admin' && (
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
