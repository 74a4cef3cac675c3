import type { NotificationType } from '@kutu/contract/notifications/notification-kinds'
import type { Selectable } from 'kysely'
import webPush from 'web-push'
import type { App } from '../../../context.ts'
import { egressFetch } from '../../../platform/http/security/egress.ts'
import { hasMessage, type MessageValues, t } from '../../../platform/i18n/translate.ts'
import { listActiveSessionIds } from '../../accounts/sessions/sessions.ts'
import { getEmailRecipient } from '../../accounts/users/users.ts'
import type { NotificationsTables } from '../tables.ts'
import { loadVapidKeys, type VapidKeys } from './vapid-keys.ts'

export type PushJob = { to: string; type: NotificationType; details: MessageValues; cause: string; path?: string }
type PushSubscriptionRow = Selectable<NotificationsTables['push_subscriptions']>

/** Time for which the push service keeps a message for an offline device. Later, the device finds it in the list. */
const ttlSeconds = 24 * 3600
const timeoutMs = 10_000
/** Status codes by which a push service reports that a subscription has ended. */
const goneStatuses = new Set([404, 410])

/**
 * Job: sends one notification to every browser in which the recipient is signed in. Failed requests are not retried.
 */
export async function deliverPush(app: App, { to, type, details, cause, path }: PushJob): Promise<void> {
  const { language } = await getEmailRecipient(app.db, to)
  const sessions = await listActiveSessionIds(app, to)
  const subscriptions = await app.db.selectFrom('push_subscriptions').selectAll().where('user_id', '=', to).execute()
  const keys = await loadVapidKeys(app.db, app.clock)
  // A push may say more than the entry in the list, which opens with a tap.
  const pushKey = `push.${type}`
  const payload = JSON.stringify({
    title: 'Kutu',
    body: t(language, hasMessage(pushKey) ? pushKey : `notification.${type}`, details),
    lang: language,
    tag: cause,
    path: path ?? '/account/notifications',
  })
  for (const subscription of subscriptions) {
    if (sessions.has(subscription.session_id)) await sendPush(app, keys, subscription, payload)
    else await deleteSubscription(app, subscription)
  }
}

async function sendPush(app: App, keys: VapidKeys, subscription: PushSubscriptionRow, payload: string): Promise<void> {
  try {
    const { endpoint, p256dh, auth } = subscription
    const { method, headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject: getVapidSubject(app), ...keys },
      TTL: ttlSeconds,
      contentEncoding: 'aes128gcm',
    })
    const response = await egressFetch({ pushServices: app.config.pushServices }, new URL(endpoint), {
      method,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: body ? new Uint8Array(body) : null,
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    if (goneStatuses.has(response.status)) await deleteSubscription(app, subscription)
    else if (!response.ok)
      app.log.warn({ subscription: subscription.id, status: response.status }, 'push rejected by the push service')
  } catch (error) {
    app.log.warn({ err: error, subscription: subscription.id }, 'push failed')
  }
}

const deleteSubscription = (app: App, { id }: PushSubscriptionRow) =>
  app.db.deleteFrom('push_subscriptions').where('id', '=', id).execute()

/** Returns the contact by which a push service can reach the operator of this server. */
function getVapidSubject({ config }: App): string {
  if (config.publicUrl.startsWith('https:')) return config.publicUrl
  return `mailto:${/<([^>]+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom}`
}
