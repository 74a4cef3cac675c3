import { truncate, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from '../../support/fixtures.ts'
import {
  buildFile,
  chooseFiles,
  disableOnDeviceModel,
  openUploadPage,
  outboxItems,
  photoError,
  processImage,
  toasts,
} from '../../support/upload-page.ts'

const megabyte = 1024 * 1024

test('an unacceptable photo is rejected before anything is sent, each kind with its own message', async ({
  page,
  takeScreenshot,
  expectAccessible,
}) => {
  await openUploadPage(page)
  const postedUrls: string[] = []
  page.on('request', request => request.method() === 'POST' && postedUrls.push(request.url()))
  const expectRejected = async (sentence: string) => {
    await expect(photoError(page)).toHaveText(sentence)
    await expect(toasts(page).getByText(sentence)).toBeVisible()
  }

  await processImage(page)
  await expectRejected('Please upload an image to process.')
  await takeScreenshot('upload-no-photo')
  await chooseFiles(page, buildFile('notes.txt', 'text/plain'))
  await expectRejected('File type not supported')
  await chooseFiles(page, [buildFile('one.jpg', 'image/jpeg'), buildFile('two.jpg', 'image/jpeg')])
  await expectRejected('You can only upload one image at a time')
  const largeFile = test.info().outputPath('large.jpg')
  await writeFile(largeFile, '')
  await truncate(largeFile, 50 * megabyte + 1)
  await chooseFiles(page, largeFile)
  await expectRejected('File too big (max: 5 MB)')
  await chooseFiles(page, buildFile('IMG_0001.heic', 'image/heic'))
  await expectRejected('File type not supported')
  await expect(page.getByText('set the camera to JPEG')).toBeVisible()
  await takeScreenshot('upload-heic')
  await expectAccessible('Upload Image with a refused file')
  expect(postedUrls).toEqual([])
})

/** A GIF named as a JPEG: browsers can draw it, but the server does not accept it. */
const gif = {
  name: 'leaf.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from('R0lGODlhAQABAIAAAP8AAP///ywAAAAAAQABAAACAkQBADs=', 'base64'),
}

test('a file that only claims to be a JPEG is not sent, and rejected in red and as a toast', async ({ page }) => {
  await disableOnDeviceModel(page)
  await openUploadPage(page)
  const postedUrls: string[] = []
  page.on('request', request => request.method() === 'POST' && postedUrls.push(request.url()))
  await chooseFiles(page, gif)
  await processImage(page)
  await expect(photoError(page)).toHaveText('File type not supported')
  await expect(toasts(page).getByText('File type not supported')).toBeVisible()
  expect(postedUrls).toEqual([])
  await page.getByRole('button', { name: 'Remove the photo' }).click()
  await expect(photoError(page)).toBeHidden()
})

test('offline the photo is kept, although the phone cannot answer', async ({
  page,
  context,
  expectFailure,
  takeScreenshot,
}) => {
  await disableOnDeviceModel(page)
  await openUploadPage(page)
  expectFailure('lost', '/analysis/rust-detection/')
  // The bell may be loading its count when the network goes.
  expectFailure('lost', '/api/notifications/')
  const square = { create: { width: 60, height: 60, channels: 3, background: '#3b7a2f' } } as const
  const buffer = await sharp(square).jpeg().toBuffer()
  await chooseFiles(page, { name: 'leaf.jpg', mimeType: 'image/jpeg', buffer })
  await context.setOffline(true)
  await processImage(page)
  await expect(toasts(page).getByText('Saved on this phone.')).toBeVisible()
  await expect(outboxItems(page)).toContainText('Waiting to be sent')
  await expect(page.getByText('You are offline.')).toBeVisible()
  await takeScreenshot('upload-offline')
})
