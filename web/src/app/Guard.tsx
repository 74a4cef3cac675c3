import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useHasSession } from '../api/session.ts'
import { dropReturnPath, keepReturnPath } from './return-path.ts'

/** Lets in whoever has an access token; others go to sign in, and their wanted path is kept. */
export function Guard() {
  const isSignedIn = useHasSession()
  const { pathname, search, hash } = useLocation()
  const path = `${pathname}${search}${hash}`
  useEffect(() => {
    if (isSignedIn) dropReturnPath()
    else keepReturnPath(path)
  }, [isSignedIn, path])
  return isSignedIn ? <Outlet /> : <Navigate to="/auth" replace />
}
