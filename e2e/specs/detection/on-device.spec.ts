import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures.ts'
import { hasLeafPhotos, leafPhotoPath, noLeafPhotosReason } from '../../support/leaf-photos.ts'
import {
  analysisResult,
  chooseFiles,
  historyRows,
  openUploadPage,
  outboxItems,
  photoError,
  processImage,
  toasts,
  uploadPath,
  waitForOnDeviceModel,
} from '../../support/upload-page.ts'

test.skip(!hasLeafPhotos, noLeafPhotosReason)

const analysesApiPath = '/analysis/rust-detection/'

/** Expects the failed requests of a page that is offline. */
function expectOfflineFailures(expectFailure: (status: 'lost', path: string) => void): void {
  const apiPaths = ['/api/auth/me', '/api/auth/refresh-token', '/api/dashboard/']
  for (const path of [analysesApiPath, ...apiPaths, '/api/notifications/', '/api/notifications/stream'])
    expectFailure('lost', path)
}

/** Counts calls of navigator.storage.persist(). */
async function countPersistRequests(page: Page): Promise<() => number> {
  let requestCount = 0
  await page.exposeFunction('countPersistRequest', () => ++requestCount)
  await page.addInitScript(() => {
    const { storage } = navigator
    const persist = storage.persist.bind(storage)
    storage.persist = async () => {
      await Reflect.apply(Reflect.get(window, 'countPersistRequest'), window, [])
      return persist()
    }
  })
  return () => requestCount
}

/** Records the idempotency keys of uploaded photos, in order. */
function recordIdempotencyKeys(page: Page): string[] {
  const keys: string[] = []
  // Only requests that reached the server: an offline attempt fails on the device.
  page.on('requestfinished', request => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === analysesApiPath)
      keys.push(request.headers()['idempotency-key'] ?? 'none')
  })
  return keys
}

test.describe('after the app was opened once', () => {
  test.use({ serviceWorkers: 'allow' })

  test('offline the phone answers by itself, and the photo is stored once after reconnecting', async ({
    page,
    context,
    expectFailure,
    takeScreenshot,
    expectAccessible,
  }) => {
    expectOfflineFailures(expectFailure)
    const getPersistCount = await countPersistRequests(page)
    await openUploadPage(page)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await waitForOnDeviceModel(page)
    await context.setOffline(true)
    expect(getPersistCount()).toBe(0)
    await chooseFiles(page, leafPhotoPath('rust'))
    await processImage(page)
    await expect.poll(getPersistCount).toBe(1)
    const result = analysisResult(page)
    await expect(result.getByRole('heading', { name: /rust/i }).first()).toBeFocused()
    await expect(result.getByText(/^Confidence: rust \d{1,3}\.\d{2}%$/)).toBeVisible()
    await expect(result.getByRole('heading', { name: 'Do this today' })).toBeVisible()
    const heat = page.getByAltText('The spots that Kutu found on the leaf')
    await expect(heat).toHaveCSS('opacity', '1')
    await expect(outboxItems(page)).toHaveCount(1)
    await expect(outboxItems(page)).toContainText('Waiting to be sent')
    await takeScreenshot('answered-offline')
    await expectAccessible('an answer without a network')

    await page.reload()
    await expect(outboxItems(page)).toContainText('Waiting to be sent')
    const other = await context.newPage()
    await other.goto(uploadPath)
    await expect(outboxItems(other)).toContainText('Waiting to be sent')
    const keys = [recordIdempotencyKeys(page), recordIdempotencyKeys(other)]
    await context.setOffline(false)
    await expect(outboxItems(page)).toHaveCount(0)
    await expect(outboxItems(other)).toHaveCount(0)
    await expect(historyRows(page)).toHaveCount(1)
    await expect(historyRows(page)).toContainText(/rust/i)
    // A reload would cut its loading off.
    const photo = historyRows(page).locator('img').first()
    await photo.scrollIntoViewIfNeeded()
    await expect.poll(() => photo.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
    await page.reload()
    await expect(historyRows(page)).toHaveCount(1)
    expect(keys.flat()).toHaveLength(1)
  })
})

test('a photo whose response was lost is answered by the phone, retried automatically, and stored once', async ({
  page,
  expectFailure,
}) => {
  // The server processes the photo, but the first request appears to fail.
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
  expectOfflineFailures(expectFailure)
  await openUploadPage(page)
  await waitForOnDeviceModel(page)
  const keys = recordIdempotencyKeys(page)
  await chooseFiles(page, leafPhotoPath('healthy'))
  await processImage(page)
  await expect(outboxItems(page)).toContainText('Waiting to be sent')
  await expect(analysisResult(page).getByRole('heading', { name: 'Healthy' })).toBeVisible()
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(outboxItems(page)).toHaveCount(0)
  await expect(page.getByText('Saved to your history')).toBeVisible()
  await expect(historyRows(page)).toHaveCount(1)
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
})

test('an interrupted model download resumes, and no part is downloaded twice', async ({ page, expectFailure }) => {
  const requestedPaths: string[] = []
  await page.route(/\/assets\/(network|runtime)-\d+-/, route => {
    const { pathname } = new URL(route.request().url())
    requestedPaths.push(pathname)
    if (requestedPaths.length !== 7) return route.continue()
    expectFailure('lost', pathname)
    return route.abort()
  })
  await openUploadPage(page)
  await waitForOnDeviceModel(page)
  const repeatedPaths = requestedPaths.filter((path, at) => requestedPaths.indexOf(path) !== at)
  expect(repeatedPaths).toEqual([requestedPaths[6]])
})

/** Holds the upload back until the device has answered, so that both answers can be seen. Returns a function that ends it. */
async function holdUpload(page: Page): Promise<() => void> {
  const release = new EventTarget()
  const released = once(release, 'open')
  await page.route(`**${analysesApiPath}`, async route => {
    if (route.request().method() === 'POST') await released
    await route.continue()
  })
  return () => void release.dispatchEvent(new Event('open'))
}

test('online the phone answers first and the server confirms', async ({ page, takeScreenshot }) => {
  await openUploadPage(page)
  await waitForOnDeviceModel(page)
  const release = await holdUpload(page)
  await chooseFiles(page, leafPhotoPath('otherDisease'))
  await processImage(page)
  await expect(page.getByText('Sending the photo to your history…')).toBeVisible()
  await expect(analysisResult(page).getByRole('heading', { level: 2, name: /blight/i })).toBeVisible()
  release()
  await expect(toasts(page).getByText('Image analysis successfully done')).toBeVisible()
  await expect(page.getByText('Saved to your history')).toBeVisible()
  await expect(historyRows(page)).toHaveCount(1)
  await takeScreenshot('answered-twice')
})

test('a difference between phone and server is shown, and the server’s answer is stored', async ({
  page,
  takeScreenshot,
  expectAccessible,
}) => {
  // The server receives another photo than the one the device analyzed.
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
  await openUploadPage(page)
  await waitForOnDeviceModel(page)
  const other = await readFile(leafPhotoPath('healthy'), 'base64')
  await page.evaluate(bytes => sessionStorage.setItem('other', bytes), other)
  const release = await holdUpload(page)
  await chooseFiles(page, leafPhotoPath('rust'))
  await processImage(page)
  await expect(analysisResult(page).getByRole('heading', { name: /rust/i }).first()).toBeVisible()
  release()
  await expect(page.getByText('The server sees it differently')).toBeVisible()
  await expect(page.getByText('This phone said: Common Rust. The server says: Healthy.')).toBeVisible()
  await expect(analysisResult(page).getByRole('heading', { name: 'Healthy' })).toBeVisible()
  await expect(outboxItems(page)).toContainText('The server says: Healthy.')
  await takeScreenshot('answers-differ')
  await expectAccessible('answers that differ')
  await page.getByRole('button', { name: 'Remove from this phone' }).click()
  await expect(outboxItems(page)).toHaveCount(0)
  await expect(historyRows(page)).toHaveCount(1)
  await expect(historyRows(page)).toContainText('Healthy')
})

test('the phone rejects a damaged photo, and offline one without a leaf', async ({ page, context, expectFailure }) => {
  expectOfflineFailures(expectFailure)
  await openUploadPage(page)
  await waitForOnDeviceModel(page)
  const keys = recordIdempotencyKeys(page)
  const fullPhoto = await readFile(leafPhotoPath('rust'))
  const damaged = { name: 'leaf.jpg', mimeType: 'image/jpeg', buffer: fullPhoto.subarray(0, fullPhoto.length / 2) }
  await chooseFiles(page, damaged)
  await processImage(page)
  await expect(photoError(page)).toHaveText('This photo is damaged and cannot be read. Please take it again.')
  expect(keys).toEqual([])

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Remove the photo' }).click()
  await chooseFiles(page, leafPhotoPath('noLeaf'))
  await processImage(page)
  await expect(photoError(page)).toHaveText('We see no leaf in this photo.')
  await expect(page.getByText('Come closer. One leaf should fill the picture.')).toBeVisible()
  await expect(analysisResult(page)).toBeHidden()
  await expect(outboxItems(page), 'the server would refuse it, too').toHaveCount(0)
})
