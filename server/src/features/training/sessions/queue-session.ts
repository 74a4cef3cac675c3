import type { SessionKind } from '@kutu/contract/training/training-sessions'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'

type NewSession = {
  kind: SessionKind
  /** Null for one that starts by itself. */
  startedBy: string | null
  /** It learns from the photos accepted up to this place. */
  upTo: string
}

/** Queues a session. The caller holds the lock of the training photos. */
export async function queueSession(app: App, tx: Tx, { kind, startedBy, upTo }: NewSession): Promise<string> {
  const { id } = await insertInto(tx, 'training_sessions', {
    kind,
    state: 'queued',
    phase: 'waiting',
    started_by: startedBy,
    created_at: app.clock.now(),
    up_to: upTo,
    network: app.vision.card.version,
    parent: app.vision.active.version,
    version: null,
    figures: null,
    started_at: null,
    finished_at: null,
    runner: null,
    seen_alive_at: null,
  })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(tx, 'train', { session: id }, { key: `train:${id}` })
  await audit(app, tx, {
    actor: startedBy,
    action: 'training_session.started',
    subject: { type: 'training_session', id },
  })
  return id
}

/** Returns the id of the queued or running session. */
export async function findRunningSession(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('training_sessions')
    .select('id')
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return row?.id
}

/** Returns the place of the photo that was accepted last. */
export async function getLastAccepted(tx: Tx): Promise<string> {
  const { last } = await tx
    .selectFrom('training_images')
    .select(({ fn }) => fn.max('accepted_as').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? '0'
}
