import webPush from 'web-push'
import { z } from 'zod'
import type { Clock } from '../../../clock.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Db } from '../../../platform/db/database.ts'

const vapidKeysSchema = z.object({ publicKey: z.string(), privateKey: z.string() })
export type VapidKeys = z.infer<typeof vapidKeysSchema>

const keyName = 'vapid'

/**
 * Returns the keys that identify this server to push services (VAPID, RFC 8292). They are created once and shared by
 * all processes, because a browser's subscription is bound to one public key.
 */
export async function loadVapidKeys(db: Db, clock: Clock): Promise<VapidKeys> {
  const stored = await findVapidKeys(db)
  if (stored) return stored
  const value = JSON.stringify(webPush.generateVAPIDKeys())
  // If several processes start at the same time, the first one inserts the keys and all read them.
  await insertInto(db, 'shared_keys', { name: keyName, value, created_at: clock.now() })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const created = await findVapidKeys(db)
  if (!created) throw new Error('the VAPID keys were not stored')
  return created
}

async function findVapidKeys(db: Db): Promise<VapidKeys | undefined> {
  const row = await db.selectFrom('shared_keys').select('value').where('name', '=', keyName).executeTakeFirst()
  return row && vapidKeysSchema.parse(row.value)
}
