import { settings } from '@kutu/contract/settings'
import { handlers } from '../http/handlers.ts'
import { choose, showChoices } from './choices.ts'
import { pushKeys } from './push-keys.ts'
import { addSubscription, removeSubscription } from './push-subscriptions.ts'

export const settingsFeature = handlers(settings)({
  showNotificationChoices: (app, { caller }) => showChoices(app, caller),
  chooseNotifications: (app, { caller, body }) => choose(app, caller, body.choices),
  showPushKey: async app => ({ public_key: (await pushKeys(app.db, app.clock)).publicKey }),
  addPushSubscription: (app, { caller, body }) => addSubscription(app, caller, body),
  removePushSubscription: (app, { caller, params }) => removeSubscription(app, caller, params.id),
})
