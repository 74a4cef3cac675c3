import type { BrowserContext, Page, Worker } from '@playwright/test'
import { pushService } from '../../server/src/testing/push-service.ts'
import { ask, moderate } from '../board.ts'
import { expect, test } from '../journey.ts'
import { callAs, newExpert, newFarmer, sessionItems } from '../people.ts'
import { origin, pushPort } from '../product.ts'

test.use({ serviceWorkers: 'allow' })

/** The worker that is installed for the app, and the number by which the browser itself knows it. */
async function installed(page: Page, context: BrowserContext) {
  const devtools = await context.newCDPSession(page)
  const known = new Promise<string>(resolve => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`)
      if (own) resolve(own.registrationId)
    })
  })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await devtools.send('ServiceWorker.enable')
  const registrationId = await known
  await expect.poll(() => context.serviceWorkers().length).toBe(1)
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('no worker is installed')
  return {
    worker,
    /** Gives the worker a push as the browser does that got it from its push service. */
    deliver: (told: unknown) =>
      devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(told) }),
  }
}

type Shown = { title: string; body: string; lang: string }
const shownBy = (worker: Worker): Promise<Shown[]> =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    return (await registration.getNotifications()).map(({ title, body, lang }) => ({ title, body, lang }))
  })

/** Nothing that drives a browser can press a notification, so the event that a press makes is made here, with the notification that is shown. */
const press = (worker: Worker): Promise<void> =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration } & EventTarget
    const [notification] = await scope.registration.getNotifications()
    const event = Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined })
    scope.dispatchEvent(event)
  })

test('a push shows in the reader’s language while nobody looks at the app, and leads to its page when pressed', async ({
  page,
  context,
}) => {
  const service = await pushService({ at: pushPort })
  const [farmer, expert] = [await newFarmer(), await newExpert()]
  const browser = service.browser(farmer.username)
  await callAs(farmer, 'PUT', '/api/account/preferences/', { language: 'sw' })
  const { endpoint, keys } = browser
  await callAs(farmer, 'POST', '/api/account/push-subscriptions/', { endpoint, keys })
  const post = await ask(farmer, { title: 'Madoa kwenye mahindi' })
  await moderate(expert, post.id, { action: 'approve' })
  await expect.poll(() => service.received.length).toBe(1)
  const told = browser.read(service.received[0]?.body ?? Buffer.alloc(0))
  await service.close()

  await context.grantPermissions(['notifications'], { origin })
  // Not for every page to come, as other journeys do it: an empty page has no storage.
  await page.goto('/terms')
  await page.evaluate(
    items => {
      for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value)
    },
    await sessionItems(farmer),
  )
  await page.goto('/account')
  const { worker, deliver } = await installed(page, context)
  await page.goto('about:blank')
  await deliver(told)
  await expect
    .poll(() => shownBy(worker))
    .toEqual([
      {
        title: 'Kutu',
        body: 'Chapisho lako “Madoa kwenye mahindi” limeidhinishwa na linaonekana kwa wote.',
        lang: 'sw',
      },
    ])

  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await press(worker)
  await expect(page).toHaveURL('/account/notifications')
  await expect(page.getByText('Chapisho lako “Madoa kwenye mahindi” limeidhinishwa')).toBeVisible()
  expect(await shownBy(worker), 'pressed, it is gone').toEqual([])
})
