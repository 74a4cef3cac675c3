import type { OwnUser } from '@kutu/contract/accounts/accounts'
import type { SecondFactorMethod } from '@kutu/contract/accounts/sign-in-challenge'
import type { Language } from '@kutu/contract/common'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { t } from '../../../platform/i18n/translate.ts'
import { cancelDeletion } from '../erasure/account-deletion.ts'
import { presentUser } from '../profile/present-user.ts'
import { getUserRecord } from '../users/users.ts'
import { findRequiredStep } from './required-step.ts'
import { createSession, type TokenPair } from './sessions.ts'
import { clearSignInFailures } from './sign-in-failures.ts'

export type SignInResult = TokenPair & { user: OwnUser; message?: string }

/**
 * Opens a session for a user who has proved everything that the account asks for. During the grace period of a deletion
 * this cancels it, and the reply says so. Returns undefined if that period has just ended.
 * @param method the second factor, if the account has one
 */
export async function openSession(
  app: App,
  tx: Tx,
  { id, email, deactivated_at }: { id: string; email: string; deactivated_at: Date | null },
  { language, userAgent, method }: { language: Language; userAgent: string; method?: SecondFactorMethod },
): Promise<SignInResult | undefined> {
  await clearSignInFailures(tx, email)
  const isDeletionCanceled = await cancelDeletion(app, tx, id)
  if (deactivated_at && !isDeletionCanceled) return undefined
  const tokens = await createSession(app, tx, id, userAgent)
  await audit(app, tx, { actor: id, action: 'session.opened', ...(method && { after: { method } }) })
  const record = presentUser(await getUserRecord(tx, id), language)
  const user = { ...record, required_step: await findRequiredStep(app, tx, id) }
  return { ...tokens, user, ...(isDeletionCanceled && { message: t(language, 'accounts.kept') }) }
}
