import { randomUUID } from 'node:crypto'
import type { SessionFigures, SessionKind, SessionPhase } from '@kutu/contract/training/training-sessions'
import { serializeHead } from '@kutu/vision/inference/head'
import { runRefit } from '@kutu/vision/node/refit-thread'
import type { GateVerdict } from '@kutu/vision/refit/promotion-gate'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { refitWorkerUrl } from '../../../paths.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { isTeachingPaused } from '../administration/pause.ts'
import { activateHead, loadActiveHead, lockModelHeads } from '../models/model-heads.ts'
import { notifyModelWaiting, notifyParticipants, type SessionResult } from './session-notifications.ts'
import { heartbeatTimeoutSeconds, secondsAgo } from './sessions.ts'
import { loadTrainingSet, type TrainingSet } from './training-set.ts'

/** A session that crashed this many processes is given up. */
const maxAttempts = 3
const heartbeatMs = 5000
/** Experts, and places, whose photos a new version needs, unless there is only one expert. */
const minSources = 2

/** A claim on a session. Every update checks `runner`, so it has no effect once another process has taken over. */
export type SessionRun = {
  session: string
  runner: string
  upTo: string
  startedBy: string | null
  kind: SessionKind
}

/** Job: runs a queued session, or restarts one whose process died, with the same photos. */
export async function runTrainingSession(app: App, { session }: { session: string }): Promise<void> {
  const claim = await claimSession(app, session)
  if (!claim) return
  const { attempts, ...run } = claim
  const heartbeat = setInterval(() => void sendHeartbeat(app, run), heartbeatMs)
  try {
    if (attempts > maxAttempts) await finishSession(app, run, 'failed', { reasons: [{ word: 'given_up' }] })
    else await refitAndPromote(app, run)
  } catch (error) {
    if (error instanceof SessionTakenOverError) return
    app.log.error({ err: error, session }, 'a training session failed')
    await finishSession(app, run, 'failed', { reasons: [{ word: 'broken' }] })
  } finally {
    clearInterval(heartbeat)
  }
}

async function claimSession(app: App, session: string): Promise<(SessionRun & { attempts: number }) | undefined> {
  const runner = randomUUID()
  const row = await app.db
    .updateTable('training_sessions')
    .set(({ eb, fn, ref, val }) => ({
      state: 'running',
      phase: 'reading',
      progress: 0,
      runner,
      seen_alive_at: secondsAgo(0),
      started_at: fn.coalesce(ref('started_at'), val(app.clock.now())),
      attempts: eb('attempts', '+', 1),
    }))
    .where('id', '=', session)
    // Only a process with this network can refit it.
    .where('network', '=', app.vision.card.version)
    .where(({ eb, or, and }) =>
      or([
        eb('state', '=', 'queued'),
        and([eb('state', '=', 'running'), eb('seen_alive_at', '<', secondsAgo(heartbeatTimeoutSeconds))]),
      ]),
    )
    .returning(['attempts', 'up_to', 'started_by', 'kind'])
    .executeTakeFirst()
  return (
    row && {
      session,
      runner,
      attempts: row.attempts,
      upTo: row.up_to,
      startedBy: row.started_by,
      kind: row.kind,
    }
  )
}

const updateOwnRun = (db: Db, { session, runner }: SessionRun) =>
  db
    .updateTable('training_sessions')
    .where('id', '=', session)
    .where('runner', '=', runner)
    .where('state', '=', 'running')

async function sendHeartbeat(app: App, run: SessionRun): Promise<void> {
  try {
    await updateOwnRun(app.db, run)
      .set({ seen_alive_at: secondsAgo(0) })
      .execute()
  } catch (error) {
    app.log.warn({ err: error, session: run.session }, 'could not send the heartbeat of a training session')
  }
}

/** Thrown when another process has taken over the session. */
class SessionTakenOverError extends Error {}

async function reportProgress(app: App, run: SessionRun, phase: SessionPhase, percent: number): Promise<void> {
  const { numUpdatedRows } = await updateOwnRun(app.db, run)
    .set({ phase, progress: Math.round(percent), seen_alive_at: secondsAgo(0) })
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new SessionTakenOverError('another process has taken over this session')
  await sql`select pg_notify('kutu', ${`training_session:${run.session}`})`.execute(app.db)
}

/** Refits the head; a version that passes every check is saved, and activated if sessions may do that. */
async function refitAndPromote(app: App, run: SessionRun): Promise<void> {
  const startedAtMs = performance.now()
  const trainingSet = await loadTrainingSet(app, run.upTo, share => reportProgress(app, run, 'reading', 50 * share))
  if (trainingSet.images.length === 0)
    return finishSession(app, run, 'kept', { reasons: [{ word: 'nothing_to_learn' }] })
  // One expert's photos, or those of one place, must not change the answers of everyone.
  const { sources } = trainingSet
  if (app.config.labelReviewers > 1 && Math.min(sources.experts, sources.places) < minSources)
    return finishSession(app, run, 'kept', { reasons: [{ word: 'too_few_sources', ...sources }], trainingSet })
  await loadActiveHead(app.db, app.vision)
  // Withdrawn photos may have taught the active version, so it is no yardstick for a version without them.
  const baseline = run.kind === 'withdrawal' ? getShippedVersion(app) : app.vision.active
  await reportProgress(app, run, 'fitting', 50)
  const { head, verdict } = await runRefit(
    {
      dir: app.vision.dir,
      images: trainingSet.images,
      holdout: trainingSet.heldBack,
      activeHead: serializeHead(baseline.head),
    },
    {
      workerUrl: refitWorkerUrl(),
      // Only for display. If the session has been taken over, storing its result fails as well.
      onChecking: () => void reportProgress(app, run, 'checking', 90).catch(() => undefined),
    },
  )
  const seconds = (performance.now() - startedAtMs) / 1000
  const figures = { ...sessionFigures(verdict, trainingSet), label_reviewers: app.config.labelReviewers, seconds }
  if (!verdict.isPromoted)
    return finishSession(app, run, 'kept', { reasons: verdict.reasons, figures, trainingSet, parent: baseline.version })
  const isPromoted = await promote(app, run, { head, figures, trainingSet, parent: baseline.version })
  // Another version was activated meanwhile, so the refit must be compared with that one.
  if (!isPromoted) return refitAndPromote(app, run)
  await loadActiveHead(app.db, app.vision)
}

const getShippedVersion = ({ vision: { card, shippedHead } }: App) => ({ version: card.version, head: shippedHead })

function sessionFigures({ figures }: GateVerdict, { counts, contributors, sources }: TrainingSet) {
  const { holdout: heldBack, ...otherFigures } = figures
  return { images: counts, contributors: contributors.size, sources, ...otherFigures, held_back: heldBack }
}

type Promotion = { head: Uint8Array; figures: SessionFigures; trainingSet: TrainingSet; parent: string }

async function promote(app: App, run: SessionRun, { head, figures, trainingSet, parent }: Promotion): Promise<boolean> {
  return withTransaction(app, async tx => {
    await lockModelHeads(tx)
    const network = app.vision.card.version
    const active = await tx
      .selectFrom('model_heads')
      .select('version')
      .where('network', '=', network)
      .where('is_active', '=', true)
      .executeTakeFirst()
    if (run.kind === 'teaching' && active?.version !== parent) return false
    const version = await nextVersion(tx, network)
    await insertInto(tx, 'model_heads', {
      version,
      network,
      parent,
      session_id: run.session,
      head: Buffer.from(head),
      created_at: app.clock.now(),
      activated_at: null,
      activated_by: null,
    }).execute()
    const isAutomatic = app.config.modelPromotion === 'automatic' && !(await isTeachingPaused(tx))
    if (isAutomatic) await activateHead(app, tx, version, run.startedBy)
    await closeSession(app, tx, run, {
      state: 'promoted',
      reasons: [],
      figures,
      trainingSet,
      parent,
      version,
      isActivated: isAutomatic,
    })
    return true
  })
}

/** Returns the next version of this network: `2026.11.21-4.r3` for the third refit. */
async function nextVersion(tx: Tx, network: string): Promise<string> {
  const { count } = await tx
    .selectFrom('model_heads')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('network', '=', network)
    .executeTakeFirstOrThrow()
  return `${network}.r${count}`
}

async function finishSession(
  app: App,
  run: SessionRun,
  state: 'kept' | 'failed',
  summary: Omit<SessionResult, 'state'>,
): Promise<void> {
  await withTransaction(app, tx => closeSession(app, tx, run, { state, ...summary }))
}

/** Ends a session, in the transaction of its result. */
async function closeSession(app: App, tx: Tx, run: SessionRun, result: SessionResult): Promise<void> {
  const { state, reasons, figures, trainingSet, parent, version } = result
  const { numUpdatedRows } = await updateOwnRun(tx, run)
    .set({
      state,
      phase: 'done',
      progress: 100,
      finished_at: app.clock.now(),
      reasons: JSON.stringify(reasons),
      figures: figures ? JSON.stringify(figures) : null,
      version: version ?? null,
      ...(parent === undefined ? {} : { parent }),
    })
    .executeTakeFirst()
  // The process that took over reports the result; this transaction must roll back.
  if (numUpdatedRows === 0n) throw new SessionTakenOverError('another process has taken over this session')
  await notifyParticipants(app, tx, run, result)
  if (version !== undefined && !result.isActivated) await notifyModelWaiting(app, tx, { ...run, version })
  await audit(app, tx, {
    actor: run.startedBy,
    action: `training_session.${state}`,
    subject: { type: 'training_session', id: run.session },
    after: {
      version: version ?? null,
      reasons: reasons.map(({ word }) => word),
      images: trainingSet?.images.length ?? 0,
    },
  })
  await enqueue(tx, 'start_training', {}, { key: 'start_training' })
  await sql`select pg_notify('kutu', ${`training_session:${run.session}`})`.execute(tx)
}
