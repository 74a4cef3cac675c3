import type { Compared, SessionFigures, SessionReason } from '@kutu/contract/training-sessions'
import type { App } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { notify } from '../notifications/notify.ts'
import type { Lessons } from './lessons.ts'

type Told = {
  state: 'promoted' | 'kept' | 'failed'
  reasons: SessionReason[]
  figures?: SessionFigures
  lessons?: Lessons
  parent?: string
  version?: string
}

/** Notes whose photos a session used, and tells them and whoever started it what came of it. */
export async function tellOfSession(
  app: App,
  tx: Tx,
  { session, startedBy }: { session: string; startedBy: string | null },
  told: Told,
): Promise<void> {
  const images = await usersAmong(tx, told.lessons?.contributors ?? new Map())
  if (startedBy !== null && !images.has(startedBy)) images.set(startedBy, 0)
  if (images.size === 0) return
  const people = [...images].sort(([one], [other]) => (one < other ? -1 : 1))
  await tx
    .insertInto('training_session_people')
    .values(people.map(([user_id, count]) => ({ session_id: session, user_id, images: count })))
    .execute()
  const news = people.map(([user, count]) => ({
    to: user,
    type: 'training_completed' as const,
    details: { ...figuresTold(told), images: count },
    subject: { type: 'training_session' as const, id: session },
    cause: session,
  }))
  await notify(app, tx, news)
}

/** Contributors that are users: an imported photo's is a pseudonym. */
async function usersAmong(tx: Tx, contributors: Map<string, number>): Promise<Map<string, number>> {
  const ids = [...contributors.keys()].filter(name => !name.startsWith('import '))
  if (ids.length === 0) return new Map()
  const rows = await tx.selectFrom('users').select('id').where('id', 'in', ids).execute()
  return new Map(rows.map(({ id }) => [id, contributors.get(id) ?? 0]))
}

/** Experts' own held-back photos say most; while there are none, the photos the shipped model was chosen by. */
function figuresTold({ state, figures, version, parent }: Told) {
  const checked: Compared | undefined =
    figures && (figures.held_back.after.photos > 0 ? figures.held_back : figures.validation)
  return {
    state,
    version: version ?? parent ?? '',
    before: checked?.before.right ?? 0,
    after: checked?.after.right ?? 0,
    photos: checked?.after.photos ?? 0,
  }
}
