import { headBytes } from '@kutu/vision/head'
import type { Vision } from '@kutu/vision/node'
import { type Kysely, sql } from 'kysely'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import type { Database, Tx } from '../db/database.ts'
import { lockNamed } from '../db/lock-named.ts'
import { write } from '../db/write.ts'
import { refuse } from '../http/errors.ts'
import type { Caller } from '../http/session.ts'
import { notify } from '../notifications/notify.ts'

const topic = 'model:active'

/** Puts the head shipped with this process's network among the versions; it answers until another is activated. */
async function keepShippedHead(app: App): Promise<void> {
  const { card, shippedHead } = app.vision
  const now = app.clock.now()
  await app.db
    .insertInto('model_heads')
    .values({
      version: card.version,
      network: card.version,
      parent: null,
      session_id: null,
      head: Buffer.from(headBytes(shippedHead)),
      created_at: now,
      is_active: true,
      activated_at: now,
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Lets the version answer that the database calls active; does nothing when it does already. */
export async function useActiveHead(db: Kysely<Database>, vision: Vision): Promise<void> {
  const active = await activeHead(db, vision.card.version)
    .where('version', '<>', vision.active.version)
    .select('head')
    .executeTakeFirst()
  if (active) vision.use(active.version, active.head)
}

const activeHead = (db: Kysely<Database>, network: string) =>
  db.selectFrom('model_heads').select('version').where('network', '=', network).where('is_active', '=', true)

const againMs = 2000

/**
 * Keeps this process's model at the active version: heard of when it changes, asked for whenever the connection that
 * hears was lost.
 * @returns stops following
 */
export async function followActiveHead(app: App): Promise<() => void> {
  let isOver = false
  let stopHearing: () => void = () => undefined
  let again: NodeJS.Timeout | undefined
  const look = () => useActiveHead(app.db, app.vision)
  const onSignal = (heard: string | undefined) => {
    if (isOver) return
    if (heard === undefined) return void hearAgain()
    look().catch(later)
  }
  const later = (error: unknown) => {
    app.log.warn({ err: error }, 'the active model could not be asked for')
    again = setTimeout(hearAgain, againMs)
    again.unref()
  }
  const hearAgain = async () => {
    try {
      stopHearing()
      stopHearing = await app.signals.hear([topic], onSignal)
      if (isOver) return stopHearing()
      await look()
    } catch (error) {
      if (!isOver) later(error)
    }
  }
  await keepShippedHead(app)
  await hearAgain()
  return () => {
    isOver = true
    clearTimeout(again)
    stopHearing()
  }
}

/** Makes a version the one that answers, in the transaction of whatever made it so; every process hears of the commit. */
export async function activateHead(app: App, tx: Tx, version: string, by: string | null): Promise<void> {
  await tx
    .updateTable('model_heads')
    .set({ is_active: false })
    .where('network', '=', app.vision.card.version)
    .where('is_active', '=', true)
    .execute()
  await tx
    .updateTable('model_heads')
    .set({ is_active: true, activated_at: app.clock.now(), activated_by: by })
    .where('version', '=', version)
    .execute()
  await audit(app, tx, { actor: by, action: 'model.activated', subject: { type: 'model', id: version } })
  await sql`select pg_notify('kutu', ${topic})`.execute(tx)
}

/** Two that activate at once follow each other. */
export async function lockHeads(tx: Tx): Promise<void> {
  await lockNamed(tx, 'model_heads')
}

/**
 * Lets any version of the present network answer; again changes nothing.
 * @throws Refusal not_found, model_not_usable
 */
export async function activateModel(app: App, caller: Caller, version: string): Promise<void> {
  await write(app, async tx => {
    await lockHeads(tx)
    const head = await tx
      .selectFrom('model_heads')
      .select(['network', 'is_active', 'session_id'])
      .where('version', '=', version)
      .executeTakeFirst()
    if (!head) throw refuse('not_found')
    if (head.network !== app.vision.card.version) throw refuse('model_not_usable')
    if (head.is_active) return
    await activateHead(app, tx, version, caller.id)
    await tellOfActivation(app, tx, { version, sessionId: head.session_id, by: caller })
  })
  await useActiveHead(app.db, app.vision)
}

/** Tells those who trained the present network that another version answers, but not whoever activated it. */
async function tellOfActivation(
  app: App,
  tx: Tx,
  { version, sessionId, by }: { version: string; sessionId: string | null; by: Caller },
): Promise<void> {
  const people = await tx.selectFrom('training_people').select('user_id').where('sessions', '>', 0).execute()
  const { rows } = await sql<{ id: string }>`select gen_random_uuid() as id`.execute(tx)
  const news = people
    .filter(({ user_id }) => user_id !== by.id)
    .map(({ user_id }) => ({
      to: user_id,
      type: 'model_activated' as const,
      details: { version, username: by.username },
      subject: sessionId === null ? null : { type: 'training_session' as const, id: sessionId },
      cause: rows[0]?.id ?? user_id,
    }))
  await notify(app, tx, news)
}

/** What a phone needs to know to answer as the server does. */
export async function showActiveModel(app: App) {
  const { version: base_version } = app.vision.card
  const active = await activeHead(app.db, base_version).executeTakeFirst()
  const version = active?.version ?? base_version
  const head = version === base_version ? null : `/analysis/model-heads/${encodeURIComponent(version)}/`
  return { version, base_version, head }
}

/** @throws Refusal not_found */
export async function showModelHead(app: App, version: string) {
  const row = await app.db
    .selectFrom('model_heads')
    .select(['network', 'head'])
    .where('version', '=', version)
    .executeTakeFirst()
  if (!row) throw refuse('not_found')
  return { version, base_version: row.network, head: row.head.toString('base64') }
}
