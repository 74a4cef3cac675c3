import type { BrowserContext, Page, Worker } from '@playwright/test'
import { startPushService } from '../../../server/src/testing/fakes/push-service.ts'
import { fullBrowserOptions } from '../../runner/browser.ts'
import { origin, pushPort } from '../../runner/test-server.ts'
import { createExpert, createFarmer, createSessionItems, requestAs } from '../../support/accounts.ts'
import { createPost, moderatePost } from '../../support/community.ts'
import { expect, test } from '../../support/fixtures.ts'

test.use({ serviceWorkers: 'allow', launchOptions: fullBrowserOptions })

/** Returns the installed service worker and a function to deliver push messages to it. */
async function getInstalledWorker(page: Page, context: BrowserContext) {
  const devtools = await context.newCDPSession(page)
  const registrationFound = new Promise<string>(resolve => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ownRegistration = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`)
      if (ownRegistration) resolve(ownRegistration.registrationId)
    })
  })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registrationFound
  await expect.poll(() => context.serviceWorkers().length).toBe(1)
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('No service worker is installed')
  return {
    worker,
    /** Delivers a push message as the browser does when the push service sends one. */
    deliver: (payload: unknown) =>
      devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(payload) }),
  }
}

type ShownNotification = { title: string; body: string; lang: string }
const getShownNotifications = (worker: Worker): Promise<ShownNotification[]> =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    return (await registration.getNotifications()).map(({ title, body, lang }) => ({ title, body, lang }))
  })

/**
 * No automation can click a system notification, so the event of a click is dispatched with the visible notification.
 */
const clickNotification = (worker: Worker): Promise<void> =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration } & EventTarget
    const [notification] = await scope.registration.getNotifications()
    const event = Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined })
    scope.dispatchEvent(event)
  })

test('a push notification in the user’s language is shown while the app is closed, and opens its page when clicked', async ({
  page,
  context,
}) => {
  const service = await startPushService({ at: pushPort })
  const [farmer, expert] = [await createFarmer(), await createExpert()]
  const browser = service.createBrowser(farmer.username)
  await requestAs(farmer, 'PUT', '/api/account/preferences/', { language: 'sw' })
  const { endpoint, keys } = browser
  await requestAs(farmer, 'POST', '/api/account/push-subscriptions/', { endpoint, keys })
  const post = await createPost(farmer, { title: 'Madoa kwenye mahindi' })
  await moderatePost(expert, post.id, { action: 'approve' })
  // An answer is pushed immediately; the push about the approval waits until it can no longer be undone.
  await requestAs(expert, 'POST', `/api/community/responses/${post.id}/`, { content: 'Ng’oa majani mabaya.' })
  await expect.poll(() => service.received.length).toBe(1)
  const payload = browser.decrypt(service.received[0]?.body ?? Buffer.alloc(0))
  await service.close()

  await context.grantPermissions(['notifications'], { origin })
  // Sets the storage once instead of by init script, because about:blank has no storage.
  await page.goto('/terms')
  await page.evaluate(
    items => {
      for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value)
    },
    await createSessionItems(farmer),
  )
  await page.goto('/account')
  const { worker, deliver } = await getInstalledWorker(page, context)
  await page.goto('about:blank')
  await deliver(payload)
  await expect
    .poll(() => getShownNotifications(worker))
    .toEqual([
      {
        title: 'Kutu',
        body: `Mtaalamu ${expert.username} amejibu chapisho lako “Madoa kwenye mahindi”.`,
        lang: 'sw',
      },
    ])

  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await clickNotification(worker)
  await expect(page).toHaveURL('/account/notifications')
  await expect(page.getByText('Chapisho lako “Madoa kwenye mahindi” limeidhinishwa')).toBeVisible()
  expect(await getShownNotifications(worker), 'pressed, it is gone').toEqual([])
})
