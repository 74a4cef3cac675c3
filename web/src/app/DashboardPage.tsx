import { type ReactNode, Suspense } from 'react'
import { useUser } from '../api/session/session.ts'
import { Dashboard } from '../features/dashboard/Dashboard.tsx'
import { NotificationsCard } from '../features/notifications/NotificationsCard.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { FarmerHome } from './FarmerHome.tsx'
import { lazyScreen } from './lazy-screen.ts'

/** Loaded for approved experts only. */
const Inbox = lazyScreen(
  'Inbox',
  () => import('./inbox/Inbox.tsx'),
  'community',
  'moderation',
  'consultations',
  'outbreaks',
  'warnings',
)

/** Loaded for administrators only. */
const AdminHome = lazyScreen('AdminHome', () => import('../features/admin/home/AdminHome.tsx'), 'admin')

/** Composes the first screen of each role of other features: features do not import each other. */
export function DashboardPage() {
  const user = useUser()
  const role = user?.role ?? 'farmer'
  if (role === 'farmer') return <FarmerHome />
  if (role === 'expert' && user?.is_approved)
    return (
      <Suspense>
        <Inbox />
      </Suspense>
    )
  return (
    <FiguresPage
      top={
        role === 'admin' && (
          <Suspense>
            <AdminHome />
          </Suspense>
        )
      }
    />
  )
}

/** The figures, links and notifications of experts and administrators, with content of other features above them (`top`). */
export function FiguresPage({ top }: { top?: ReactNode }) {
  const { t } = useTranslation()
  const user = useUser()
  const isAdmin = user?.role === 'admin'
  return (
    <Dashboard
      role={isAdmin ? 'admin' : 'expert'}
      title={user?.role === 'expert' && user.is_approved ? t('dashboard.figures') : undefined}
      top={top}
    >
      <NotificationsCard />
    </Dashboard>
  )
}
