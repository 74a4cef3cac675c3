import type { Language } from '@kutu/contract/common'
import type { NotificationEvent } from '@kutu/contract/notifications/notifications'
import type { App } from '../../../context.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import type { Events } from '../../../platform/http/handlers.ts'
import { isSessionActive } from '../../accounts/sessions/sessions.ts'
import { countUnread, presentNotification } from '../inbox/notifications.ts'

type StreamOptions = { language: Language; lastEventId: string | undefined }

/** A transaction may commit after a later one that started earlier, so each query looks back this far. */
const overlapMs = 120_000
const batchSize = 100

/**
 * Streams a user's notifications, whichever process creates them: those since the last event, then the unread count,
 * then both as they change. The stream ends with the session or the account.
 * @throws ApiError unauthenticated if the session ended while the stream was being opened
 */
export async function openNotificationStream(
  app: App,
  caller: Caller,
  options: StreamOptions,
): Promise<Events<NotificationEvent>> {
  const wakeSignal = createWakeSignal()
  // Relies on the triggers that end in are_published: they send these topics by NOTIFY.
  const notificationTopic = `notifications:${caller.id}`
  const topics = [notificationTopic, `session:${caller.sessionId}`, `user:${caller.id}`]
  const unsubscribe = await app.pubsub.subscribe(topics, topic =>
    topic === notificationTopic ? wakeSignal.trigger() : wakeSignal.close(),
  )
  if (!(await isSessionActive(app, caller))) {
    unsubscribe()
    throw apiError('unauthenticated')
  }
  return signal => {
    signal.addEventListener('abort', wakeSignal.close, { once: true })
    return generateEvents(app, caller, options, { wakeSignal, unsubscribe })
  }
}

type StreamState = { wakeSignal: WakeSignal; unsubscribe: () => void }

async function* generateEvents(
  app: App,
  caller: Caller,
  { language, lastEventId }: StreamOptions,
  { wakeSignal, unsubscribe }: StreamState,
): AsyncGenerator<NotificationEvent> {
  try {
    const openedAt = app.clock.now().getTime()
    // A timestamp in the future would skip every notification until then.
    const since = /^\d{1,15}$/.test(lastEventId ?? '') ? Math.min(Number(lastEventId), openedAt) : undefined
    let at = since ?? openedAt
    // Sent ids with their timestamps, so that rows found again in the overlap are not sent twice.
    const sent = new Map<string, number>()
    if (since === undefined) for (const row of await findNewNotifications(app, caller, at, sent)) sent.set(row.id, at)
    let unread: number | undefined
    do {
      const rows = await findNewNotifications(app, caller, at, sent)
      for (const row of rows) {
        const time = row.created_at.getTime()
        sent.set(row.id, time)
        at = Math.max(at, time)
        yield { event: 'notification', id: String(at), data: presentNotification(row, language) }
      }
      for (const [id, time] of sent) if (time < at - overlapMs) sent.delete(id)
      if (rows.length === batchSize) wakeSignal.trigger()
      const unreadCount = await countUnread(app, caller)
      if (unreadCount !== unread) yield { event: 'unread', id: String(at), data: { unread: unreadCount } }
      unread = unreadCount
    } while (await wakeSignal.wait())
  } finally {
    unsubscribe()
  }
}

function findNewNotifications(app: App, caller: Caller, at: number, sent: ReadonlyMap<string, number>) {
  return app.db
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', caller.id)
    .where('created_at', '>=', new Date(at - overlapMs))
    .$if(sent.size > 0, query => query.where('id', 'not in', [...sent.keys()]))
    .orderBy('created_at')
    .orderBy('id')
    .limit(batchSize)
    .execute()
}

type WakeSignal = { trigger: () => void; close: () => void; wait: () => Promise<boolean> }

/**
 * Creates a signal that coalesces triggers: `wait` resolves once for any number of triggers, with false after `close`.
 */
function createWakeSignal(): WakeSignal {
  let isTriggered = false
  let isClosed = false
  let resume: () => void = () => undefined
  const trigger = () => {
    isTriggered = true
    resume()
  }
  const close = () => {
    isClosed = true
    resume()
  }
  const wait = async () => {
    if (!isTriggered && !isClosed) await new Promise<void>(resolve => (resume = resolve))
    isTriggered = false
    return !isClosed
  }
  return { trigger, close, wait }
}
