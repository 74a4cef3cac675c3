import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  answer,
  choose,
  history,
  notices,
  openUpload,
  outbox,
  processImage,
  readyAlone,
  saidUnderPhoto,
  uploadPath,
} from '../diagnosis.ts'
import { expect, test } from '../journey.ts'
import { hasLeaves, leaf, withoutLeaves } from '../leaves.ts'

test.skip(!hasLeaves, withoutLeaves)

const analyses = '/analysis/rust-detection/'

/** What the page says without a network belongs to the journey. */
function expectNoNetwork(expectRefusal: (status: 'lost', path: string) => void): void {
  const own = ['/api/auth/me', '/api/auth/refresh-token', '/api/dashboard/']
  for (const path of [analyses, ...own, '/api/notifications/', '/api/notifications/stream']) expectRefusal('lost', path)
}

/** How often the page asked the browser to throw nothing of it away. */
async function asksToKeep(page: Page): Promise<() => number> {
  let asked = 0
  await page.exposeFunction('countAsk', () => ++asked)
  await page.addInitScript(() => {
    const { storage } = navigator
    const persist = storage.persist.bind(storage)
    storage.persist = async () => {
      await Reflect.apply(Reflect.get(window, 'countAsk'), window, [])
      return persist()
    }
  })
  return () => asked
}

/** The keys of all photos that are sent, in order. */
function keysSentBy(page: Page): string[] {
  const keys: string[] = []
  // Only what reached the server: a try without a network fails on the phone itself.
  page.on('requestfinished', request => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === analyses)
      keys.push(request.headers()['idempotency-key'] ?? 'none')
  })
  return keys
}

test.describe('once the app was opened', () => {
  test.use({ serviceWorkers: 'allow' })

  test('without a network the phone answers by itself, and the photo is filed once when there is one again', async ({
    page,
    context,
    expectRefusal,
    shoot,
    expectAccessible,
  }) => {
    expectNoNetwork(expectRefusal)
    const asked = await asksToKeep(page)
    await openUpload(page)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await readyAlone(page)
    await context.setOffline(true)
    expect(asked()).toBe(0)
    await choose(page, leaf('rust'))
    await processImage(page)
    await expect(notices(page).getByText('Answered on this phone')).toBeVisible()
    await expect.poll(asked).toBe(1)
    const said = answer(page)
    await expect(said.getByRole('heading', { name: /rust/i }).first()).toBeFocused()
    await expect(said.getByText(/^\d{1,3}\.\d{2}%$/).first()).toBeVisible()
    await expect(said.getByRole('heading', { name: 'What to do today' })).toBeVisible()
    const heat = page.getByAltText('Heat map: where on the leaf the signs were seen')
    await expect(heat).toHaveCSS('opacity', '1')
    await expect(outbox(page)).toHaveCount(1)
    await expect(outbox(page)).toContainText('Waiting to be sent')
    await shoot('answered-offline')
    await expectAccessible('an answer without a network')

    await page.reload()
    await expect(outbox(page)).toContainText('Waiting to be sent')
    const other = await context.newPage()
    await other.goto(uploadPath)
    await expect(outbox(other)).toContainText('Waiting to be sent')
    const keys = [keysSentBy(page), keysSentBy(other)]
    await context.setOffline(false)
    await expect(outbox(page)).toHaveCount(0)
    await expect(outbox(other)).toHaveCount(0)
    await expect(history(page)).toHaveCount(1)
    await expect(history(page)).toContainText(/rust/i)
    await page.reload()
    await expect(history(page)).toHaveCount(1)
    expect(keys.flat()).toHaveLength(1)
  })
})

test('a photo whose answer got lost is answered by the phone, sent again by itself, and filed once', async ({
  page,
  expectRefusal,
}) => {
  // The server gets the photo and answers; to the first sender the connection seems to have broken.
  await page.addInitScript(() => {
    const { send } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.send = function (body) {
      if (sessionStorage.getItem('isLost') === null && body instanceof FormData) {
        sessionStorage.setItem('isLost', 'yes')
        this.onload = () => this.onerror?.(new ProgressEvent('error'))
      }
      send.call(this, body)
    }
  })
  expectNoNetwork(expectRefusal)
  await openUpload(page)
  await readyAlone(page)
  const keys = keysSentBy(page)
  await choose(page, leaf('healthy'))
  await processImage(page)
  await expect(outbox(page)).toContainText('Waiting to be sent')
  await expect(answer(page).getByRole('heading', { name: 'Healthy' })).toBeVisible()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(outbox(page)).toHaveCount(0)
  await expect(page.getByText('It has been added to your history.')).toBeVisible()
  await expect(history(page)).toHaveCount(1)
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
})

test('a model that breaks off on its way comes whole by itself, and none of its pieces comes twice', async ({
  page,
  expectRefusal,
}) => {
  const asked: string[] = []
  await page.route(/\/assets\/(network|runtime)-\d+-/, route => {
    const { pathname } = new URL(route.request().url())
    asked.push(pathname)
    if (asked.length !== 7) return route.continue()
    expectRefusal('lost', pathname)
    return route.abort()
  })
  await openUpload(page)
  await readyAlone(page)
  const again = asked.filter((path, at) => asked.indexOf(path) !== at)
  expect(again).toEqual([asked[6]])
})

test('with a network the phone answers first and the server confirms', async ({ page, shoot }) => {
  await openUpload(page)
  await readyAlone(page)
  // Held back until the phone has spoken, so that the journey sees both.
  const gate = new EventTarget()
  const held = once(gate, 'open')
  await page.route(`**${analyses}`, async route => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  await choose(page, leaf('otherDisease'))
  await processImage(page)
  await expect(page.getByText('Answered on this phone')).toBeVisible()
  await expect(answer(page).getByText('Other disease').first()).toBeVisible()
  gate.dispatchEvent(new Event('open'))
  await expect(notices(page).getByText('Image analysis successfully done')).toBeVisible()
  await expect(page.getByText('First answered on this phone; the server agrees')).toBeVisible()
  await expect(history(page)).toHaveCount(1)
  await shoot('answered-twice')
})

test('a difference between phone and server is shown, and the server’s answer is the record', async ({
  page,
  shoot,
  expectAccessible,
}) => {
  // The server gets another photo than the phone saw.
  await page.addInitScript(() => {
    const { send } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.send = function (body) {
      const other = sessionStorage.getItem('other')
      if (other !== null && body instanceof FormData) {
        const bytes = Uint8Array.from(atob(other), character => character.charCodeAt(0))
        body.set('image', new File([bytes], 'leaf.jpg', { type: 'image/jpeg' }))
      }
      send.call(this, body)
    }
  })
  await openUpload(page)
  await readyAlone(page)
  const other = await readFile(leaf('healthy'), 'base64')
  await page.evaluate(bytes => sessionStorage.setItem('other', bytes), other)
  await choose(page, leaf('rust'))
  await processImage(page)
  await expect(page.getByText('The server sees it differently')).toBeVisible()
  await expect(page.getByText('This phone said: Rust. The server says: Healthy.')).toBeVisible()
  await expect(answer(page).getByRole('heading', { name: 'Healthy' })).toBeVisible()
  await expect(outbox(page)).toContainText('The server says: Healthy.')
  await shoot('answers-differ')
  await expectAccessible('answers that differ')
  await page.getByRole('button', { name: 'Remove from this phone' }).click()
  await expect(outbox(page)).toHaveCount(0)
  await expect(history(page)).toHaveCount(1)
  await expect(history(page)).toContainText('Healthy')
})

test('the phone refuses a damaged photo, and without a network one of no leaf, and keeps neither', async ({
  page,
  context,
  expectRefusal,
}) => {
  expectNoNetwork(expectRefusal)
  await openUpload(page)
  await readyAlone(page)
  const keys = keysSentBy(page)
  const whole = await readFile(leaf('rust'))
  const damaged = { name: 'leaf.jpg', mimeType: 'image/jpeg', buffer: whole.subarray(0, whole.length / 2) }
  await choose(page, damaged)
  await processImage(page)
  await expect(saidUnderPhoto(page)).toHaveText('This photo is damaged and cannot be read. Please take it again.')
  expect(keys).toEqual([])

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Remove the photo' }).click()
  await choose(page, leaf('noLeaf'))
  await processImage(page)
  await expect(saidUnderPhoto(page)).toContainText('We see no leaf in this photo.')
  await expect(answer(page)).toBeHidden()
  await expect(outbox(page)).toHaveCount(0)
})
