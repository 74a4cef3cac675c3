import type { AdminUser } from '@kutu/contract/admin'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { constraintError } from '../../../platform/db/constraint-errors.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import { closeAccountWithConsultations } from '../../consultations/account-closure.ts'
import { canCancelDeletion } from '../erasure/account-deletion.ts'
import { issuePasswordReset } from '../passwords/password-resets.ts'
import { revokeSessions } from '../sessions/sessions.ts'
import { presentManagedUser, selectManagedUsers } from './user-list.ts'

type UserChange = { actor: string; action: 'deactivate' | 'reactivate' | 'reset_password'; reason?: string | undefined }

/**
 * What an admin may do to an account. Deactivated, it is signed out everywhere at once, its bookings and slots end, and it
 * stays closed until reactivated.
 * @throws not_found, own_account, last_admin, already_decided (also when another admin was faster), user_deactivated, too_many_requests
 */
export async function applyUserChange(app: App, id: string, change: UserChange): Promise<AdminUser> {
  if (change.action === 'deactivate' && id === change.actor) throw apiError('own_account')
  try {
    return await withTransaction(app, async tx => {
      const user = await selectManagedUsers(tx).where('id', '=', id).executeTakeFirst()
      if (!user) throw apiError('not_found')
      if (change.action === 'reset_password') await startPasswordReset(app, tx, user, change)
      else if (change.action === 'deactivate') await deactivate(app, tx, id, change)
      else await reactivate(app, tx, id, change)
      return presentManagedUser(await selectManagedUsers(tx).where('id', '=', id).executeTakeFirstOrThrow())
    })
  } catch (error) {
    throw constraintError(error) ?? error
  }
}

async function deactivate(app: App, tx: Tx, id: string, { actor, reason }: UserChange): Promise<void> {
  const endedConsultations = await closeAccountWithConsultations(app, tx, { userId: id, actor }, async () => {
    if (
      !(await compareAndSetDeactivated(tx, id, { deactivated_at: app.clock.now() }, 'open')) &&
      !(await blockReturn(tx, id))
    )
      throw apiError('already_decided')
  })
  await revokeSessions(app, tx, id)
  await auditUserChange(app, tx, {
    actor,
    id,
    action: 'user.deactivated',
    active: false,
    details: { ...endedConsultations, reason },
  })
}

/** What ended does not come back. Whose owner had asked for its deletion goes on leaving, and may return by signing in again. */
async function reactivate(app: App, tx: Tx, id: string, { actor, reason }: UserChange): Promise<void> {
  if (!(await allowReturn(tx, id)) && !(await compareAndSetDeactivated(tx, id, { deactivated_at: null }, 'closed')))
    throw apiError('already_decided')
  // A session that slipped in while the account was being closed must not come back to life with it.
  await revokeSessions(app, tx, id)
  await auditUserChange(app, tx, { actor, id, action: 'user.reactivated', active: true, details: { reason } })
}

/** Compare and swap: false when it already stands so. */
async function compareAndSetDeactivated(
  tx: Tx,
  id: string,
  change: { deactivated_at: Date | null },
  from: 'open' | 'closed',
) {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set(change)
    .where('id', '=', id)
    .where('leaves_at', 'is', null)
    .where('deactivated_at', from === 'open' ? 'is' : 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Keeps who is leaving from coming back by signing in. */
const blockReturn = (tx: Tx, id: string) => setReturnAllowed(tx, id, false)
const allowReturn = (tx: Tx, id: string) => setReturnAllowed(tx, id, true)
async function setReturnAllowed(tx: Tx, id: string, isAllowed: boolean): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ returns_by_sign_in: isAllowed })
    .where('id', '=', id)
    .where('leaves_at', 'is not', null)
    .where('returns_by_sign_in', '=', !isAllowed)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

type UserAuditEntry = { actor: string; id: string; action: string; active: boolean; details: Record<string, unknown> }
const auditUserChange = (app: App, tx: Tx, { actor, id, action, active, details }: UserAuditEntry) =>
  audit(app, tx, {
    actor,
    action,
    subject: { type: 'user', id },
    before: { active: !active },
    after: { active, ...details },
  })

/** The same link that its owner could ask for; the password stays as it is until it is used. */
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
  await issuePasswordReset(app, tx, user)
  await audit(app, tx, {
    actor,
    action: 'user.reset_started',
    subject: { type: 'user', id: user.id },
    ...(reason === undefined ? {} : { after: { reason } }),
  })
}
