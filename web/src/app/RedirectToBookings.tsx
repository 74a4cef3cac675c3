import { Navigate } from 'react-router'
import { useUser } from '../api/session/session.ts'

/** Where a role finds its bookings. */
export function RedirectToBookings() {
  const isExpert = useUser()?.role === 'expert'
  return <Navigate to={isExpert ? '/account/addresses/bookings' : '/account/addresses/my-bookings'} replace />
}
