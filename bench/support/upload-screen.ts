import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { KutuServer } from './kutu-server.ts'

const uploadPath = '/account/addresses/image-analysis'
/** A small phone. */
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, locale: 'en-GB' }

/** Creates a browser context with an empty cache. */
export const newPhone = (browser: Browser): Promise<BrowserContext> => browser.newContext(phone)

/** Signs in, opens the Upload Image screen and waits until the model is downloaded. */
export async function openUploadScreen(page: Page, origin: string, { email, password }: KutuServer): Promise<void> {
  await page.goto(`${origin}${uploadPath}`)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByText('This phone can answer without a network, too.').waitFor({ timeout: 120_000 })
}

const folder = mkdtempSync(join(tmpdir(), 'kutu-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true }))
let fileCount = 0

/** Chooses a photo from a file. Passing bytes instead would make Playwright decode them on the page's main thread. */
export async function choosePhoto(page: Page, photo: Buffer): Promise<void> {
  const path = join(folder, `${fileCount++}.jpg`)
  writeFileSync(path, photo)
  await page.locator('input[type=file]:not([capture])').first().setInputFiles(path)
  await page.getByRole('button', { name: 'Process Image' }).waitFor()
}

/** Starts the diagnosis and waits for the answer of the phone or the server. */
export async function processPhoto(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Process Image' }).click()
  await page.getByRole('region', { name: 'The answer' }).waitFor({ timeout: 60_000 })
}
