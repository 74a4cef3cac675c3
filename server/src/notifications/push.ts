import type { NotificationType } from '@kutu/contract/notifications'
import type { Selectable } from 'kysely'
import webPush from 'web-push'
import { openSessionsOf } from '../accounts/sessions.ts'
import { receiverOf } from '../accounts/users.ts'
import type { App } from '../context.ts'
import { say, type Values } from '../text/say.ts'
import { type PushKeys, pushKeys } from './push-keys.ts'
import type { NotificationsTables } from './tables.ts'

export type Push = { to: string; type: NotificationType; details: Values; cause: string }
type Subscription = Selectable<NotificationsTables['push_subscriptions']>

/** News of yesterday need not wake anybody: a device that is off longer finds it in the list. */
const livesForSeconds = 24 * 3600
const patienceMs = 10_000
/** What a push service says of a subscription that is over. */
const gone = new Set([404, 410])

/** The job: tells one thing to every browser where its reader is signed in. What does not arrive is not tried again. */
export async function deliverPush(app: App, { to, type, details, cause }: Push): Promise<void> {
  const { language } = await receiverOf(app.db, to)
  const sessions = await openSessionsOf(app, to)
  const subscriptions = await app.db.selectFrom('push_subscriptions').selectAll().where('user_id', '=', to).execute()
  const keys = await pushKeys(app.db, app.clock)
  const payload = JSON.stringify({
    title: 'Kutu',
    body: say(language, `notification.${type}`, details),
    lang: language,
    tag: cause,
    path: '/account/notifications',
  })
  for (const subscription of subscriptions) {
    if (sessions.has(subscription.session_id)) await sendTo(app, keys, subscription, payload)
    else await forget(app, subscription)
  }
}

async function sendTo(app: App, keys: PushKeys, subscription: Subscription, payload: string): Promise<void> {
  try {
    const { endpoint, p256dh, auth } = subscription
    const { method, headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject: contactOf(app), ...keys },
      TTL: livesForSeconds,
      contentEncoding: 'aes128gcm',
    })
    const response = await fetch(endpoint, {
      method,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: body ? new Uint8Array(body) : null,
      // A push service does not send on; whoever does would have this server call other places.
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    await response.body?.cancel()
    if (gone.has(response.status)) await forget(app, subscription)
    else if (!response.ok)
      app.log.warn({ subscription: subscription.id, status: response.status }, 'a push was refused')
  } catch (error) {
    app.log.warn({ err: error, subscription: subscription.id }, 'a push did not arrive')
  }
}

const forget = (app: App, { id }: Subscription) =>
  app.db.deleteFrom('push_subscriptions').where('id', '=', id).execute()

/** Whom a push service asks when something is wrong with what this server sends. */
function contactOf({ config }: App): string {
  if (config.publicUrl.startsWith('https:')) return config.publicUrl
  return `mailto:${/<([^>]+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom}`
}
