import { Navigate } from 'react-router'
import { useUser } from '../api/session/session.ts'

/** Where a role reads the community's posts. */
export function RedirectToPosts() {
  const isExpert = useUser()?.role === 'expert'
  return <Navigate to={isExpert ? '/account/addresses/all-posts' : '/account/addresses/community-posts'} replace />
}
