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
  uploadPath,
} from '../diagnosis.ts'
import { expect, test } from '../journey.ts'
import { hasLeaves, leaf, withoutLeaves } from '../leaves.ts'
import { newFarmer, signIn } from '../people.ts'

test.skip(!hasLeaves, withoutLeaves)

type LeafName = Parameters<typeof leaf>[0]
const add = (page: Page) => page.getByRole('button', { name: 'Add another leaf of this plant' })
const chosen = (page: Page) => page.getByRole('group', { name: 'Leaves of this plant' })
const each = (page: Page) =>
  answer(page)
    .locator('section', { has: page.getByRole('heading', { name: 'Each leaf by itself' }) })
    .getByRole('listitem')

async function chooseLeaves(page: Page, [first, ...others]: [LeafName, ...LeafName[]]) {
  await choose(page, leaf(first))
  for (const name of others) {
    await add(page).click()
    await choose(page, leaf(name))
  }
}

test('a farmer asks about three leaves of one plant: one answer for all, each leaf with its own, one line of the history', async ({
  page,
  shoot,
  expectAccessible,
}) => {
  await openUpload(page)
  await expect(add(page)).toBeHidden()
  await chooseLeaves(page, ['rust', 'otherRust'])
  await expect(chosen(page)).toBeFocused()
  await expect(chosen(page)).toContainText('2 of at most 6')
  await add(page).click()
  await shoot('plant-adding')
  await expectAccessible('a place for one more leaf')
  await choose(page, leaf('noLeaf'))
  await expect(chosen(page).getByRole('listitem')).toHaveCount(3)
  await shoot('plant-chosen')
  await expectAccessible('leaves of a plant')
  await processImage(page)
  await expect(notices(page).getByText('Image analysis successfully done')).toBeVisible()
  await expect(answer(page).getByRole('heading', { name: /rust/i }).first()).toBeVisible()
  await expect(each(page)).toHaveCount(3)
  await expect(each(page).nth(0)).toContainText('Rust')
  await expect(each(page).nth(2)).toContainText('Photo 3 shows no leaf, so it was left out.')
  await expect(history(page)).toHaveCount(1)
  await expect(history(page)).toContainText('3 leaves')
  await shoot('plant-answer')
  await expectAccessible('an answer about a plant')
  await history(page).getByRole('link').click()
  await expect(page.getByRole('heading', { name: /^Answer of/ })).toBeVisible()
  await expect(each(page)).toHaveCount(3)
})

test('a leaf can be taken out again, down to the one photo of the plain form, and six are the most', async ({
  page,
}) => {
  await openUpload(page)
  await chooseLeaves(page, ['rust', 'healthy', 'otherDisease', 'otherRust', 'noLeaf', 'rust'])
  await expect(chosen(page).getByRole('listitem')).toHaveCount(6)
  await expect(add(page)).toBeHidden()
  await page.getByRole('button', { name: 'Remove leaf 6' }).click()
  await expect(add(page)).toBeVisible()
  for (const position of [5, 4, 3, 2]) await page.getByRole('button', { name: `Remove leaf ${position}` }).click()
  await expect(chosen(page)).toBeHidden()
  await expect(page.getByRole('group', { name: 'Photo of one leaf' }).getByAltText('The photo you chose')).toBeVisible()
  await add(page).click()
  await page.getByRole('button', { name: 'No more leaves' }).click()
  await expect(page.getByRole('group', { name: 'Photo of one leaf' })).toBeVisible()
})

test.describe('once the app was opened', () => {
  test.use({ serviceWorkers: 'allow' })

  test('without a network the phone joins the leaves by itself, and the server files them once, as one analysis', async ({
    page,
    context,
    expectRefusal,
    shoot,
  }) => {
    for (const path of [
      '/analysis/plant-analyses/',
      '/analysis/rust-detection/',
      '/api/auth/me',
      '/api/auth/refresh-token',
    ])
      expectRefusal('lost', path)
    for (const path of ['/api/dashboard/', '/api/notifications/', '/api/notifications/stream'])
      expectRefusal('lost', path)
    await openUpload(page)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await readyAlone(page)
    await context.setOffline(true)
    await chooseLeaves(page, ['rust', 'otherRust'])
    await processImage(page)
    await expect(notices(page).getByText('Answered on this phone')).toBeVisible()
    await expect(answer(page).getByRole('heading', { name: /rust/i }).first()).toBeVisible()
    await expect(each(page)).toHaveCount(2)
    const here = await answer(page)
      .getByText(/^\d{1,3}\.\d{2}%$/)
      .first()
      .textContent()
    await expect(outbox(page)).toHaveCount(1)
    await expect(outbox(page)).toContainText('2 leaves')
    await shoot('plant-offline')

    await page.reload()
    await expect(outbox(page)).toContainText('Waiting to be sent')
    const keys: string[] = []
    page.on('requestfinished', request => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === '/analysis/plant-analyses/')
        keys.push(request.headers()['idempotency-key'] ?? 'none')
    })
    await context.setOffline(false)
    await expect(outbox(page)).toHaveCount(0)
    await expect(history(page)).toHaveCount(1)
    await expect(history(page)).toContainText(`${here} · 2 leaves`)
    expect(keys).toHaveLength(1)
  })
})

test('a photo that waits since before this app knew of several leaves goes up all the same, once', async ({ page }) => {
  const farmer = await newFarmer()
  await page.goto('/manifest.webmanifest')
  const photo = await readFile(leaf('rust'), 'base64')
  // As the version before has left it.
  await page.evaluate(
    async ({ email, password, bytes }) => {
      const response = await fetch('/api/auth/login/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
      const { user } = await response.json()
      const opening = indexedDB.open('outbox', 1)
      opening.onupgradeneeded = () => {
        opening.result.createObjectStore('items', { keyPath: 'key' }).createIndex('owner', 'ownerId')
        opening.transaction?.objectStore('items').add({
          key: crypto.randomUUID(),
          ownerId: user.id,
          photo: new Blob([Uint8Array.from(atob(bytes), character => character.charCodeAt(0))], { type: 'image/jpeg' }),
          name: 'leaf.jpg',
          crop: 'MAIZE',
          takenAt: new Date().toISOString(),
          answer: null,
          state: { kind: 'waiting' },
        })
      }
      await new Promise(resolve => {
        opening.onsuccess = resolve
      })
      opening.result.close()
    },
    { ...farmer, bytes: photo },
  )
  await page.goto(uploadPath)
  await signIn(page, farmer)
  await expect(history(page)).toHaveCount(1)
  await expect(history(page)).toContainText(/rust/i)
  await expect(outbox(page)).toHaveCount(0)
})
