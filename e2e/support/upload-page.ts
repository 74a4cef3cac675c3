import { expect, type Locator, type Page } from '@playwright/test'
import { createFarmer, signInByApi } from './accounts.ts'

export const uploadPath = '/account/addresses/image-analysis'

/** Opens Upload Image as a new farmer. */
export async function openUploadPage(page: Page): Promise<void> {
  await signInByApi(page, await createFarmer())
  await page.goto(uploadPath)
  await expect(page.getByRole('heading', { name: 'Upload Image', level: 1 })).toBeVisible()
}

/** Returns an in-memory file of zero bytes. */
export const buildFile = (name: string, mimeType: string, bytes = 10) => ({
  name,
  mimeType,
  buffer: Buffer.alloc(bytes),
})

type InputFiles = Parameters<Locator['setInputFiles']>[0]
export const chooseFiles = (page: Page, files: InputFiles): Promise<void> =>
  page.locator('input[type=file]:not([capture])').setInputFiles(files)

export const processImage = (page: Page): Promise<void> => page.getByRole('button', { name: 'Process Image' }).click()

/** Error message below the drop zone. */
export const photoError = (page: Page): Locator =>
  page.getByRole('group', { name: 'Photo of one leaf' }).locator('xpath=following-sibling::*[@role="alert"]')

/** Toasts at the top right. */
export const toasts = (page: Page): Locator => page.getByRole('region', { name: 'Messages' })

export const analysisResult = (page: Page): Locator => page.getByRole('region', { name: 'The answer' })

/** Opens a folded section of the answer. */
export const openSection = (page: Page, title: string): Promise<void> =>
  analysisResult(page).locator('summary', { hasText: title }).click()

/** Rows of the analysis history. */
export const historyRows = (page: Page): Locator =>
  page.getByRole('region', { name: 'Past analyses' }).getByRole('listitem')

/** Makes the browser behave like an older one that cannot run the model. Call before opening the page. */
export async function disableOnDeviceModel(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'OffscreenCanvas')
  })
}

/** Waits until the model is downloaded and the browser can diagnose offline. */
export const waitForOnDeviceModel = (page: Page): Promise<void> =>
  expect(page.getByText('This phone can answer without a network, too.')).toBeVisible({ timeout: 60_000 })

/** Photos waiting to be sent from this device. */
export const outboxItems = (page: Page): Locator =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Kept on this phone' }) }).getByRole('listitem')
