import { hasSession } from '../api/session/session.ts'
import { lazyScreen } from './lazy-screen.ts'
import { AccountRoutes, Login } from './screens.ts'

/** Where people come in who have an account. */
export const Dashboard = lazyScreen('DashboardPage', () => import('./DashboardPage.tsx'), 'dashboard', 'notifications')
export const UploadImage = lazyScreen(
  'UploadImage',
  () => import('../features/detection/capture/UploadImage.tsx'),
  'detection',
  'advice',
)
export const MakePost = lazyScreen(
  'MakePost',
  () => import('../features/community/board/MakePost.tsx'),
  'controls',
  'community',
)

const accountScreens: Record<string, { preload: () => void }> = {
  '/account': Dashboard,
  '/account/addresses/image-analysis': UploadImage,
  '/account/addresses/community-posts': MakePost,
}

/** Sends for the screen at an address before anything is drawn: one file asking for the next costs a slow network a turn each. */
export function preloadScreen(path: string): void {
  const isAccountPath = path.startsWith('/account')
  if (isAccountPath && hasSession()) {
    AccountRoutes.preload()
    accountScreens[path]?.preload()
  } else if (isAccountPath || path === '/' || path === '/auth') Login.preload()
}
