import { choose, file, notices, openUpload, processImage, saidUnderPhoto, withoutMeans } from '../diagnosis.ts'
import { expect, test } from '../journey.ts'

const megabyte = 1024 * 1024

test('what is no acceptable photo is refused before anything is sent, each in its words', async ({
  page,
  shoot,
  expectAccessible,
}) => {
  await openUpload(page)
  const sent: string[] = []
  page.on('request', request => request.method() === 'POST' && sent.push(request.url()))
  const expectRefused = async (sentence: string) => {
    await expect(saidUnderPhoto(page)).toHaveText(sentence)
    await expect(notices(page).getByText(sentence)).toBeVisible()
  }

  await processImage(page)
  await expectRefused('Please upload an image to process.')
  await shoot('upload-no-photo')
  await choose(page, file('notes.txt', 'text/plain'))
  await expectRefused('File type not supported')
  await choose(page, [file('one.jpg', 'image/jpeg'), file('two.jpg', 'image/jpeg')])
  await expectRefused('You can only upload one image at a time')
  await choose(page, file('large.jpg', 'image/jpeg', 5 * megabyte + 1))
  await expectRefused('File too big (max: 5 MB)')
  await choose(page, file('IMG_0001.heic', 'image/heic'))
  await expectRefused('File type not supported')
  await expect(page.getByText('Set the camera to JPEG')).toBeVisible()
  await shoot('upload-heic')
  await expectAccessible('Upload Image with a refused file')
  expect(sent).toEqual([])
})

/** A picture any browser draws, in a format the server does not take, under the name of a photo. */
const gif = {
  name: 'leaf.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from('R0lGODlhAQABAIAAAP8AAP///ywAAAAAAQABAAACAkQBADs=', 'base64'),
}

test('a file that only calls itself a JPEG is refused by the server where the browser did not look, in red and as a notice', async ({
  page,
  expectRefusal,
}) => {
  await withoutMeans(page)
  await openUpload(page)
  expectRefusal(415, '/analysis/rust-detection/')
  await choose(page, gif)
  await processImage(page)
  await expect(saidUnderPhoto(page)).toBeVisible()
  const sentence = (await saidUnderPhoto(page).textContent()) ?? ''
  expect(sentence).not.toBe('')
  await expect(notices(page).getByText(sentence)).toBeVisible()
  await page.getByRole('button', { name: 'Remove the photo' }).click()
  await expect(saidUnderPhoto(page)).toBeHidden()
})

test('without a network the farmer hears so, and the photo waits for the next try', async ({
  page,
  context,
  expectRefusal,
  shoot,
}) => {
  await withoutMeans(page)
  await openUpload(page)
  expectRefusal('lost', '/analysis/rust-detection/')
  await choose(page, gif)
  await context.setOffline(true)
  await processImage(page)
  await expect(saidUnderPhoto(page)).toHaveText('There is no connection. Check the network and try again.')
  await expect(page.getByText('leaf.jpg')).toBeVisible()
  await expect(page.getByText('You are offline.')).toBeVisible()
  await shoot('upload-offline')
})
