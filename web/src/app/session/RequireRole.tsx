import type { Role } from '@kutu/contract/common'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { useUser } from '../../api/session/session.ts'
import { NotFound } from '../not-found-screen.ts'

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
