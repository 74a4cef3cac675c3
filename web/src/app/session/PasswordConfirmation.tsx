import { Suspense } from 'react'
import { useIsPasswordRequested } from '../../api/session/password-confirmation.ts'
import { lazyScreen } from '../lazy-screen.ts'

const PasswordConfirmationDialog = lazyScreen(
  'PasswordConfirmationDialog',
  () => import('./PasswordConfirmationDialog.tsx'),
)

/** Shows the dialog that asks for the password while a call waits for it. */
export function PasswordConfirmation() {
  const isRequested = useIsPasswordRequested()
  if (!isRequested) return null
  return (
    <Suspense fallback={null}>
      <PasswordConfirmationDialog />
    </Suspense>
  )
}
