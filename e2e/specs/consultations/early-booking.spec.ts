import { once } from 'node:events'
import { readAs } from '../../support/accounts.ts'
import { createSlot, daysFromNow } from '../../support/consultations.ts'
import { expect, test } from '../../support/fixtures.ts'
import { hasLeafPhotos, leafPhotoPath, noLeafPhotosReason } from '../../support/leaf-photos.ts'
import { createMaizeExpert, findCard, findDialog, slotsPath } from '../../support/slots-page.ts'
import { chooseFiles, openUploadPage, processImage, waitForOnDeviceModel } from '../../support/upload-page.ts'

test('a booking made before the server has the photo shows the expert the leaf once it has', async ({ page }) => {
  test.skip(!hasLeafPhotos, noLeafPhotosReason)
  const { expert } = await createMaizeExpert()
  await createSlot(expert, daysFromNow(3, 14))
  const release = new EventTarget()
  const released = once(release, 'open')
  await page.route('**/analysis/rust-detection/', async route => {
    if (route.request().method() === 'POST') await released
    await route.continue()
  })
  await openUploadPage(page)
  await waitForOnDeviceModel(page)
  await page.getByText('Maize', { exact: true }).click()
  await chooseFiles(page, leafPhotoPath('rust'))
  await processImage(page)
  await page.getByRole('link', { name: 'Book a Slot' }).click()
  await expect(page).toHaveURL(new RegExp(`${slotsPath}\\?crop=MAIZE&photo=[-0-9a-f]+$`))
  await findCard(page, expert.username).getByRole('button', { name: 'Book Slot' }).click()
  await findDialog(page).getByRole('button', { name: 'Book Slot' }).click()
  await expect(page.getByText('Your booking waits for your leaf photo.')).toBeVisible()
  release.dispatchEvent(new Event('open'))
  const listBookings = () => readAs(expert, '/api/consultations/consultations/manage/')
  await expect.poll(listBookings, { timeout: 60_000 }).toMatchObject([{ analysis: { rust_class: expect.any(String) } }])
})
