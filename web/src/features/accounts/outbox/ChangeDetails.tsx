import { Navigate } from 'react-router'

/** Opens the profile, whose forms show the details that wait. */
export const ChangeDetails = () => <Navigate to="/account/profile" />
