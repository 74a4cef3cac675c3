import type { AdminUser } from '@kutu/contract/admin'
import { closeWithConsultations } from '../consultations/closed-accounts.ts'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import { conflictOf } from '../db/conflicts.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import { refuse } from '../http/errors.ts'
import { mayReturn } from './leaving.ts'
import { sendReset } from './password-resets.ts'
import { endSessions } from './sessions.ts'
import { managedUsers, presentManagedUser } from './user-list.ts'

type Change = { actor: string; action: 'deactivate' | 'reactivate' | 'reset_password'; reason?: string | undefined }

/**
 * What an admin may do to an account. Deactivated, it is signed out everywhere at once, its bookings and slots end, and it
 * stays closed until reactivated.
 * @throws not_found, own_account, last_admin, already_decided (also when another admin was faster), user_deactivated, too_many_requests
 */
export async function changeUser(app: App, id: string, change: Change): Promise<AdminUser> {
  if (change.action === 'deactivate' && id === change.actor) throw refuse('own_account')
  try {
    return await write(app, async tx => {
      const user = await managedUsers(tx).where('id', '=', id).executeTakeFirst()
      if (!user) throw refuse('not_found')
      if (change.action === 'reset_password') await startReset(app, tx, user, change)
      else if (change.action === 'deactivate') await deactivate(app, tx, id, change)
      else await reactivate(app, tx, id, change)
      return presentManagedUser(await managedUsers(tx).where('id', '=', id).executeTakeFirstOrThrow())
    })
  } catch (error) {
    throw conflictOf(error) ?? error
  }
}

async function deactivate(app: App, tx: Tx, id: string, { actor, reason }: Change): Promise<void> {
  const ended = await closeWithConsultations(app, tx, { user: id, actor }, async () => {
    if (!(await swap(tx, id, { deactivated_at: app.clock.now() }, 'open')) && !(await bar(tx, id)))
      throw refuse('already_decided')
  })
  await endSessions(app, tx, id)
  await note(app, tx, { actor, id, action: 'user.deactivated', active: false, more: { ...ended, reason } })
}

/** What ended does not come back. Whose owner had asked for its deletion goes on leaving, and may return by signing in again. */
async function reactivate(app: App, tx: Tx, id: string, { actor, reason }: Change): Promise<void> {
  if (!(await unbar(tx, id)) && !(await swap(tx, id, { deactivated_at: null }, 'closed')))
    throw refuse('already_decided')
  // A session that slipped in while the account was being closed must not come back to life with it.
  await endSessions(app, tx, id)
  await note(app, tx, { actor, id, action: 'user.reactivated', active: true, more: { reason } })
}

/** Compare and swap: false when it already stands so. */
async function swap(tx: Tx, id: string, change: { deactivated_at: Date | null }, from: 'open' | 'closed') {
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
const bar = (tx: Tx, id: string) => letReturn(tx, id, false)
const unbar = (tx: Tx, id: string) => letReturn(tx, id, true)
async function letReturn(tx: Tx, id: string, may: boolean): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ returns_by_sign_in: may })
    .where('id', '=', id)
    .where('leaves_at', 'is not', null)
    .where('returns_by_sign_in', '=', !may)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

type Note = { actor: string; id: string; action: string; active: boolean; more: Record<string, unknown> }
const note = (app: App, tx: Tx, { actor, id, action, active, more }: Note) =>
  audit(app, tx, {
    actor,
    action,
    subject: { type: 'user', id },
    before: { active: !active },
    after: { active, ...more },
  })

/** The same link that its owner could ask for; the password stays as it is until it is used. */
async function startReset(
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
  { actor, reason }: Change,
): Promise<void> {
  if (user.deactivated_at && !mayReturn(user, app.clock.now())) throw refuse('user_deactivated')
  await sendReset(app, tx, user)
  await audit(app, tx, {
    actor,
    action: 'user.reset_started',
    subject: { type: 'user', id: user.id },
    ...(reason === undefined ? {} : { after: { reason } }),
  })
}
