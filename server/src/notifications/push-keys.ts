import type { Kysely } from 'kysely'
import webPush from 'web-push'
import { z } from 'zod'
import type { Clock } from '../context.ts'
import type { Database } from '../db/database.ts'

const pair = z.object({ publicKey: z.string(), privateKey: z.string() })
export type PushKeys = z.infer<typeof pair>

const name = 'vapid'

/**
 * The keys by which push services know this server (VAPID, RFC 8292): made once and the same for every process, because
 * a browser's subscription holds for one public key alone.
 */
export async function pushKeys(db: Kysely<Database>, clock: Clock): Promise<PushKeys> {
  const kept = await keptKeys(db)
  if (kept) return kept
  const value = JSON.stringify(webPush.generateVAPIDKeys())
  // Of several processes starting at once the first writes them, and all read what it wrote.
  await db
    .insertInto('shared_keys')
    .values({ name, value, created_at: clock.now() })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const made = await keptKeys(db)
  if (!made) throw new Error('the push keys were not kept')
  return made
}

async function keptKeys(db: Kysely<Database>): Promise<PushKeys | undefined> {
  const row = await db.selectFrom('shared_keys').select('value').where('name', '=', name).executeTakeFirst()
  return row && pair.parse(row.value)
}
