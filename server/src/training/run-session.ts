import { randomUUID } from 'node:crypto'
import type { SessionFigures, SessionPhase, SessionReason } from '@kutu/contract/training-sessions'
import type { GateVerdict } from '@kutu/vision/gate'
import { headBytes } from '@kutu/vision/head'
import { refitInThread } from '@kutu/vision/node/refit'
import { sql } from 'kysely'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import type { Tx } from '../db/database.ts'
import { write } from '../db/write.ts'
import { enqueue } from '../jobs/jobs.ts'
import { refitWorker } from '../places.ts'
import { activateHead, lockHeads, useActiveHead } from './heads.ts'
import { type Lessons, readLessons } from './lessons.ts'
import { tellOfSession } from './news.ts'
import { deadAfterSeconds, secondsAgo } from './sessions.ts'

/** A session that brought down so many processes is given up. */
const mostAttempts = 3
const aliveEveryMs = 5000

/** Who works on a session: every step says so again, and is nothing once another has taken it up. */
export type Run = { session: string; runner: string; upTo: string; startedBy: string | null }
type Ended = { reasons: SessionReason[]; figures?: SessionFigures }

/** A job: does a queued session, or takes up one whose process died; it begins anew, with the same photos. */
export async function trainSession(app: App, { session }: { session: string }): Promise<void> {
  const claimed = await claim(app, session)
  if (!claimed) return
  const { attempts, ...run } = claimed
  const alive = setInterval(() => void showLife(app, run), aliveEveryMs)
  try {
    if (attempts > mostAttempts) await end(app, run, 'failed', { reasons: [{ word: 'given_up' }] })
    else await learn(app, run)
  } catch (error) {
    if (error instanceof TakenUp) return
    app.log.error({ err: error, session }, 'a training session failed')
    await end(app, run, 'failed', { reasons: [{ word: 'broken' }] })
  } finally {
    clearInterval(alive)
  }
}

async function claim(app: App, session: string): Promise<(Run & { attempts: number }) | undefined> {
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
    // Only a process that knows this network can learn for it.
    .where('network', '=', app.vision.card.version)
    .where(({ eb, or, and }) =>
      or([
        eb('state', '=', 'queued'),
        and([eb('state', '=', 'running'), eb('seen_alive_at', '<', secondsAgo(deadAfterSeconds))]),
      ]),
    )
    .returning(['attempts', 'up_to', 'started_by'])
    .executeTakeFirst()
  return row && { session, runner, attempts: row.attempts, upTo: row.up_to, startedBy: row.started_by }
}

const mine = (db: App['db'] | Tx, { session, runner }: Run) =>
  db
    .updateTable('training_sessions')
    .where('id', '=', session)
    .where('runner', '=', runner)
    .where('state', '=', 'running')

async function showLife(app: App, run: Run): Promise<void> {
  try {
    await mine(app.db, run)
      .set({ seen_alive_at: secondsAgo(0) })
      .execute()
  } catch (error) {
    app.log.warn({ err: error, session: run.session }, 'a training session could not show that it lives')
  }
}

/** Thrown once another process has taken the session up. */
class TakenUp extends Error {}

async function progress(app: App, run: Run, phase: SessionPhase, percent: number): Promise<void> {
  const { numUpdatedRows } = await mine(app.db, run)
    .set({ phase, progress: Math.round(percent), seen_alive_at: secondsAgo(0) })
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new TakenUp('another process has taken this session up')
  await sql`select pg_notify('kutu', ${`training_session:${run.session}`})`.execute(app.db)
}

async function learn(app: App, run: Run): Promise<void> {
  const began = performance.now()
  const lessons = await readLessons(app, run.upTo, share => progress(app, run, 'reading', 50 * share))
  if (lessons.images.length === 0) return end(app, run, 'kept', { reasons: [{ word: 'nothing_to_learn' }] })
  await useActiveHead(app.db, app.vision)
  const compared = app.vision.active
  await progress(app, run, 'fitting', 50)
  const { head, verdict } = await refitInThread(
    {
      dir: app.vision.dir,
      images: lessons.images,
      heldBack: lessons.heldBack,
      activeHead: headBytes(compared.head),
    },
    { workerUrl: refitWorker(), onChecking: () => void progress(app, run, 'checking', 90).catch(() => undefined) },
  )
  const figures = figuresOf(verdict, lessons, (performance.now() - began) / 1000)
  if (!verdict.isPromoted)
    return end(app, run, 'kept', { reasons: verdict.reasons, figures, lessons, parent: compared.version })
  const isPromoted = await promote(app, run, { head, figures, lessons, parent: compared.version })
  // Somebody activated another version meanwhile: the new one is to be compared with that.
  if (!isPromoted) return learn(app, run)
  await useActiveHead(app.db, app.vision)
}

function figuresOf({ figures }: GateVerdict, { counts, contributors }: Lessons, seconds: number): SessionFigures {
  const { heldBack, ...checked } = figures
  return { images: counts, contributors: contributors.size, ...checked, held_back: heldBack, seconds }
}

type Promoted = { head: Uint8Array; figures: SessionFigures; lessons: Lessons; parent: string }

async function promote(app: App, run: Run, { head, figures, lessons, parent }: Promoted): Promise<boolean> {
  return write(app, async tx => {
    await lockHeads(tx)
    const network = app.vision.card.version
    const active = await tx
      .selectFrom('model_heads')
      .select('version')
      .where('network', '=', network)
      .where('is_active', '=', true)
      .executeTakeFirst()
    if (active?.version !== parent) return false
    const version = await nextVersion(tx, network)
    await tx
      .insertInto('model_heads')
      .values({
        version,
        network,
        parent,
        session_id: run.session,
        head: Buffer.from(head),
        created_at: app.clock.now(),
      })
      .execute()
    await activateHead(app, tx, version, run.startedBy)
    await close(app, tx, run, { state: 'promoted', reasons: [], figures, lessons, parent, version })
    return true
  })
}

/** `2026.11.21-4.r3`: the third that sessions made for this network. */
async function nextVersion(tx: Tx, network: string): Promise<string> {
  const { made } = await tx
    .selectFrom('model_heads')
    .select(({ fn }) => fn.countAll<string>().as('made'))
    .where('network', '=', network)
    .executeTakeFirstOrThrow()
  return `${network}.r${made}`
}

type Closed = Ended & {
  state: 'promoted' | 'kept' | 'failed'
  lessons?: Lessons
  parent?: string
  version?: string
}

async function end(app: App, run: Run, state: 'kept' | 'failed', ended: Omit<Closed, 'state'>): Promise<void> {
  await write(app, tx => close(app, tx, run, { state, ...ended }))
}

/** Ends a session, in the transaction of what it came to. */
async function close(app: App, tx: Tx, run: Run, closed: Closed): Promise<void> {
  const { state, reasons, figures, lessons, parent, version } = closed
  const { numUpdatedRows } = await mine(tx, run)
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
  // Whoever took it up says how it ended; nothing of this run may stay.
  if (numUpdatedRows === 0n) throw new TakenUp('another process has taken this session up')
  await tellOfSession(app, tx, run, closed)
  await audit(app, tx, {
    actor: run.startedBy,
    action: `training_session.${state}`,
    subject: { type: 'training_session', id: run.session },
    after: { version: version ?? null, reasons: reasons.map(({ word }) => word), images: lessons?.images.length ?? 0 },
  })
  await enqueue(tx, 'start_training', {}, { key: 'start_training' })
  await sql`select pg_notify('kutu', ${`training_session:${run.session}`})`.execute(tx)
}
