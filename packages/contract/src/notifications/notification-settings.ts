import { z } from 'zod'
import { id, idParams, noContent } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { notificationChannels, notificationKinds } from './notification-kinds.ts'

const notificationChoice = z.object({
  kind: z.enum(notificationKinds),
  channel: z.enum(notificationChannels),
  is_on: z.boolean(),
})
export type NotificationChoice = z.infer<typeof notificationChoice>

/** Every kind by each way that there is for it, as it holds now. */
const choices = z.object({ choices: z.array(notificationChoice) })

/** As a browser's PushSubscription gives it: a P-256 point of 65 bytes and a secret of 16, in base64url. */
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
    summary: 'What the caller wants to hear of, and by which way',
    status: 200,
    reply: choices,
  }),
  updateNotificationChoices: endpoint({
    method: 'PUT',
    path: '/api/account/notification-choices/',
    access: 'user',
    summary: 'Change some choices; those not named stay as they are',
    body: z.object({
      choices: z
        .array(notificationChoice)
        .min(1)
        .max(notificationKinds.length * notificationChannels.length),
    }),
    status: 200,
    reply: choices,
  }),
  showPushKey: endpoint({
    method: 'GET',
    path: '/api/account/push-key/',
    access: 'user',
    summary: 'The key (VAPID) that a browser needs to subscribe to pushes of this server',
    status: 200,
    reply: z.object({ public_key: z.string() }),
  }),
  addPushSubscription: endpoint({
    method: 'POST',
    path: '/api/account/push-subscriptions/',
    access: 'user',
    summary: 'Send pushes to this browser as long as the session lasts; again changes nothing',
    body: pushSubscription,
    status: 201,
    reply: z.object({ id }),
  }),
  removePushSubscription: endpoint({
    method: 'DELETE',
    path: '/api/account/push-subscriptions/{id}/',
    access: 'user',
    summary: 'Send no more pushes to this browser',
    params: idParams,
    status: 204,
    reply: noContent,
    errors: ['not_found'],
  }),
}
