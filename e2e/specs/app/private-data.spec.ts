import type { Page } from '@playwright/test'
import { createFarmer, signIn } from '../../support/accounts.ts'
import { analyzeLeaves } from '../../support/analyses.ts'
import { expect, test } from '../../support/fixtures.ts'
import { hasLeafPhotos, noLeafPhotosReason } from '../../support/leaf-photos.ts'

test.use({ serviceWorkers: 'allow' })

const historyPath = '/account/addresses/image-analysis'

/** Asks the browser for its own copy of a photo, without the server. Returns the status, or `none` if it has no copy. */
const requestPhoto = (page: Page, url: string): Promise<number | 'none'> =>
  page.evaluate(
    address =>
      fetch(address, { cache: 'only-if-cached', mode: 'same-origin' }).then(
        ({ ok, status }) => (ok ? status : ('none' as const)),
        () => 'none' as const,
      ),
    url,
  )

const listCachedPhotos = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    if (!(await caches.has('private-photos'))) return []
    return (await (await caches.open('private-photos')).keys()).map(({ url }) => url)
  })

test('photos load once while signed in, and after logging out none can be read from the browser', async ({
  page,
  expectFailure,
}) => {
  test.skip(!hasLeafPhotos, noLeafPhotosReason)
  const farmer = await createFarmer()
  await analyzeLeaves(farmer, 'rust', 'healthy')
  await page.goto('/auth')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    // Stands for a file of the model, until the app replaces it with the real ones: what is not private survives.
    await (await caches.open('on-device-model')).put('/model', new Response('weights'))
    localStorage.setItem('textSize', 'large')
  })
  await signIn(page, farmer)
  await expect(page).toHaveURL('/account')
  await page.goto(historyPath)
  const photos = page.locator('img[src*="/files/photos/"]')
  await expect(photos).toHaveCount(2)
  const urls = await photos.evaluateAll(images => images.map(image => (image as HTMLImageElement).src))
  await expect.poll(() => listCachedPhotos(page)).toHaveLength(2)
  for (const url of urls) expect(await requestPhoto(page, url)).toBe(200)

  const signedOut = page.waitForResponse('**/api/auth/sign-out')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  expect(await (await signedOut).headerValue('clear-site-data')).toBe('"cache"')
  await expect(page).toHaveURL('/auth')
  await expect.poll(() => listCachedPhotos(page)).toEqual([])
  for (const url of urls) {
    const { pathname } = new URL(url)
    expectFailure('lost', pathname)
    expectFailure(504, pathname)
    expect(await requestPhoto(page, url)).toBe('none')
  }
  const survived = await page.evaluate(async () => [
    (await (await caches.open('on-device-model')).keys()).length > 0,
    localStorage.getItem('textSize'),
    (await navigator.serviceWorker.getRegistration()) !== undefined,
  ])
  expect(survived).toEqual([true, 'large', true])
})
