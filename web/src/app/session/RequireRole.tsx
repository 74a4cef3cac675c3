import type { Role } from '@kutu/contract/common'
import { Outlet } from 'react-router'
import { useUser } from '../../api/session/session.ts'
import { NotFound } from '../screens.ts'

/** Screens of one role: for others they are not there. The server decides about the data in any case. */
export function RequireRole({ roles }: { roles: readonly Role[] }) {
  const user = useUser()
  return user && roles.includes(user.role) ? <Outlet /> : <NotFound />
}
