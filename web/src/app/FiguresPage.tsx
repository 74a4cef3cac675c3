import { useUser } from '../api/session/session.ts'
import { Dashboard } from '../features/dashboard/Dashboard.tsx'
import { NotificationsCard } from '../features/notifications/NotificationsCard.tsx'
import { useTranslation } from '../i18n/use-translation.ts'
import { lazyScreen } from './lazy-screen.ts'

/** Loaded for administrators only. */
const AdminHome = lazyScreen('AdminHome', () => import('../features/admin/home/AdminHome.tsx'), 'admin')

/** The figures, links and notifications of experts and administrators, who have what waits for them above. */
export function FiguresPage() {
  const { t } = useTranslation()
  const user = useUser()
  const isAdmin = user?.role === 'admin'
  return (
    <Dashboard
      role={isAdmin ? 'admin' : 'expert'}
      title={user?.role === 'expert' && user.is_approved ? t('dashboard.figures') : undefined}
      top={isAdmin && <AdminHome />}
    >
      <NotificationsCard />
    </Dashboard>
  )
}
