import { serializeHead } from '@kutu/vision/inference/head'
import type { Vision } from '@kutu/vision/node/vision'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { advisoryLock } from '../../../platform/db/advisory-lock.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { getContributors } from '../../accounts/users/contributors.ts'
import { notify, retractNotifications } from '../../notifications/inbox/notify.ts'

const topic = 'model:active'

/** Saves the head shipped with this network as a version; it is active until another one is activated. */
async function saveShippedHead(app: App): Promise<void> {
  const { card, shippedHead } = app.vision
  const now = app.clock.now()
  await insertInto(app.db, 'model_heads', {
    version: card.version,
    network: card.version,
    parent: null,
    session_id: null,
    head: Buffer.from(serializeHead(shippedHead)),
    created_at: now,
    is_active: true,
    activated_at: now,
    activated_by: null,
  })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Loads the head that the database marks as active, unless this process already uses it. */
export async function loadActiveHead(db: Db, vision: Vision): Promise<void> {
  const active = await selectActiveHead(db, vision.card.version)
    .where('version', '<>', vision.active.version)
    .select('head')
    .executeTakeFirst()
  if (active) vision.activateHead(active.version, active.head)
}

const selectActiveHead = (db: Db, network: string) =>
  db.selectFrom('model_heads').select('version').where('network', '=', network).where('is_active', '=', true)

const retryDelayMs = 2000

/**
 * Keeps this process on the active version: reloads it on every notification and after each loss of the listening
 * connection.
 * @returns a function that stops watching
 */
export async function watchActiveHead(app: App): Promise<() => void> {
  let isStopped = false
  let unsubscribe: () => void = () => undefined
  let retryTimer: NodeJS.Timeout | undefined
  const refresh = () => loadActiveHead(app.db, app.vision)
  const onMessage = (message: string | undefined) => {
    if (isStopped) return
    if (message === undefined) return void resubscribe()
    refresh().catch(scheduleRetry)
  }
  const scheduleRetry = (error: unknown) => {
    app.log.warn({ err: error }, 'could not load the active model')
    retryTimer = setTimeout(resubscribe, retryDelayMs)
    retryTimer.unref()
  }
  const resubscribe = async () => {
    try {
      unsubscribe()
      unsubscribe = await app.pubsub.subscribe([topic], onMessage)
      if (isStopped) return unsubscribe()
      await refresh()
    } catch (error) {
      if (!isStopped) scheduleRetry(error)
    }
  }
  await saveShippedHead(app)
  await resubscribe()
  return () => {
    isStopped = true
    clearTimeout(retryTimer)
    unsubscribe()
  }
}

/** Makes a version active, in the caller's transaction. Every process is notified at commit. */
export async function activateHead(app: App, tx: Tx, version: string, activatedBy: string | null): Promise<void> {
  await tx
    .updateTable('model_heads')
    .set({ is_active: false })
    .where('network', '=', app.vision.card.version)
    .where('is_active', '=', true)
    .execute()
  const { session_id } = await tx
    .updateTable('model_heads')
    .set({ is_active: true, activated_at: app.clock.now(), activated_by: activatedBy })
    .where('version', '=', version)
    .returning('session_id')
    .executeTakeFirstOrThrow()
  if (session_id !== null) await retractNotifications(tx, { cause: session_id, types: ['model_waiting'] })
  // Approvals are for one change of the model; the next one needs its own.
  await tx.deleteFrom('model_approvals').execute()
  await audit(app, tx, { actor: activatedBy, action: 'model.activated', subject: { type: 'model', id: version } })
  await sql`select pg_notify('kutu', ${topic})`.execute(tx)
}

/** Serializes concurrent activations. */
export async function lockModelHeads(tx: Tx): Promise<void> {
  await advisoryLock(tx, 'model_heads')
}

/**
 * Activates a version of the current network for an administrator. An expert's call counts as one approval, and the
 * version is activated when there are enough of them; repeating it changes nothing. Nobody decides on the own work.
 * @throws ApiError not_found, model_not_usable, own_training_photos
 */
export async function activateModel(app: App, caller: Caller, version: string): Promise<void> {
  await withTransaction(app, async tx => {
    await lockModelHeads(tx)
    const head = await tx
      .selectFrom('model_heads')
      .select(['network', 'is_active', 'session_id'])
      .where('version', '=', version)
      .executeTakeFirstOrThrow(() => apiError('not_found'))
    if (head.network !== app.vision.card.version) throw apiError('model_not_usable')
    if (head.is_active) return
    const { session_id: sessionId } = head
    if (sessionId !== null && (await findOwnSessions(app, tx, caller, [sessionId])).size > 0)
      throw apiError('own_training_photos')
    if (caller.role !== 'admin') {
      await addApproval(app, tx, caller, version)
      const approvals = await getApprovals(tx, [version])
      if (approvals.length < app.config.labelReviewers) return
    }
    await activateHead(app, tx, version, caller.id)
    await notifyActivation(app, tx, { version, sessionId, activatedBy: caller })
  })
  await loadActiveHead(app.db, app.vision)
}

/**
 * Returns those of the sessions before which the caller had sent or labeled training photos; none where one expert decides
 * about a label. What became of the photos since does not count: with a withdrawal, or with labels by other accounts, the same
 * person could hide them.
 */
export async function findOwnSessions(
  app: App,
  db: Db,
  { id: callerId }: Caller,
  sessions: readonly string[],
): Promise<ReadonlySet<string>> {
  if (sessions.length === 0 || app.config.labelReviewers === 1) return new Set()
  const rows = await db
    .selectFrom('training_sessions as s')
    .select('s.id')
    .where('s.id', 'in', [...sessions])
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('training_images')
            .select('id')
            .where('uploader_id', '=', callerId)
            .whereRef('uploaded_at', '<=', 's.created_at'),
        ),
        exists(
          selectFrom('training_votes')
            .select('image_id')
            .where('expert_id', '=', callerId)
            // A vote about a control photo measures the expert and decides nothing.
            .where('kind', '<>', 'control')
            .whereRef('at', '<=', 's.created_at'),
        ),
      ]),
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}

async function addApproval(app: App, tx: Tx, caller: Caller, version: string): Promise<void> {
  const { numInsertedOrUpdatedRows } = await insertInto(tx, 'model_approvals', {
    version,
    expert_id: caller.id,
    at: app.clock.now(),
  })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return
  await audit(app, tx, { actor: caller.id, action: 'model.approved', subject: { type: 'model', id: version } })
}

/** Returns the approvals of versions by experts whose account still counts, oldest first. */
export async function getApprovals(db: Db, versions: string[]) {
  if (versions.length === 0) return []
  const rows = await db
    .selectFrom('model_approvals')
    .select(['version', 'expert_id'])
    .where('version', 'in', versions)
    .orderBy('at')
    .execute()
  const expertIds = rows.map(({ expert_id }) => expert_id)
  const experts = await getContributors(db, expertIds)
  return rows.flatMap(({ version, expert_id }) => {
    const expert = experts.find(({ id }) => id === expert_id)
    return expert?.isApproved ? [{ version, id: expert.id, username: expert.username }] : []
  })
}

/**
 * Notifies everyone who trained the current network that another version is active, except the person who activated it.
 */
async function notifyActivation(
  app: App,
  tx: Tx,
  { version, sessionId, activatedBy }: { version: string; sessionId: string | null; activatedBy: Caller },
): Promise<void> {
  const trainers = await tx.selectFrom('training_session_people').select('user_id').distinct().execute()
  const { rows } = await sql<{ id: string }>`select gen_random_uuid() as id`.execute(tx)
  const notifications = trainers
    .filter(({ user_id }) => user_id !== activatedBy.id)
    .map(({ user_id }) => ({
      to: user_id,
      type: 'model_activated' as const,
      details: { version, username: activatedBy.username },
      subject: sessionId === null ? null : { type: 'training_session' as const, id: sessionId },
      cause: rows[0]?.id ?? user_id,
    }))
  await notify(app, tx, notifications)
}

/** Returns the version and head a phone needs to predict like the server. */
export async function getActiveModel(db: Db, app: App) {
  const { version: base_version } = app.vision.card
  const active = await selectActiveHead(db, base_version).executeTakeFirst()
  const version = active?.version ?? base_version
  const head = version === base_version ? null : `/analysis/model-heads/${encodeURIComponent(version)}/`
  return { version, base_version, head }
}

/**
 * Returns the head of a version as base64.
 * @throws ApiError not_found
 */
export async function getModelHead(app: App, version: string) {
  const row = await app.db
    .selectFrom('model_heads')
    .select(['network', 'head'])
    .where('version', '=', version)
    .executeTakeFirstOrThrow(() => apiError('not_found'))
  return { version, base_version: row.network, head: row.head.toString('base64') }
}
