import { useEffect, useRef } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { endSession, readItem, useHasSession } from '../../api/session/session.ts'
import { t } from '../../i18n/i18n.ts'
import { showError } from '../../ui/feedback/toasts.ts'
import { clearReturnPath, storeReturnPath } from './return-path.ts'

/**
 * Renders the child routes for a signed-in user. Others go to the sign-in page, and the address they wanted is stored.
 */
export function RequireSession() {
  const isSignedIn = useHasSession()
  const { pathname, search, hash } = useLocation()
  const path = `${pathname}${search}${hash}`
  const wasSignedIn = useRef(false)
  useEffect(() => {
    if (isSignedIn) {
      wasSignedIn.current = true
      return clearReturnPath()
    }
    storeReturnPath(path)
    // The tokens beside a user record that cannot be parsed.
    if (readItem('accessToken') !== null) endSession()
    if (wasSignedIn.current) showError(t('error.session_ended'))
  }, [isSignedIn, path])
  return isSignedIn ? <Outlet /> : <Navigate to="/auth" replace />
}
