import { hasSession } from '../api/session.ts'
import { screen } from './screen.ts'
import { AccountRoutes, Login } from './screens.ts'

/** Where people come in who have an account. */
export const Dashboard = screen('DashboardPage', () => import('./DashboardPage.tsx'), 'dashboard', 'notifications')
export const UploadImage = screen(
  'UploadImage',
  () => import('../features/detection/UploadImage.tsx'),
  'detection',
  'advice',
)
export const MakePost = screen('MakePost', () => import('../features/community/MakePost.tsx'), 'controls', 'community')

const signedIn: Record<string, { sendFor: () => void }> = {
  '/account': Dashboard,
  '/account/addresses/image-analysis': UploadImage,
  '/account/addresses/community-posts': MakePost,
}

/** Sends for the screen at an address before anything is drawn: one file asking for the next costs a slow network a turn each. */
export function sendForScreen(path: string): void {
  const isWithin = path.startsWith('/account')
  if (isWithin && hasSession()) {
    AccountRoutes.sendFor()
    signedIn[path]?.sendFor()
  } else if (isWithin || path === '/' || path === '/auth') Login.sendFor()
}
