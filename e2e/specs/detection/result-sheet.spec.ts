import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, savesScreenshots, test } from '../../support/fixtures.ts'
import { hasLeafPhotos, leafPhotoPath, noLeafPhotosReason } from '../../support/leaf-photos.ts'
import {
  analysisResult,
  chooseFiles,
  openUploadPage,
  processImage,
  toasts,
  waitForOnDeviceModel,
} from '../../support/upload-page.ts'

test.skip(!hasLeafPhotos, noLeafPhotosReason)

const paperFormats = ['A4', 'A5', 'A6', 'Letter'] as const
const screenshotsDir = fileURLToPath(new URL('../../screenshots/', import.meta.url))
const findSheet = (page: Page) => page.getByRole('article').filter({ hasText: 'Kutu:' })

async function openAnswer(page: Page, crop = 'Maize'): Promise<void> {
  await openUploadPage(page)
  await page.getByText(crop, { exact: true }).click()
  await chooseFiles(page, leafPhotoPath('rust'))
  await processImage(page)
  await expect(toasts(page).getByText('Image analysis successfully done')).toBeVisible()
  await expect(analysisResult(page).getByRole('heading', { level: 2 }).first()).toBeFocused()
}

/** Returns the personal data of the signed-in user. */
async function getPersonalData(page: Page): Promise<string[]> {
  const user = await page.evaluate(() => localStorage.getItem('user') ?? '{}')
  const { email, username, id } = JSON.parse(user)
  expect(email).toContain('@')
  return [email, username, id]
}

async function changeLanguage(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: from }).click()
  await page.getByRole('button', { name: to, exact: true }).click()
}

/** Counts the pages in a PDF written by Chromium. */
const countPdfPages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0

/** Emulates printing on A5 paper (in CSS pixels). */
async function enterPrintLayout(page: Page): Promise<void> {
  await page.setViewportSize({ width: 559, height: 794 })
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
}

async function leavePrintLayout(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: null })
}

/** Title of the section with all steps, by language. */
const languages = [
  ['English', 'All steps'],
  ['Kiswahili', 'Hatua zote'],
  ['Luganda', 'Emitendera gyonna'],
] as const

const isImageLoaded = (image: Element) => image instanceof HTMLImageElement && image.naturalWidth > 0

/** @param hasConfidence false for an uncertain answer, which names nothing that a confidence could be of */
async function expectFullSheet(page: Page, { hasConfidence }: { hasConfidence: boolean }): Promise<void> {
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  expect(await findSheet(page).getByRole('listitem').count()).toBeGreaterThanOrEqual(2)
  expect(await findSheet(page).getByRole('img').evaluate(isImageLoaded)).toBe(true)
  const text = await findSheet(page).innerText()
  for (const personal of [...(await getPersonalData(page)), 'Mbale']) expect(text).not.toContain(personal)
  expect(/\d{1,3}\.\d{2}%/.test(text)).toBe(hasConfidence)
  expect(text).toMatch(/\d{4}.* \d{2}:\d{2} EAT/)
  expect(text).toMatch(/\d{4}\.\d{2}\.\d{2}/)
  expect(text).toContain('/experts')
}

// A maize photo declared as beans gives an uncertain answer, which has other, longer steps.
for (const crop of ['Maize', 'Beans'])
  test(`a result of ${crop.toLowerCase()} prints as one page without menu or name, in each size and language`, async ({
    page,
  }, { project }) => {
    await openAnswer(page, crop)
    const screen = page.viewportSize()
    let current = 'English'
    for (const [language, title] of languages) {
      if (language !== current) await changeLanguage(page, current, language)
      current = language
      await expect(page.locator('summary', { hasText: title })).toBeVisible()
      const path = `${screenshotsDir}${project.name}/result-sheet-${crop}-${language}`
      for (const format of paperFormats) {
        const pdf = await page.pdf({ format, ...(savesScreenshots && { path: `${path}-${format}.pdf` }) })
        expect(countPdfPages(pdf), `${language} on ${format}`).toBe(1)
      }
      await enterPrintLayout(page)
      await expectFullSheet(page, { hasConfidence: crop === 'Maize' })
      if (savesScreenshots) await page.screenshot({ path: `${path}.png` })
      await leavePrintLayout(page)
      if (screen) await page.setViewportSize(screen)
    }
    await expect(findSheet(page)).toHaveCount(0)
  })

test('the button prints the sheet, and the page is unchanged afterwards', async ({
  page,
  takeScreenshot,
  expectAccessible,
}) => {
  await page.addInitScript(() => {
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'))
      document.title = `printed ${document.querySelectorAll('body > article img').length}`
      window.dispatchEvent(new Event('afterprint'))
    }
  })
  await openAnswer(page)
  await takeScreenshot('answer-to-print')
  await expectAccessible('an answer that can be printed')
  for (const button of await analysisResult(page).getByRole('button').all())
    expect((await button.boundingBox())?.height, await button.innerText()).toBeGreaterThanOrEqual(48)
  await page.getByRole('button', { name: 'Print' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle('printed 1')
  await expect(page.locator('body > article')).toHaveCount(0)
})

test('offline the phone’s own answer prints as one page with its photo', async ({ page, context, expectFailure }) => {
  const apiPaths = ['/api/auth/me', '/api/auth/refresh-token', '/api/dashboard/', '/api/notifications/']
  for (const path of [...apiPaths, '/analysis/rust-detection/']) expectFailure('lost', path)
  await openUploadPage(page)
  await waitForOnDeviceModel(page)
  await context.setOffline(true)
  await chooseFiles(page, leafPhotoPath('rust'))
  await processImage(page)
  await expect(analysisResult(page).getByRole('heading', { name: /rust/i }).first()).toBeFocused()
  expect(countPdfPages(await page.pdf({ format: 'A5' }))).toBe(1)
  await enterPrintLayout(page)
  expect(await findSheet(page).getByRole('img').evaluate(isImageLoaded)).toBe(true)
  await expect(findSheet(page)).toContainText('Model version')
  await leavePrintLayout(page)
})
