import type { AdminUser } from '@kutu/contract/admin'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import { conflictOf } from '../db/conflicts.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import { refuse } from '../http/errors.ts'
import { sendReset } from './password-resets.ts'
import { endSessions } from './sessions.ts'
import { managedUsers, presentManagedUser } from './user-list.ts'

type Change = { actor: string; action: 'deactivate' | 'reactivate' | 'reset_password'; reason?: string | undefined }

/**
 * What an admin may do to an account. Deactivated, it is signed out everywhere at once and stays closed until reactivated.
 * @throws not_found, own_account, last_admin, already_decided (also when another admin was faster), user_deactivated, too_many_requests
 */
export async function changeUser(app: App, id: string, change: Change): Promise<AdminUser> {
  if (change.action === 'deactivate' && id === change.actor) throw refuse('own_account')
  try {
    return await write(app, async tx => {
      const user = await managedUsers(tx).where('id', '=', id).executeTakeFirst()
      if (!user) throw refuse('not_found')
      if (change.action === 'reset_password') await startReset(app, tx, user, change)
      else await switchAccount(app, tx, id, change)
      return presentManagedUser(await managedUsers(tx).where('id', '=', id).executeTakeFirstOrThrow())
    })
  } catch (error) {
    throw conflictOf(error) ?? error
  }
}

/** Compare and swap: refused when it already stands so. */
async function switchAccount(app: App, tx: Tx, id: string, { actor, action, reason }: Change): Promise<void> {
  const isClosing = action === 'deactivate'
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ deactivated_at: isClosing ? app.clock.now() : null })
    .where('id', '=', id)
    .where('deactivated_at', isClosing ? 'is' : 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw refuse('already_decided')
  // A session that slipped in while the account was being closed must not come back to life with it.
  await endSessions(app, tx, id)
  await audit(app, tx, {
    actor,
    action: isClosing ? 'user.deactivated' : 'user.reactivated',
    subject: { type: 'user', id },
    before: { active: isClosing },
    after: { active: !isClosing, ...(reason === undefined ? {} : { reason }) },
  })
}

/** The same link that its owner could ask for; the password stays as it is until it is used. */
async function startReset(
  app: App,
  tx: Tx,
  user: { id: string; email: string; activated_at: Date | null; deactivated_at: Date | null },
  { actor, reason }: Change,
): Promise<void> {
  if (user.deactivated_at) throw refuse('user_deactivated')
  await sendReset(app, tx, user)
  await audit(app, tx, {
    actor,
    action: 'user.reset_started',
    subject: { type: 'user', id: user.id },
    ...(reason === undefined ? {} : { after: { reason } }),
  })
}
