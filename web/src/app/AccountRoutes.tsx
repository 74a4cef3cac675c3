import type { Role } from '@kutu/contract/common'
import type { ReactNode } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { useUser } from '../api/session/session.ts'
import { accountRoutes } from './account-routes.ts'
import { AccountLayout } from './layout/AccountLayout.tsx'
import { NotFound } from './not-found-screen.ts'
import { type QuickLink, quickLinks } from './quick-links.ts'

// The screen of the current address loads while the layout renders.
accountRoutes.find(({ path }) => path === window.location.pathname)?.screen.preload()

/** Renders the routes behind sign-in. It is loaded together with their half of the route table. */
export const AccountRoutes = () => (
  <AccountLayout>
    <Switch>
      {accountRoutes.map(({ path, screen: Screen, roles, redirectOthersTo }) => (
        <Route key={path} path={path}>
          {roles ? (
            <RequireRole roles={roles} redirectOthersTo={redirectOthersTo}>
              <Screen />
            </RequireRole>
          ) : (
            <Screen />
          )}
        </Route>
      ))}
      {quickLinks.map(({ path, targets }) => (
        <Route key={path} path={path}>
          <RedirectByRole targets={targets} />
        </Route>
      ))}
      <Route>
        <NotFound />
      </Route>
    </Switch>
  </AccountLayout>
)

function RedirectByRole({ targets }: Pick<QuickLink, 'targets'>) {
  const role = useUser()?.role
  return <Redirect to={role === undefined ? '/account' : targets[role]} replace />
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
  return target === undefined ? <NotFound /> : <Redirect to={target} replace />
}
