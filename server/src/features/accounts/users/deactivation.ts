import type { App } from '../../../context.ts'
import type { Tx } from '../../../platform/db/database.ts'

/**
 * Deactivates an account. For an account in the grace period of a deletion, it prevents that signing in cancels the
 * deletion. Returns false if the account is already deactivated.
 */
export const deactivateUser = async (app: App, tx: Tx, id: string): Promise<boolean> =>
  (await compareAndSetDeactivated(tx, id, { from: 'active', deactivated_at: app.clock.now() })) ||
  (await setCancelableBySignIn(tx, id, false))

/**
 * Reactivates an account. An account in the grace period of a deletion stays deactivated, but its owner can cancel the
 * deletion again by signing in. Returns false if the account is already active.
 */
export const reactivateUser = async (tx: Tx, id: string): Promise<boolean> =>
  (await setCancelableBySignIn(tx, id, true)) ||
  (await compareAndSetDeactivated(tx, id, { from: 'deactivated', deactivated_at: null }))

async function compareAndSetDeactivated(
  tx: Tx,
  id: string,
  { from, deactivated_at }: { from: 'active' | 'deactivated'; deactivated_at: Date | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ deactivated_at })
    .where('id', '=', id)
    .where('leaves_at', 'is', null)
    .where('deactivated_at', from === 'active' ? 'is' : 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function setCancelableBySignIn(tx: Tx, id: string, isCancelable: boolean): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ returns_by_sign_in: isCancelable })
    .where('id', '=', id)
    .where('leaves_at', 'is not', null)
    .where('returns_by_sign_in', '=', !isCancelable)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
