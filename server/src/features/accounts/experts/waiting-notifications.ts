import type { App } from '../../../context.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { notify, retractNotifications } from '../../notifications/inbox/notify.ts'
import { listAdminIds } from '../users/users.ts'

/** Notifies the administrators of an expert who waits for approval. Call it in the transaction of the activation. */
export async function notifyExpertWaiting(app: App, tx: Tx, expert: { id: string; username: string }): Promise<void> {
  const admins = await listAdminIds(tx)
  const notifications = admins.map(to => ({
    to,
    type: 'expert_waiting' as const,
    details: { username: expert.username },
    subject: null,
    cause: expert.id,
  }))
  await notify(app, tx, notifications)
}

/** Deletes the unread notifications of an expert who no longer waits. */
export async function retractExpertWaiting(tx: Tx, expertId: string): Promise<void> {
  await retractNotifications(tx, { cause: expertId, types: ['expert_waiting'] })
}
