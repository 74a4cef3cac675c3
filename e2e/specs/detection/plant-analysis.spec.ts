import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures.ts'
import { hasLeafPhotos, leafPhotoPath, noLeafPhotosReason } from '../../support/leaf-photos.ts'
import {
  analysisResult,
  chooseFiles,
  historyRows,
  openSection,
  openUploadPage,
  outboxItems,
  processImage,
  toasts,
  waitForOnDeviceModel,
} from '../../support/upload-page.ts'

test.skip(!hasLeafPhotos, noLeafPhotosReason)

type LeafName = Parameters<typeof leafPhotoPath>[0]
const findAddButton = (page: Page) => page.getByRole('button', { name: 'Add another leaf of this plant' })
const findChosenLeaves = (page: Page) => page.getByRole('group', { name: 'Leaves of this plant' })
const findLeafResults = (page: Page) =>
  analysisResult(page).locator('details', { hasText: 'Each leaf by itself' }).getByRole('listitem')

async function chooseLeaves(page: Page, [first, ...others]: [LeafName, ...LeafName[]]) {
  await chooseFiles(page, leafPhotoPath(first))
  for (const name of others) {
    await findAddButton(page).click()
    await chooseFiles(page, leafPhotoPath(name))
  }
}

test('three leaves of one plant get one combined answer, one answer each, and one history entry', async ({
  page,
  takeScreenshot,
  expectAccessible,
}) => {
  await openUploadPage(page)
  await expect(findAddButton(page)).toBeHidden()
  await chooseLeaves(page, ['rust', 'otherRust'])
  await expect(findChosenLeaves(page)).toBeFocused()
  await expect(findChosenLeaves(page)).toContainText('2 of 6')
  await findAddButton(page).click()
  await takeScreenshot('plant-adding')
  await expectAccessible('a place for one more leaf')
  await chooseFiles(page, leafPhotoPath('noLeaf'))
  await expect(findChosenLeaves(page).getByRole('listitem')).toHaveCount(3)
  await takeScreenshot('plant-chosen')
  await expectAccessible('leaves of a plant')
  await processImage(page)
  await expect(toasts(page).getByText('Image analysis successfully done')).toBeVisible()
  await expect(analysisResult(page).getByRole('heading', { name: /rust/i }).first()).toBeVisible()
  await openSection(page, 'Each leaf by itself')
  await expect(findLeafResults(page)).toHaveCount(3)
  await expect(findLeafResults(page).nth(0)).toContainText('Rust')
  await expect(findLeafResults(page).nth(2)).toContainText('Photo 3 shows no leaf, so it was left out.')
  await expect(historyRows(page)).toHaveCount(1)
  await expect(historyRows(page)).toContainText('3 leaves')
  await takeScreenshot('plant-answer')
  await expectAccessible('an answer about a plant')
  await historyRows(page).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: /rust.*, \d/i })).toBeVisible()
  await openSection(page, 'Each leaf by itself')
  await expect(findLeafResults(page)).toHaveCount(3)
})

test('leaves can be removed again, down to a single photo, and six is the maximum', async ({ page }) => {
  await openUploadPage(page)
  await chooseLeaves(page, ['rust', 'healthy', 'otherDisease', 'otherRust', 'noLeaf', 'rust'])
  await expect(findChosenLeaves(page).getByRole('listitem')).toHaveCount(6)
  await expect(findAddButton(page)).toBeHidden()
  await page.getByRole('button', { name: 'Remove leaf 6' }).click()
  await expect(findAddButton(page)).toBeVisible()
  for (const position of [5, 4, 3, 2]) await page.getByRole('button', { name: `Remove leaf ${position}` }).click()
  await expect(findChosenLeaves(page)).toBeHidden()
  await expect(page.getByRole('group', { name: 'Photo of one leaf' }).getByAltText('The photo you chose')).toBeVisible()
  await findAddButton(page).click()
  await page.getByRole('button', { name: 'No more leaves' }).click()
  await expect(page.getByRole('group', { name: 'Photo of one leaf' })).toBeVisible()
})

test.describe('after the app was opened once', () => {
  test.use({ serviceWorkers: 'allow' })

  test('offline the phone combines the leaves by itself, and the server stores them once, as one analysis', async ({
    page,
    context,
    expectFailure,
    takeScreenshot,
  }) => {
    for (const path of [
      '/analysis/plant-analyses/',
      '/analysis/rust-detection/',
      '/api/auth/me',
      '/api/auth/refresh-token',
    ])
      expectFailure('lost', path)
    for (const path of ['/api/dashboard/', '/api/notifications/', '/api/notifications/stream'])
      expectFailure('lost', path)
    await openUploadPage(page)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await waitForOnDeviceModel(page)
    await context.setOffline(true)
    await chooseLeaves(page, ['rust', 'otherRust'])
    await processImage(page)
    await expect(analysisResult(page).getByRole('heading', { name: /rust/i }).first()).toBeVisible()
    await openSection(page, 'Each leaf by itself')
    await expect(findLeafResults(page)).toHaveCount(2)
    const deviceConfidence = await analysisResult(page)
      .getByText(/^\d{1,3}\.\d{2}%$/)
      .first()
      .textContent()
    await expect(outboxItems(page)).toHaveCount(1)
    await expect(outboxItems(page)).toContainText('2 leaves')
    await takeScreenshot('plant-offline')

    await page.reload()
    await expect(outboxItems(page)).toContainText('Waiting to be sent')
    const keys: string[] = []
    page.on('requestfinished', request => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === '/analysis/plant-analyses/')
        keys.push(request.headers()['idempotency-key'] ?? 'none')
    })
    await context.setOffline(false)
    await expect(outboxItems(page)).toHaveCount(0)
    await expect(historyRows(page)).toHaveCount(1)
    await expect(historyRows(page)).toContainText(`${deviceConfidence} · 2 leaves`)
    expect(keys).toHaveLength(1)
  })
})
