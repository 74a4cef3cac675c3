import type { Language } from '@kutu/contract/common'
import type { NotificationEvent } from '@kutu/contract/notifications'
import { isSessionOpen } from '../accounts/sessions.ts'
import type { App } from '../context.ts'
import { refuse } from '../http/errors.ts'
import type { Events } from '../http/handlers.ts'
import type { Caller } from '../http/session.ts'
import { countUnread, presentNotification } from './notifications.ts'

type Asked = { language: Language; lastEventId: string | undefined }

/** A transaction that began earlier may commit later than this: what it tells is looked for so far back. */
const overlapMs = 120_000
const atOnce = 100

/**
 * A user's news as they come, on whatever process they are made: those since the last event first, then how many are
 * unread, then both as they change. Ends with the session or the account.
 * @throws Refusal unauthenticated when the session ended while the stream was being opened
 */
export async function followNotifications(app: App, caller: Caller, asked: Asked): Promise<Events<NotificationEvent>> {
  const bell = doorbell()
  const news = `news:${caller.id}`
  const topics = [news, `session:${caller.sessionId}`, `user:${caller.id}`]
  const stopHearing = await app.signals.hear(topics, topic => (topic === news ? bell.ring() : bell.close()))
  if (!(await isSessionOpen(app, caller))) {
    stopHearing()
    throw refuse('unauthenticated')
  }
  return signal => {
    signal.addEventListener('abort', bell.close, { once: true })
    return follow(app, caller, asked, { bell, stopHearing })
  }
}

type Heard = { bell: Doorbell; stopHearing: () => void }

async function* follow(
  app: App,
  caller: Caller,
  { language, lastEventId }: Asked,
  { bell, stopHearing }: Heard,
): AsyncGenerator<NotificationEvent> {
  try {
    const opened = app.clock.now().getTime()
    // One from times to come would pass over everything until then.
    const since = /^\d{1,15}$/.test(lastEventId ?? '') ? Math.min(Number(lastEventId), opened) : undefined
    let at = since ?? opened
    // Ids with their times, so that what the overlap finds again is told once.
    const told = new Map<string, number>()
    if (since === undefined) for (const row of await newsSince(app, caller, at, told)) told.set(row.id, at)
    let unread: number | undefined
    do {
      const fresh = await newsSince(app, caller, at, told)
      for (const row of fresh) {
        const time = row.created_at.getTime()
        told.set(row.id, time)
        at = Math.max(at, time)
        yield { event: 'notification', id: String(at), data: presentNotification(row, language) }
      }
      for (const [id, time] of told) if (time < at - overlapMs) told.delete(id)
      if (fresh.length === atOnce) bell.ring()
      const now = await countUnread(app, caller)
      if (now !== unread) yield { event: 'unread', id: String(at), data: { unread: now } }
      unread = now
    } while (await bell.rung())
  } finally {
    stopHearing()
  }
}

function newsSince(app: App, caller: Caller, at: number, told: ReadonlyMap<string, number>) {
  return app.db
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', caller.id)
    .where('created_at', '>=', new Date(at - overlapMs))
    .$if(told.size > 0, query => query.where('id', 'not in', [...told.keys()]))
    .orderBy('created_at')
    .orderBy('id')
    .limit(atOnce)
    .execute()
}

type Doorbell = { ring: () => void; close: () => void; rung: () => Promise<boolean> }

/** However often it rings while nobody comes to the door, it is answered once; false once it is closed. */
function doorbell(): Doorbell {
  let hasRung = false
  let isClosed = false
  let wake: () => void = () => undefined
  const ring = () => {
    hasRung = true
    wake()
  }
  const close = () => {
    isClosed = true
    wake()
  }
  const rung = async () => {
    if (!hasRung && !isClosed) await new Promise<void>(resolve => (wake = resolve))
    hasRung = false
    return !isClosed
  }
  return { ring, close, rung }
}
