import type { RequiredStep } from '@kutu/contract/accounts/accounts'
import type { Role } from '@kutu/contract/common'

const minute = 60_000

/** Limits of the second factor; times in milliseconds. */
export const secondFactorLimits = {
  /** Time to complete a sign-in after the correct password. */
  signInLifetime: 10 * minute,
  /** Time to add a factor after the password was confirmed. */
  setupLifetime: 15 * minute,
  /** Tries per challenge, for codes and passkeys alike. A database constraint has the same number. */
  maxTries: 5,
  /** More authenticator apps would make guessing a code easier. */
  maxFactors: 5,
  recoveryCodes: 10,
} as const

type AccountSecurity = {
  role: Role
  initial_password_expires_at: Date | null
  has_second_factor: boolean
}

/** Returns what an account must do before it may go on, or null. */
export function getRequiredStep(
  { role, initial_password_expires_at, has_second_factor }: AccountSecurity,
  adminSecondFactor: 'required' | 'optional',
): RequiredStep | null {
  if (initial_password_expires_at !== null) return 'change_password'
  return role === 'admin' && adminSecondFactor === 'required' && !has_second_factor ? 'set_up_second_factor' : null
}
