import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { createExpert, createFarmer, signInByApi } from '../../support/accounts.ts'
import { expect, test } from '../../support/fixtures.ts'
import { hasLeafPhotos, leafPhotoPath, noLeafPhotosReason } from '../../support/leaf-photos.ts'
import { chooseTrainingPhoto, selectOption, trainingPath } from '../../support/training-page.ts'
import {
  chooseFiles,
  historyRows,
  openUploadPage,
  outboxItems,
  processImage,
  toasts,
} from '../../support/upload-page.ts'

test.skip(!hasLeafPhotos, noLeafPhotosReason)

/** An upright JPEG that is small enough to be sent as it is, with the camera and the position in its EXIF data. */
async function takePhoto(name: 'rust' | 'otherRust' | 'otherDisease', width: number) {
  const buffer = await sharp(leafPhotoPath(name))
    .resize({ width })
    .withExif({
      IFD0: { Make: 'Farmcam' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '0/1 18/1 49/1', GPSLongitudeRef: 'E', GPSLongitude: '32/1 34/1 52/1' },
    })
    .jpeg()
    .toBuffer()
  expect(buffer.includes('Farmcam')).toBe(true)
  return { name: 'leaf.jpg', mimeType: 'image/jpeg', buffer }
}

/** Records the files of every upload as the browser sends them. */
async function recordUploads(page: Page): Promise<Buffer[]> {
  const sent: Buffer[] = []
  await page.exposeFunction('recordUpload', (bytes: number[]) => sent.push(Buffer.from(bytes)))
  await page.addInitScript(() => {
    const { send } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.send = function (body) {
      const values = body instanceof FormData ? [...body.values()] : []
      for (const value of values)
        if (value instanceof File)
          void value.arrayBuffer().then(bytes => Reflect.get(window, 'recordUpload')([...new Uint8Array(bytes)]))
      send.call(this, body)
    }
  })
  return sent
}

/** Expects that so many photos were sent: none with metadata, and each with the pixels of the one that was taken. */
async function expectUploads(sent: Buffer[], photos: { buffer: Buffer }[]): Promise<void> {
  await expect.poll(() => sent.length).toBe(photos.length)
  for (const [i, { buffer }] of photos.entries()) {
    const bytes = sent[i] ?? Buffer.alloc(0)
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
    expect(bytes.includes('Farmcam')).toBe(false)
    expect((await sharp(bytes).raw().toBuffer()).equals(await sharp(buffer).raw().toBuffer())).toBe(true)
  }
  sent.length = 0
}

test('no leaf photo of a farmer leaves the phone with the place where it was taken', async ({ page }) => {
  const sent = await recordUploads(page)
  const [first, second] = [await takePhoto('rust', 800), await takePhoto('otherRust', 640)]
  await openUploadPage(page)
  await chooseFiles(page, first)
  await processImage(page)
  await expectUploads(sent, [first])
  // A photo whose reply has not arrived is sent again after a reload.
  await expect(historyRows(page)).toHaveCount(1)
  await expect(outboxItems(page)).toHaveCount(0)

  await page.reload()
  await chooseFiles(page, first)
  await page.getByRole('button', { name: 'Add another leaf of this plant' }).click()
  await chooseFiles(page, second)
  await processImage(page)
  await expectUploads(sent, [first, second])
})

test('no photo of a profile or a post leaves it with the place, either', async ({ page }) => {
  const sent = await recordUploads(page)
  const [first, second] = [await takePhoto('rust', 800), await takePhoto('otherRust', 640)]
  await signInByApi(page, await createFarmer())
  await page.goto('/account/profile')
  await page.getByRole('tab', { name: 'Account Summary' }).click()
  await page.locator('input[type=file]').last().setInputFiles(second)
  await expect(page.getByText('Your photo has been saved')).toBeVisible()
  await expectUploads(sent, [second])

  await page.goto('/account/addresses/community-posts')
  const formButton = page.getByRole('button', { name: 'Add a Post' })
  await expect(formButton.or(page.getByLabel('Title')).first()).toBeVisible()
  if (await formButton.isVisible()) await formButton.click()
  await page.getByLabel('Title').fill('Spots on my maize')
  await page.getByLabel('Content').fill('Since last week.')
  await selectOption(page, 'Crop Type', 'Maize')
  await selectOption(page, 'Disease', 'Other')
  await selectOption(page, 'Urgency Level', 'Low')
  await chooseFiles(page, first)
  await page.getByRole('button', { name: 'Submit Post' }).click()
  await expect(toasts(page).getByText('Community Post submitted for approval')).toBeVisible()
  await expectUploads(sent, [first])
})

test('a training photo leaves the phone without it, too', async ({ page }) => {
  const sent = await recordUploads(page)
  // Not a photo that another test submits: it would be its duplicate.
  const photo = await takePhoto('otherDisease', 720)
  await signInByApi(page, await createExpert())
  await page.goto(trainingPath)
  await chooseTrainingPhoto(page, photo)
  await selectOption(page, 'What does it show?', 'Other Diseases')
  await page.getByRole('button', { name: 'Submit for Training' }).click()
  await expect(toasts(page).getByText('Training data submitted successfully')).toBeVisible()
  await expectUploads(sent, [photo])
})
