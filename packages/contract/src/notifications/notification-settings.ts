import { z } from 'zod'
import { id } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { notificationChannels, notificationKinds } from './notification-kinds.ts'

const notificationChoice = z.object({
  kind: z.enum(notificationKinds),
  channel: z.enum(notificationChannels),
  is_on: z.boolean(),
})
export type NotificationChoice = z.infer<typeof notificationChoice>

/** Every kind with each of its channels and the current setting. */
const notificationChoicesReply = z.object({ choices: z.array(notificationChoice) })

/** JSON of a browser's PushSubscription: keys in base64url, a P-256 point of 65 bytes and a secret of 16 bytes. */
const pushSubscription = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(2000),
  keys: z.object({
    p256dh: z.string().regex(/^[A-Za-z0-9_-]{87}=?$/),
    auth: z.string().regex(/^[A-Za-z0-9_-]{22}(==)?$/),
  }),
})

export const notificationSettings = {
  showNotificationChoices: endpoint({
    method: 'GET',
    path: '/api/account/notification-choices/',
    access: 'user',
    summary: 'Get the caller’s notification settings by kind and channel',
    reply: notificationChoicesReply,
  }),
  updateNotificationChoices: endpoint({
    method: 'PUT',
    path: '/api/account/notification-choices/',
    access: 'user',
    summary: 'Update notification settings; settings that are not listed do not change',
    body: z.object({
      choices: z
        .array(notificationChoice)
        .min(1)
        .max(notificationKinds.length * notificationChannels.length),
    }),
    reply: notificationChoicesReply,
  }),
  showPushKey: endpoint({
    method: 'GET',
    path: '/api/account/push-key/',
    access: 'user',
    summary: 'Get the public VAPID key for web push subscriptions',
    reply: z.object({ public_key: z.string() }),
  }),
  addPushSubscription: endpoint({
    method: 'POST',
    path: '/api/account/push-subscriptions/',
    access: 'user',
    summary: 'Subscribe this browser to web push for the current session; idempotent',
    body: pushSubscription,
    status: 201,
    reply: z.object({ id }),
  }),
  removePushSubscription: endpoint({
    method: 'DELETE',
    path: '/api/account/push-subscriptions/{id}/',
    access: 'user',
    summary: 'Unsubscribe this browser from web push',
  }),
}
