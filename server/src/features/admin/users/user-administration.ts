import type { AdminUser } from '@kutu/contract/admin'
import type { CountryCode } from '@kutu/places/districts'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { mapConstraintErrors } from '../../../platform/db/constraint-errors.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError, fieldError } from '../../../platform/http/api-error.ts'
import { canCancelDeletion } from '../../accounts/erasure/account-deletion.ts'
import { setExpertCountry } from '../../accounts/experts/expert-country.ts'
import { issuePasswordReset } from '../../accounts/passwords/password-resets.ts'
import { removeAllFactors } from '../../accounts/second-factor/factors.ts'
import { revokeSessions, voidPendingEmailChanges } from '../../accounts/sessions/sessions.ts'
import { deactivateUser, reactivateUser } from '../../accounts/users/deactivation.ts'
import { presentManagedUser, selectManagedUsers } from '../../accounts/users/user-list.ts'
import { closeAccountWithConsultations } from '../../consultations/account-closure.ts'

type UserChange = {
  actor: string
  action: 'deactivate' | 'reactivate' | 'reset_password' | 'remove_second_factors' | 'set_country'
  reason?: string | undefined
  country?: CountryCode | undefined
}

/**
 * Applies an admin's change to an account. A deactivated account is signed out everywhere, its bookings and slots end,
 * and it stays closed until it is reactivated.
 * @throws not_found, own_account, last_admin, already_decided (also if another admin was first), user_deactivated,
 *   too_many_requests, second_factor_missing, validation_failed (no reason or country)
 */
export async function applyUserChange(app: App, id: string, change: UserChange): Promise<AdminUser> {
  const isForOthersOnly = change.action === 'deactivate' || change.action === 'remove_second_factors'
  if (isForOthersOnly && id === change.actor) throw apiError('own_account')
  const transaction = withTransaction(app, async tx => {
    const user = await selectManagedUsers(tx)
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => apiError('not_found'))
    if (change.action === 'reset_password') await startPasswordReset(app, tx, user, change)
    else if (change.action === 'deactivate') await deactivate(app, tx, id, change)
    else if (change.action === 'remove_second_factors') await removeSecondFactors(app, tx, id, change)
    else if (change.action === 'set_country') {
      if (user.role !== 'expert') throw apiError('not_found')
      if (change.country === undefined) throw fieldError('country', 'field.required')
      await setExpertCountry(tx, app, { ...change, id, country: change.country })
    } else await reactivate(app, tx, id, change)
    return presentManagedUser(await selectManagedUsers(tx).where('id', '=', id).executeTakeFirstOrThrow())
  })
  return mapConstraintErrors(transaction)
}

async function deactivate(app: App, tx: Tx, id: string, { actor, reason }: UserChange): Promise<void> {
  const endedConsultations = await closeAccountWithConsultations(app, tx, { userId: id, actor }, async () => {
    if (!(await deactivateUser(app, tx, id))) throw apiError('already_decided')
  })
  await revokeSessions(app, tx, id)
  await auditStatusChange(app, tx, {
    actor,
    id,
    action: 'user.deactivated',
    active: false,
    details: { ...endedConsultations, reason },
  })
}

/** Removes the factors of a person who has lost them. Whoever holds them now is signed out. */
async function removeSecondFactors(app: App, tx: Tx, id: string, { actor, reason }: UserChange): Promise<void> {
  if (reason === undefined) throw fieldError('reason', 'field.required')
  await removeAllFactors(app, tx, id, { actor, reason })
  await revokeSessions(app, tx, id)
}

/** Reactivates an account. Bookings and slots that its deactivation ended do not come back. */
async function reactivate(app: App, tx: Tx, id: string, { actor, reason }: UserChange): Promise<void> {
  if (!(await reactivateUser(tx, id))) throw apiError('already_decided')
  // A session that was created while the account was being deactivated must not become valid again.
  await revokeSessions(app, tx, id)
  await auditStatusChange(app, tx, { actor, id, action: 'user.reactivated', active: true, details: { reason } })
}

type StatusChange = { actor: string; id: string; action: string; active: boolean; details: Record<string, unknown> }
const auditStatusChange = (app: App, tx: Tx, { actor, id, action, active, details }: StatusChange) =>
  audit(app, tx, {
    actor,
    action,
    subject: { type: 'user', id },
    before: { active: !active },
    after: { active, ...details },
  })

/** Sends the reset link that the owner could also request. The current password stays valid until the link is used. */
async function startPasswordReset(
  app: App,
  tx: Tx,
  user: {
    id: string
    email: string
    activated_at: Date | null
    deactivated_at: Date | null
    leaves_at: Date | null
    returns_by_sign_in: boolean
  },
  { actor, reason }: UserChange,
): Promise<void> {
  if (user.deactivated_at && !canCancelDeletion(user, app.clock.now())) throw apiError('user_deactivated')
  // Whoever asked for a new address may be the reason why the password is reset.
  await voidPendingEmailChanges(app, tx, user.id)
  await issuePasswordReset(app, tx, user)
  await audit(app, tx, {
    actor,
    action: 'user.reset_started',
    subject: { type: 'user', id: user.id },
    ...(reason === undefined ? {} : { after: { reason } }),
  })
}
