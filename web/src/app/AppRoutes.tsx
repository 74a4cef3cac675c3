import { Navigate, Route, Routes } from 'react-router'
import { hasSession } from '../api/session/session.ts'
import { AuthLayout } from './layout/AuthLayout.tsx'
import { PublicLayout } from './layout/PublicLayout.tsx'
import { lazyScreen } from './lazy-screen.ts'
import { NotFound } from './not-found-screen.ts'
import { authRoutes, publicRoutes } from './public-routes.ts'
import { RequireSession } from './session/RequireSession.tsx'

const AccountRoutes = lazyScreen(
  'AccountRoutes',
  () => import('./AccountRoutes.tsx'),
  'menu',
  'controls',
  'notifications',
)
const Gallery = import.meta.env.DEV
  ? lazyScreen('Gallery', () => import('../testing/gallery/Gallery.tsx'), 'controls')
  : undefined

/** Renders the route of the address. */
export function AppRoutes() {
  return (
    <Routes>
      <Route path="/" element={<Navigate to="/auth" replace />} />
      <Route element={<AuthLayout />}>
        {authRoutes.map(({ path, screen: Screen }) => (
          <Route key={path} path={path} element={<Screen />} />
        ))}
      </Route>
      <Route element={<RequireSession />}>
        <Route path="/account/*" element={<AccountRoutes />} />
      </Route>
      <Route element={<PublicLayout />}>
        {publicRoutes.map(({ path, screen: Screen }) => (
          <Route key={path} path={path} element={<Screen />} />
        ))}
        {Gallery && <Route path="/gallery/*" element={<Gallery />} />}
        <Route path="*" element={<NotFound />} />
      </Route>

      <Route path="/experts" element={<Navigate to={`/account/addresses/slots${window.location.search}`} replace />} />
      <Route path="/dashboard" element={<Navigate to="/account" replace />} />
      <Route path="/signup" element={<Navigate to="/auth/signup" replace />} />
    </Routes>
  )
}

/**
 * Starts to load the screen of a path before React renders: on a slow network every file that is discovered only after
 * another costs a round trip. Behind sign-in the account routes then load their own screen (AccountRoutes.tsx).
 */
export function preloadScreen(path: string): void {
  const isAccountPath = path.startsWith('/account')
  const target = isAccountPath || path === '/' ? '/auth' : path
  if (isAccountPath && hasSession()) AccountRoutes.preload()
  else [...authRoutes, ...publicRoutes].find(route => route.path === target)?.screen.preload()
}
