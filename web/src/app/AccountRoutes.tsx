import type { Role } from '@kutu/contract/common'
import { Navigate, Route, Routes } from 'react-router'
import { useUser } from '../api/session/session.ts'
import { accountRoutes } from './account-routes.ts'
import { AccountLayout } from './layout/AccountLayout.tsx'
import { NotFound } from './not-found-screen.ts'
import { RequireRole } from './session/RequireRole.tsx'

// The screen of the current address loads while the layout renders.
accountRoutes.find(({ path }) => path === window.location.pathname)?.screen.preload()

/** Paths are written from the root in the route table, and from `/account` for a nested router. */
const toRelativePath = (path: string) => path.slice('/account/'.length)

/** Renders the routes behind sign-in. It is loaded together with their half of the route table. */
export function AccountRoutes() {
  return (
    <Routes>
      <Route element={<AccountLayout />}>
        {accountRoutes.map(({ path, screen: Screen, roles, redirectOthersTo }) => (
          <Route
            key={path}
            path={toRelativePath(path)}
            element={
              roles ? (
                <RequireRole roles={roles} redirectOthersTo={redirectOthersTo}>
                  <Screen />
                </RequireRole>
              ) : (
                <Screen />
              )
            }
          />
        ))}
        <Route path="images/upload" element={<Navigate to="/account/addresses/image-analysis" replace />} />
        <Route path="bookings" element={<RedirectByRole expert="bookings" others="my-bookings" />} />
        <Route path="posts" element={<RedirectByRole expert="all-posts" others="community-posts" />} />
        <Route path="posts/create" element={<Navigate to="/account/addresses/community-posts" replace />} />
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  )
}

/** Older addresses that lead each role to its own screen. */
function RedirectByRole({ expert, others }: Record<Extract<Role, 'expert'> | 'others', string>) {
  const isExpert = useUser()?.role === 'expert'
  return <Navigate to={`/account/addresses/${isExpert ? expert : others}`} replace />
}
