import { useEffect, useRef } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useHasSession } from '../api/session.ts'
import { say } from '../text/say.ts'
import { showError } from '../ui/toasts.ts'
import { dropReturnPath, keepReturnPath } from './return-path.ts'

/** Lets in whoever has an access token; others go to sign in, and their wanted path is kept. */
export function Guard() {
  const isSignedIn = useHasSession()
  const { pathname, search, hash } = useLocation()
  const path = `${pathname}${search}${hash}`
  const wasSignedIn = useRef(false)
  useEffect(() => {
    if (isSignedIn) {
      wasSignedIn.current = true
      return dropReturnPath()
    }
    keepReturnPath(path)
    if (wasSignedIn.current) showError(say('notice.error'), say('error.session_ended'))
  }, [isSignedIn, path])
  return isSignedIn ? <Outlet /> : <Navigate to="/auth" replace />
}
