import type { Role } from '@kutu/contract/common'
import type { ReactNode } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { useUser } from '../api/session/session.ts'
import { accountRoutes } from './account-routes.ts'
import { AccountLayout } from './layout/AccountLayout.tsx'
import { NotFound } from './not-found-screen.ts'
import { type QuickLink, quickLinks } from './quick-links.ts'

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
        {quickLinks.map(({ path, targets }) => (
          <Route key={path} path={toRelativePath(path)} element={<RedirectByRole targets={targets} />} />
        ))}
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  )
}

function RedirectByRole({ targets }: Pick<QuickLink, 'targets'>) {
  const role = useUser()?.role
  return <Navigate to={role === undefined ? '/account' : targets[role]} replace />
}

/** Shows a screen to some roles only. Others get "not found" or a redirect. The server decides about the data in any case. */
export function RequireRole({
  roles,
  redirectOthersTo,
  children,
}: {
  roles: readonly Role[]
  redirectOthersTo: Partial<Record<Role, string>> | undefined
  children: ReactNode
}) {
  const user = useUser()
  if (user && roles.includes(user.role)) return children
  const target = user ? redirectOthersTo?.[user.role] : undefined
  return target === undefined ? <NotFound /> : <Navigate to={target} replace />
}
