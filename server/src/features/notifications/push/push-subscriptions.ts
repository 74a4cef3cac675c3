import type { EndpointBody } from '@kutu/contract/endpoint'
import type { notificationSettings } from '@kutu/contract/notifications/notification-settings'
import type { App } from '../../../context.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Db } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError, fieldError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { isPushService } from '../../../platform/http/security/egress.ts'

type PushSubscriptionInput = EndpointBody<typeof notificationSettings.addPushSubscription>

const maxPerUser = 10

/**
 * Stores a push subscription for the caller's session. Old subscriptions above the limit are deleted.
 * @throws ApiError validation_failed if the endpoint is not a known push service
 */
export async function addSubscription(
  db: Db,
  app: App,
  caller: Caller,
  { endpoint, keys }: PushSubscriptionInput,
): Promise<{ id: string }> {
  if (!isPushService(app.config, new URL(endpoint))) throw fieldError('endpoint', 'field.invalid')
  const row = {
    user_id: caller.id,
    session_id: caller.sessionId,
    endpoint,
    p256dh: keys.p256dh,
    auth: keys.auth,
    created_at: app.clock.now(),
  }
  return withTransaction(db, async tx => {
    // A browser belongs to one user at a time: the one who subscribed last.
    const { id } = await insertInto(tx, 'push_subscriptions', row)
      .onConflict(conflict => conflict.column('endpoint').doUpdateSet(row))
      .returning('id')
      .executeTakeFirstOrThrow()
    const surplus = tx
      .selectFrom('push_subscriptions')
      .select('id')
      .where('user_id', '=', caller.id)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .offset(maxPerUser)
    await tx.deleteFrom('push_subscriptions').where('id', 'in', surplus).where('id', '!=', id).execute()
    return { id }
  })
}

/**
 * Deletes an own push subscription.
 * @throws ApiError not_found, also for a subscription of another user
 */
export async function removeSubscription(app: App, caller: Caller, id: string): Promise<void> {
  const { numDeletedRows } = await app.db
    .deleteFrom('push_subscriptions')
    .where('id', '=', id)
    .where('user_id', '=', caller.id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw apiError('not_found')
}
