import type { Page } from '@playwright/test'
import { launchOptions } from '../../runner/browser.ts'
import { createFarmer, signInByApi } from '../../support/accounts.ts'
import { expect, expectNoHorizontalScroll, test } from '../../support/fixtures.ts'
import { photoError, processImage, uploadPath, waitForOnDeviceModel } from '../../support/upload-page.ts'

// Other journeys run in a browser without a camera, where the file input opens.
const fakeCamera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
test.use({
  serviceWorkers: 'allow',
  launchOptions: { ...launchOptions, args: [...(launchOptions.args ?? []), ...fakeCamera] },
})

const camera = (page: Page) => page.getByRole('dialog', { name: 'Photograph one leaf' })
const openButton = (page: Page) => page.getByRole('button', { name: 'Take a photo', exact: true })

/** Opens the camera, and returns a function that tells if it is still on. */
async function openCamera(page: Page): Promise<() => Promise<boolean>> {
  // Until the view is loaded, the button opens the file input.
  await expect(async () => {
    await openButton(page).click()
    await expect(camera(page)).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(page.getByRole('button', { name: 'Take the photo', disabled: false })).toBeFocused()
  const stream = await page.evaluateHandle(() => document.querySelector('video')?.srcObject as MediaStream)
  return () => stream.evaluate(({ active }) => active)
}

test('a visitor sees the outline of a leaf and a word before the photo, which stays on the phone', async ({
  page,
  expectAccessible,
  takeScreenshot,
}) => {
  await page.goto('/try')
  await waitForOnDeviceModel(page)
  const isOn = await openCamera(page)
  const hints = /^(Too bright|Come closer|Hold still|Good\. Take the photo\.)$/
  await expect(camera(page).getByText(hints)).toBeVisible({ timeout: 60_000 })
  await expectNoHorizontalScroll(page)
  await expectAccessible('the camera')
  await takeScreenshot('camera')
  await page.keyboard.press('Escape')
  await expect(camera(page)).toBeHidden()
  await expect(openButton(page)).toBeFocused()
  expect(await isOn()).toBe(false)

  const isOnAgain = await openCamera(page)
  await page.getByRole('button', { name: 'Take the photo' }).click()
  // The frames of the false camera differ: one with a warning waits for the button.
  const warning = page.getByText('This photo may be misread')
  await expect(warning.or(photoError(page)).first()).toBeVisible({ timeout: 60_000 })
  if (await warning.isVisible()) await processImage(page)
  await expect(photoError(page)).toHaveText(/^We see no leaf in this photo/, { timeout: 60_000 })
  expect(await isOnAgain()).toBe(false)
})

test('a farmer photographs a leaf without a network, on a phone where only home was opened', async ({
  page,
  context,
  expectFailure,
}) => {
  for (const path of ['/api/auth/me', '/api/notifications/', '/analysis/rust-detection/', '/analysis/active-model/'])
    expectFailure('lost', path)
  // The model is no part of this: the frames are checked without it.
  await page.addInitScript(() => localStorage.setItem('dataSaver', 'on'))
  await signInByApi(page, await createFarmer())
  await page.goto('/account')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await context.setOffline(true)
  await page.goto(uploadPath)
  await openCamera(page)
  await page.getByRole('button', { name: 'Take the photo' }).click()
  await expect(page.getByAltText('The photo you chose')).toBeVisible()
  await expect(page.getByText(/^leaf\.jpg/)).toBeVisible()
})
