import type { Language, PageQuery } from '@kutu/contract/common'
import type { SessionKind, SessionReason, TrainingSession } from '@kutu/contract/training/training-sessions'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import { countUpTo } from '../../../platform/db/count-up-to.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { onPage, pageReply } from '../../../platform/http/pagination.ts'
import { t } from '../../../platform/i18n/translate.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { getUsernames } from '../../accounts/users/users.ts'
import { isTeachingPaused } from '../administration/pause.ts'
import { lockTrainingImages } from '../images/images.ts'
import { minImagesForSession } from '../review/policy.ts'

/**
 * Queues a session over all accepted photos.
 * @throws ApiError session_running, nothing_to_learn, teaching_paused
 */
export async function startTrainingSession(db: Db, app: App, caller: Caller): Promise<string> {
  return withTransaction(db, async tx => {
    await lockTrainingImages(tx)
    if (await isTeachingPaused(tx)) throw apiError('teaching_paused')
    if (await findRunningSession(tx)) throw apiError('session_running')
    if ((await countNewImages(tx, 1)) === 0) throw apiError('nothing_to_learn')
    return queueSession(app, tx, { kind: 'teaching', startedBy: caller.id, upTo: await getLastAccepted(tx) })
  })
}

/**
 * Job: starts a session without withdrawn photos if one is due, otherwise one over all photos once enough new ones are
 * accepted. If one is already running, it checks again when it ends.
 */
export async function startTrainingAutomatically(app: App): Promise<void> {
  await withTransaction(app, async tx => {
    await lockTrainingImages(tx)
    if (await findRunningSession(tx)) return
    if (await queueWithdrawalSession(app, tx)) return
    if ((await isTeachingPaused(tx)) || (await countNewImages(tx, minImagesForSession)) < minImagesForSession) return
    await queueSession(app, tx, { kind: 'teaching', startedBy: null, upTo: await getLastAccepted(tx) })
  })
}

type NewSession = {
  kind: SessionKind
  /** Null for one that starts by itself. */
  startedBy: string | null
  /** It learns from the photos accepted up to this place. */
  upTo: string
}

/** Queues a session. The caller holds the lock of the training photos. */
async function queueSession(app: App, tx: Tx, { kind, startedBy, upTo }: NewSession): Promise<string> {
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
async function getLastAccepted(tx: Tx): Promise<string> {
  const { last } = await tx
    .selectFrom('training_images')
    .select(({ fn }) => fn.max('accepted_as').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? '0'
}

/** Returns how many photos were accepted since the last finished session, counted up to `limit`. */
export async function countNewImages(db: Db, limit: number): Promise<number> {
  const last = await db
    .selectFrom('training_sessions')
    .select('up_to')
    .where('kind', '=', 'teaching')
    .where('state', 'in', ['promoted', 'kept'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const rows = await db
    .selectFrom('training_images')
    .select('id')
    .where('accepted_as', '>', last?.up_to ?? '0')
    .orderBy('accepted_as')
    .limit(limit)
    .execute()
  return rows.length
}

/** A session without a heartbeat for this long is considered dead. */
export const heartbeatTimeoutSeconds = 30

/** Job, every minute: queues a session again whose process died. */
export async function requeueStalledSession(app: App): Promise<void> {
  await withTransaction(app, async tx => {
    const stalled = await tx
      .selectFrom('training_sessions')
      .select('id')
      .where(({ eb, and, or }) =>
        or([
          and([eb('state', '=', 'running'), eb('seen_alive_at', '<', secondsAgo(heartbeatTimeoutSeconds))]),
          // Its process died before it started. A second job for a session that is merely waiting has no effect.
          and([eb('state', '=', 'queued'), eb('created_at', '<', secondsAgo(2 * heartbeatTimeoutSeconds))]),
        ]),
      )
      .executeTakeFirst()
    if (stalled) await enqueue(tx, 'train', { session: stalled.id }, { key: `train:${stalled.id}` })
  })
}

/** Returns a time on the database's clock, which all processes share. */
export const secondsAgo = (seconds: number) => sql<Date>`clock_timestamp() - ${seconds} * interval '1 second'`

/** Returns the page of sessions, newest first. */
export async function listTrainingSessions(
  app: App,
  { query, url, language }: { query: PageQuery; url: URL; language: Language },
) {
  const rows = await selectSessions(app.db)
    .orderBy('training_sessions.created_at', 'desc')
    .orderBy('training_sessions.id', 'desc')
    .$call(onPage(query))
    .execute()
  const count = await countUpTo(app.db, app.db.selectFrom('training_sessions'))
  const usernames = await getStarterNames(app.db, rows)
  const results = rows.map(row => presentSession(app, row, usernames, language))
  return pageReply(url, query, count, results)
}

/**
 * Returns a session.
 * @throws ApiError not_found
 */
export async function getTrainingSession(db: Db, app: App, id: string, language: Language): Promise<TrainingSession> {
  const row = await selectSessions(db).where('training_sessions.id', '=', id).executeTakeFirst()
  if (!row) throw apiError('not_found')
  return presentSession(app, row, await getStarterNames(db, [row]), language)
}

const selectSessions = (db: Db) =>
  db
    .selectFrom('training_sessions')
    .leftJoin('model_heads', 'model_heads.version', 'training_sessions.version')
    .selectAll('training_sessions')
    .select(['model_heads.is_active', 'model_heads.activated_at'])

type Row = Awaited<ReturnType<ReturnType<typeof selectSessions>['executeTakeFirstOrThrow']>>

function getStarterNames(db: Db, rows: readonly Row[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ started_by }) => started_by ?? [])
  return getUsernames(db, ids)
}

function getActivation({ version, network, is_active, activated_at }: Row, currentNetwork: string) {
  if (version === null) return null
  if (is_active && network === currentNetwork) return 'active'
  return activated_at === null && network === currentNetwork ? 'waiting' : 'inactive'
}

function presentSession(
  app: App,
  row: Row,
  usernames: ReadonlyMap<string, string>,
  language: Language,
): TrainingSession {
  const { started_by, created_at, started_at, finished_at } = row
  const [reason] = row.reasons
  const activation = getActivation(row, app.vision.card.version)
  return {
    ...row,
    started_by: started_by === null ? null : { id: started_by, username: usernames.get(started_by) ?? '' },
    created_at: created_at.toISOString(),
    started_at: started_at?.toISOString() ?? null,
    finished_at: finished_at?.toISOString() ?? null,
    message: [
      presentOutcome(row, { activation, needed: app.config.labelReviewers }, language),
      ...(reason ? [formatReason(reason, language)] : []),
    ].join(' '),
    base_version: row.network,
    parent_version: row.parent,
    activation,
  }
}

function presentOutcome(
  { kind, state, version, parent, network }: Row,
  { activation, needed }: { activation: string | null; needed: number },
  language: Language,
): string {
  // Without withdrawn photos a version is compared with the shipped one.
  if (kind === 'withdrawal' && state === 'kept') return t(language, 'training.withdrawal.kept', { shipped: network })
  const outcome = t(language, `training.session.${state}`, {
    version: version ?? '',
    parent,
    activation: activation ?? '',
    needed,
  })
  return kind === 'withdrawal' ? `${t(language, 'training.withdrawal')} ${outcome}` : outcome
}

/** Returns the reason as a sentence, with the figures before and after if there are any. */
function formatReason(reason: SessionReason, language: Language): string {
  if (!('before' in reason)) {
    const { word, ...values } = reason
    return t(language, `training.reason.${word}`, values)
  }
  const { word, before, after } = reason
  return t(language, `training.reason.${word}`, {
    before: before.right,
    after: after.right,
    photos: after.photos,
    wrongBefore: before.photos - before.right,
    photosBefore: before.photos,
    wrongAfter: after.photos - after.right,
    photosAfter: after.photos,
    class: 'class' in reason ? t(language, 'training.class', { class: reason.class }) : '',
    crop: ('crop' in reason ? reason.crop : null) ?? 'all',
  })
}

/**
 * Queues a session that teaches the active version again without withdrawn photos, if that version may have learned from
 * some. It learns from no photo that came later.
 * @returns true if it queued one
 */
async function queueWithdrawalSession(app: App, tx: Tx): Promise<boolean> {
  const active = await tx
    .selectFrom('model_heads')
    .innerJoin('training_sessions', 'training_sessions.id', 'model_heads.session_id')
    .select(['training_sessions.up_to', 'training_sessions.started_at'])
    .where('model_heads.network', '=', app.vision.card.version)
    .where('model_heads.is_active', '=', true)
    .executeTakeFirst()
  if (!active?.started_at) return false
  const due = await tx
    .selectFrom('training_exclusions')
    .select(['id', 'excluded_by'])
    .where('readmitted_at', 'is', null)
    .where('applied_at', '>=', active.started_at)
    .where('refit_id', 'is', null)
    .orderBy('excluded_at', 'desc')
    .execute()
  const [newest] = due
  if (!newest) return false
  const session = await queueSession(app, tx, {
    kind: 'withdrawal',
    startedBy: newest.excluded_by,
    upTo: active.up_to,
  })
  const ids = due.map(({ id }) => id)
  await tx.updateTable('training_exclusions').set({ refit_id: session }).where('id', 'in', ids).execute()
  return true
}
