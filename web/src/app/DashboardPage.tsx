import { useUser } from '../api/session/session.ts'
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

/** Loaded for administrators, and for experts who wait for their approval. */
const FiguresPage = lazyScreen('FiguresPage', () => import('./FiguresPage.tsx'), 'dashboard')

/** Composes the first screen of each role of other features: features do not import each other. */
export function DashboardPage() {
  const user = useUser()
  if (user === null || user.role === 'farmer') return <FarmerHome />
  const Screen = user.role === 'expert' && user.is_approved ? Inbox : FiguresPage
  return <Screen />
}
