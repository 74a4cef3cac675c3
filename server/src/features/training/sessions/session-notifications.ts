import type { Comparison, SessionFigures, SessionReason } from '@kutu/contract/training/training-sessions'
import type { App } from '../../../context.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { getUsernames, listAdminIds } from '../../accounts/users/users.ts'
import { notify } from '../../notifications/inbox/notify.ts'
import type { TrainingSet } from './training-set.ts'

/** The result of a session: what became of the version, why, and the photos that it used. */
export type SessionResult = {
  state: 'promoted' | 'kept' | 'failed'
  reasons: SessionReason[]
  figures?: SessionFigures
  trainingSet?: TrainingSet
  parent?: string
  version?: string
  /** True if the new version answers already. */
  isActivated?: boolean
}

/** Saves whose photos a session used, and notifies those users and the one who started it. */
export async function notifyParticipants(
  app: App,
  tx: Tx,
  { session, startedBy }: { session: string; startedBy: string | null },
  outcome: SessionResult,
): Promise<void> {
  const imagesByUser = await filterUsers(tx, outcome.trainingSet?.contributors ?? new Map())
  if (startedBy !== null && !imagesByUser.has(startedBy)) imagesByUser.set(startedBy, 0)
  if (imagesByUser.size === 0) return
  const participants = [...imagesByUser].sort(([one], [other]) => (one < other ? -1 : 1))
  await insertInto(
    tx,
    'training_session_people',
    participants.map(([user_id, count]) => ({
      session_id: session,
      user_id,
      images: count,
    })),
  ).execute()
  const notifications = participants.map(([user, count]) => ({
    to: user,
    type: 'training_completed' as const,
    details: { ...notificationDetails(app, outcome), images: count },
    subject: { type: 'training_session' as const, id: session },
    cause: session,
  }))
  await notify(app, tx, notifications)
}

/** Notifies the administrators of a version that waits to be activated, except the one who started its session. */
export async function notifyModelWaiting(
  app: App,
  tx: Tx,
  { session, startedBy, version }: { session: string; startedBy: string | null; version: string },
): Promise<void> {
  const admins = await listAdminIds(tx)
  const notifications = admins
    .filter(id => id !== startedBy)
    .map(to => ({ to, type: 'model_waiting' as const, details: { version }, subject: null, cause: session }))
  await notify(app, tx, notifications)
}

/** Returns the contributors that are users; imported photos have a pseudonym instead. */
async function filterUsers(tx: Tx, contributors: Map<string, number>): Promise<Map<string, number>> {
  const ids = [...contributors.keys()].filter(name => !name.startsWith('import '))
  const users = await getUsernames(tx, ids)
  return new Map([...users.keys()].map(id => [id, contributors.get(id) ?? 0]))
}

/**
 * Compares on held-back expert photos if there are any, otherwise on the validation photos used for model selection.
 */
function notificationDetails(app: App, { state, figures, version, isActivated }: SessionResult) {
  const comparison: Comparison | undefined =
    figures && (figures.held_back.after.photos > 0 ? figures.held_back : figures.validation)
  return {
    state: state === 'promoted' && !isActivated ? 'proposed' : state,
    version: version ?? app.vision.active.version,
    before: comparison?.before.right ?? 0,
    after: comparison?.after.right ?? 0,
    photos: comparison?.after.photos ?? 0,
  }
}
