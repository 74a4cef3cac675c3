import type { Page } from '@playwright/test'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from '../../support/fixtures.ts'
import { hasLeafPhotos, leafPhotoPath, noLeafPhotosReason } from '../../support/leaf-photos.ts'
import {
  analysisResult,
  chooseFiles,
  disableOnDeviceModel,
  historyRows,
  openUploadPage,
  processImage,
  toasts,
} from '../../support/upload-page.ts'

test.skip(!hasLeafPhotos, noLeafPhotosReason)

/** Returns a large photo of a rust leaf with its quality degraded. */
async function degradePhoto(degrade: (photo: Sharp) => Sharp) {
  const large = await sharp(leafPhotoPath('rust')).resize({ width: 2000 }).toBuffer()
  const buffer = await degrade(sharp(large)).jpeg({ quality: 90 }).toBuffer()
  return { name: 'leaf.jpg', mimeType: 'image/jpeg', buffer }
}

const warning = (page: Page) => page.getByText('This photo may be misread')
/** Counts started photo uploads. */
function countUploads(page: Page): () => number {
  let sent = 0
  page.on('request', request => {
    if (request.method() === 'POST' && new URL(request.url()).pathname.startsWith('/analysis/')) sent++
  })
  return () => sent
}

/** Submits the next chosen photo at once, before its quality check can have finished. */
const submitOnceChosen = (page: Page) =>
  page.evaluate(() => {
    const submit = () => {
      const buttons = [...document.querySelectorAll('button')]
      buttons.find(({ textContent }) => textContent === 'Process Image')?.click()
    }
    document.addEventListener('change', () => setTimeout(submit), { once: true })
  })

const problems: [string, string, (photo: Sharp) => Sharp][] = [
  ['dark', 'Too dark. Go where there is more light', photo => photo.linear(0.2, 0)],
  ['bright', 'Too bright. Let your shadow fall', photo => photo.linear(2.2, 30)],
  ['blurred', 'Not sharp. Touch the leaf on the screen', photo => photo.blur(40)],
  ['small', 'The photo is too small. Take a new one', photo => photo.resize({ width: 60 })],
]

for (const [name, sentence, degrade] of problems)
  test(`a photo that is too ${name} gets advice before anything is sent`, async ({
    page,
    takeScreenshot,
    expectAccessible,
  }) => {
    const sent = countUploads(page)
    await openUploadPage(page)
    await chooseFiles(page, await degradePhoto(degrade))
    await expect(warning(page)).toBeVisible()
    await expect(page.getByText(sentence)).toBeVisible()
    expect(sent()).toBe(0)
    await takeScreenshot(`too-${name}`)
    if (name === 'dark') await expectAccessible('a photo that is too dark')
    await page.getByRole('button', { name: 'Take another photo' }).click()
    await expect(warning(page)).toBeHidden()
    await expect(page.getByAltText('The photo you chose')).toBeHidden()
    await chooseFiles(page, leafPhotoPath('rust'))
    await processImage(page)
    await expect(toasts(page).getByText('Image analysis successfully done')).toBeVisible()
    await expect(analysisResult(page).getByText('This photo may be misread')).toBeHidden()
    expect(sent()).toBe(1)
  })

test('a farmer who submits immediately is warned first and may continue; the answer repeats the warning', async ({
  page,
}) => {
  const sent = countUploads(page)
  await openUploadPage(page)
  await submitOnceChosen(page)
  await chooseFiles(page, await degradePhoto(photo => photo.linear(0.2, 0)))
  await expect(warning(page)).toBeVisible()
  expect(sent()).toBe(0)
  await processImage(page)
  await expect(toasts(page).getByText('Image analysis successfully done')).toBeVisible()
  await expect(analysisResult(page).getByText('This photo may be misread')).toBeVisible()
  await page.reload()
  await historyRows(page).getByRole('link').click()
  await expect(analysisResult(page).getByText('This photo may be misread')).toBeVisible()
})

test('of several leaves the bad photo is named and can be retaken by itself', async ({ page, takeScreenshot }) => {
  await openUploadPage(page)
  await chooseFiles(page, leafPhotoPath('rust'))
  await page.getByRole('button', { name: 'Add another leaf of this plant' }).click()
  await chooseFiles(page, await degradePhoto(photo => photo.linear(0.2, 0)))
  await expect(page.getByText('Too dark. Go where there is more light')).toBeVisible()
  await takeScreenshot('plant-one-dark')
  await page.getByRole('button', { name: 'Take leaf 2 again' }).click()
  await chooseFiles(page, leafPhotoPath('otherRust'))
  await expect(warning(page)).toBeHidden()
  await processImage(page)
  await expect(toasts(page).getByText('Image analysis successfully done')).toBeVisible()
  await expect(historyRows(page)).toContainText('2 leaves')
})

test('if the browser cannot check the photo, the server sends the warning with the answer', async ({ page }) => {
  await disableOnDeviceModel(page)
  await openUploadPage(page)
  await chooseFiles(page, await degradePhoto(photo => photo.linear(0.2, 0)))
  await processImage(page)
  await expect(toasts(page).getByText('Image analysis successfully done')).toBeVisible()
  await expect(analysisResult(page).getByText('This photo may be misread')).toBeVisible()
})
