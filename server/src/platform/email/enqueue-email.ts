import { randomUUID } from 'node:crypto'
import type { Tx } from '../db/database.ts'
import { enqueue } from '../jobs/queue.ts'
import type { EmailPayload } from './email.ts'
import { isPlaceholderEmail } from './placeholder-email.ts'

/** Queues an email in the transaction that causes it, by default without delay. Emails to erased accounts are dropped. */
export async function enqueueEmail(
  tx: Tx,
  email: EmailPayload,
  options: { key?: string; delaySeconds?: number } = {},
): Promise<void> {
  if (isPlaceholderEmail(email.to)) return
  await enqueue(tx, 'send_mail', { ...email, id: randomUUID() }, options)
}
