import { type PropsWithChildren, useEffect, useRef } from 'react'
import { Redirect } from 'wouter'
import { endSession, readItem, useHasSession } from '../../api/session/session.ts'
import { t } from '../../i18n/i18n.ts'
import { useAddress } from '../../router.tsx'
import { showError } from '../../ui/feedback/toasts.ts'
import { clearReturnPath, storeReturnPath } from './return-path.ts'

/**
 * Renders its children for a signed-in user. Others go to the sign-in page, and the address they wanted is stored.
 */
export function RequireSession({ children }: PropsWithChildren) {
  const isSignedIn = useHasSession()
  const { pathname, search, hash } = useAddress()
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
  return isSignedIn ? children : <Redirect to="/auth" replace />
}
