import { Navigate, useLocation } from 'react-router'
import { useUser } from '../api/session.ts'

/** The way to an expert, from an answer or a letter: the slots, with whatever filter came along. Visitors sign in first. */
export function ToExperts() {
  const { search } = useLocation()
  const role = useUser()?.role
  if (role === 'expert' || role === 'admin') return <Navigate to="/contact-us#experts" replace />
  return <Navigate to={`/account/addresses/slots${search}`} replace />
}
