import { useUser } from '../api/session/session.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { PageTitle } from '../ui/layout/PageTitle.tsx'
import { FarmerHome } from './FarmerHome.tsx'
import { FoldedFigures } from './FoldedFigures.tsx'
import { lazyScreen } from './lazy-screen.ts'

/** Each role loads its own of these. */
const Inbox = lazyScreen(
  'Inbox',
  () => import('./inbox/Inbox.tsx'),
  'community',
  'moderation',
  'consultations',
  'outbreaks',
  'warnings',
)
const FiguresPage = lazyScreen('FiguresPage', () => import('./FiguresPage.tsx'), 'dashboard')
const AdminHome = lazyScreen('AdminHome', () => import('../features/admin/home/AdminHome.tsx'), 'admin')

/** Composes the first screen of each role of other features: features do not import each other. */
export function DashboardPage() {
  const { t } = useTranslation()
  const user = useUser()
  if (user === null || user.role === 'farmer') return <FarmerHome />
  if (user.role === 'expert') return user.is_approved ? <Inbox /> : <FiguresPage />
  return (
    <>
      <PageTitle title={t('dashboard.admin_title')} />
      <AdminHome />
      <FoldedFigures role={user.role} />
    </>
  )
}
