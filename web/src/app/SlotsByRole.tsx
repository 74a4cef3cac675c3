import { Navigate } from 'react-router'
import { useUser } from '../api/session/session.ts'
import { Slots } from './account-screens.ts'

/** `/experts` leads here from answers and letters: farmers find slots to book, the others whom to turn to. */
export function SlotsByRole() {
  return useUser()?.role === 'farmer' ? <Slots /> : <Navigate to="/contact-us#experts" replace />
}
