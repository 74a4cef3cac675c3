import { Redirect, Route, Switch } from 'wouter'
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

const redirect = (path: string, to: string) => (
  <Route path={path}>
    <Redirect to={to} replace />
  </Route>
)

/** The first route that matches is rendered. Those of one layout have the same key, so that it stays between them. */
export const AppRoutes = () => (
  <Switch>
    {redirect('/', '/auth')}
    {redirect('/experts', `/account/addresses/slots${window.location.search}`)}
    {redirect('/dashboard', '/account')}
    {redirect('/signup', '/auth/signup')}
    <Route path="/account/*?">
      <RequireSession>
        <AccountRoutes />
      </RequireSession>
    </Route>
    {authRoutes.map(({ path, screen: Screen }) => (
      <Route key="auth" path={path}>
        <AuthLayout>
          <Screen />
        </AuthLayout>
      </Route>
    ))}
    {publicRoutes.map(({ path, screen: Screen }) => (
      <Route key="public" path={path}>
        <PublicLayout>
          <Screen />
        </PublicLayout>
      </Route>
    ))}
    {Gallery && (
      <Route key="public" path="/gallery/*?">
        <PublicLayout>
          <Gallery />
        </PublicLayout>
      </Route>
    )}
    <Route key="public">
      <PublicLayout>
        <NotFound />
      </PublicLayout>
    </Route>
  </Switch>
)

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
