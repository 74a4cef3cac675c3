import type { Locator, Page } from '@playwright/test'
import { expect, openFold, test } from '../../support/fixtures.ts'
import { hasLeafPhotos, leafPhotoPath, noLeafPhotosReason } from '../../support/leaf-photos.ts'
import {
  analysisResult,
  chooseFiles,
  disableOnDeviceModel,
  historyRows,
  openSection,
  openUploadPage,
  photoError,
  processImage,
  toasts,
  uploadPath,
} from '../../support/upload-page.ts'

test.skip(!hasLeafPhotos, noLeafPhotosReason)

async function diagnose(page: Page, photo: Parameters<typeof leafPhotoPath>[0]) {
  await chooseFiles(page, leafPhotoPath(photo))
  await expect(page.getByAltText('The photo you chose')).toBeVisible()
  await processImage(page)
  await expect(toasts(page).getByText('Image analysis successfully done')).toBeVisible()
  await expect(analysisResult(page).getByRole('heading', { level: 2 }).first()).toBeFocused()
}

/** Waits until the image is loaded and decoded. */
const expectImageLoaded = (page: Page, alt: string) =>
  expect
    .poll(() => page.getByAltText(alt).evaluate(image => image instanceof HTMLImageElement && image.naturalWidth))
    .toBeGreaterThan(0)

const spotsAlt = 'The spots that Kutu found on the leaf'

/** Expects elements between the bars of the screen, without scrolling. */
async function expectFirstScreen(page: Page, elements: readonly Locator[]): Promise<void> {
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  const bar = await page.getByRole('navigation').last().boundingBox()
  const bottom = page.viewportSize()?.width === 360 ? (bar?.y ?? 0) : (page.viewportSize()?.height ?? 0)
  for (const element of elements) {
    const box = await element.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0), await element.innerText()).toBeLessThanOrEqual(bottom)
  }
}

test('a farmer learns that a leaf has rust: how sure, where, and what to do today', async ({
  page,
  takeScreenshot,
  expectAccessible,
}) => {
  await openUploadPage(page)
  await page.getByText('Maize', { exact: true }).click()
  await diagnose(page, 'rust')
  const result = analysisResult(page)
  await expect(result.getByText(/^(Sure|Likely)$/)).toBeVisible()
  await expect(result.getByRole('heading', { name: /rust/i }).first()).toBeVisible()
  await expect(result.getByText(/^Confidence: rust \d{1,3}\.\d{2}%$/)).toBeVisible()
  await expect(result.getByText(/^(A few spots|Some spots|Many spots|Large parts of the leaf)$/)).toBeVisible()
  await expectFirstScreen(page, [
    result.getByRole('heading', { name: 'Do this today' }),
    result.getByRole('link', { name: 'Book a Slot' }),
    result.getByRole('button', { name: 'Listen' }),
    result.getByRole('button', { name: 'Share', exact: true }),
    result.getByText(/^Confidence: rust/),
  ])
  await expectImageLoaded(page, 'The photo of the leaf')

  const spots = page.getByAltText(spotsAlt)
  await expectImageLoaded(page, spotsAlt)
  await expect(spots).toHaveCSS('opacity', '1')
  await page.getByRole('button', { name: 'Hide the spots' }).focus()
  await page.keyboard.press('Space')
  await expect(spots).toHaveCSS('opacity', '0')

  await openSection(page, 'All steps')
  expect(await result.getByRole('list').first().getByRole('listitem').count()).toBeGreaterThan(1)
  await takeScreenshot('answer-rust')
  await expectAccessible('an answer of rust')

  await result.getByRole('link', { name: 'Education Resources' }).click()
  await expect(page.getByRole('heading', { name: 'Education Resources' })).toBeVisible()
  const crumbs = page.getByRole('navigation', { name: 'You are here' })
  await expect(crumbs.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/dashboard')
  await expect(crumbs).toContainText(/Home.*Education Resources/s)
  await expect(crumbs).not.toContainText('Dashboard')
  const open = page.locator('details[open]')
  await expect(open.locator('summary')).toContainText(/rust/i)
  await expect(open.getByRole('paragraph')).toHaveText(/\w/)
  await takeScreenshot('education-resources')
  await expectAccessible('education resources')
  await open.getByRole('link', { name: 'Whole article' }).click()
  await expect(page).toHaveURL(/\/learn\/[a-z-]*rust$/)
})

test('a leaf that Kutu doubts is asked about at the plant, which names the disease', async ({
  page,
  takeScreenshot,
  expectAccessible,
}) => {
  await openUploadPage(page)
  await diagnose(page, 'doubtful')
  const result = analysisResult(page)
  await expect(result.getByRole('heading', { name: 'We cannot tell yet' })).toBeVisible()
  const question = result.getByRole('region', { name: /powder on it/ })
  await expect(question.getByRole('button', { name: 'Yes' })).toBeInViewport()
  await takeScreenshot('answer-question')
  await expectAccessible('a question at the plant')
  const stored = page.waitForResponse(reply => reply.url().endsWith('/answers/') && reply.ok())
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(result.getByRole('heading', { level: 2 }).first()).toHaveText('Common rust of maize')
  await expect(result.getByText('after your answers')).toBeVisible()
  await takeScreenshot('answer-after-question')
  await expectAccessible('an answer after a question')

  await stored
  await page.reload()
  await historyRows(page).getByRole('link').first().click()
  await expect(result.getByRole('heading', { level: 2 }).first()).toHaveText('Common rust of maize')
})

test('a healthy leaf, another disease and a photo without a leaf get their answers, and the history keeps them', async ({
  page,
  expectFailure,
  takeScreenshot,
  expectAccessible,
}) => {
  await openUploadPage(page)
  await expect(page.getByText('No leaf checked yet')).toBeVisible()
  await diagnose(page, 'healthy')
  await expect(analysisResult(page).getByRole('heading', { name: 'Healthy' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hide the spots' })).toBeHidden()
  await takeScreenshot('answer-healthy')
  await expectAccessible('an answer of a healthy leaf')

  await diagnose(page, 'otherDisease')
  await expect(analysisResult(page).getByRole('heading', { level: 2, name: /blight/i })).toBeVisible()
  await expectImageLoaded(page, spotsAlt)
  await takeScreenshot('answer-other-disease')

  expectFailure(422, '/analysis/rust-detection/')
  await chooseFiles(page, leafPhotoPath('noLeaf'))
  await processImage(page)
  await expect(photoError(page)).toContainText('We see no leaf in this photo.')
  await expect(toasts(page).getByText('We see no leaf in this photo.')).toBeVisible()
  await expect(page.getByText('Come closer. One leaf should fill the picture.')).toBeVisible()
  await takeScreenshot('no-leaf')

  await page.goto(uploadPath)
  await expect(historyRows(page)).toHaveCount(2)
  await page.getByRole('group', { name: 'Show' }).getByText('Healthy').click()
  await expect(page).toHaveURL(/class=healthy/)
  await expect(historyRows(page)).toHaveCount(1)
  await page.getByRole('group', { name: 'Show' }).getByText('Common Rust').click()
  await expect(page.getByText('Nothing here')).toBeVisible()
  await page.getByRole('group', { name: 'Show' }).getByText('All', { exact: true }).click()
  await expect(historyRows(page)).toHaveCount(2)
  await expect(historyRows(page).first()).toContainText(/\d{1,3}\.\d{2}%.* EAT/)
  await takeScreenshot('history')
  await historyRows(page).last().getByRole('link').click()
  await expect(page.getByRole('heading', { name: /^Healthy, \d/, level: 1 })).toBeVisible()
  await expect(analysisResult(page).getByRole('heading', { name: 'Healthy' })).toBeVisible()

  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Farmer Dashboard' })).toBeVisible()
  await openFold(page, 'Figures')
  const figure = (name: string) => page.locator('dl > div', { hasText: name }).getByRole('definition')
  await expect(figure('Images: Rust')).toHaveText('0')
  await expect(figure('Images: Healthy')).toHaveText('1')
  await expect(figure('Images: Other Diseases')).toHaveText('1')
  await expect(figure('Total Images Analyzed')).toHaveText('2')
  await expect(page.getByRole('table', { name: 'Monthly Image Analysis' }).getByRole('row')).toHaveCount(13)
  await takeScreenshot('dashboard')
  await expectAccessible('the dashboard')
})

test('an answer is translated when the farmer changes the language', async ({
  page,
  takeScreenshot,
  expectAccessible,
}) => {
  await openUploadPage(page)
  await diagnose(page, 'rust')
  await page.getByRole('button', { name: 'Language: English' }).click()
  await page.getByRole('button', { name: 'Kiswahili' }).click()
  const result = page.getByRole('region', { name: 'Jibu' })
  await expect(result.getByRole('heading', { name: /Kutu/ }).first()).toBeVisible()
  await expect(result.getByText('Angalia mimea 20 katika sehemu zote').first()).toBeVisible()
  await takeScreenshot('answer-rust-sw')
  await page.getByRole('button', { name: 'Lugha: Kiswahili' }).click()
  await page.getByRole('button', { name: 'Luganda' }).click()
  await expect(page.getByText('Kebera ebimera 20 mu bitundu byonna').first()).toBeVisible()
  await takeScreenshot('answer-rust-lg')
  await expectAccessible('an answer in Luganda')
})

test('a photo whose response was lost is retried and stored once', async ({ page }) => {
  await disableOnDeviceModel(page)
  // The server processes the photo, but the first request appears to fail.
  await page.addInitScript(() => {
    const { send } = XMLHttpRequest.prototype
    let isLost = false
    XMLHttpRequest.prototype.send = function (body) {
      if (!isLost && body instanceof FormData) {
        isLost = true
        this.onload = () => this.onerror?.(new ProgressEvent('error'))
      }
      send.call(this, body)
    }
  })
  const keys: (string | undefined)[] = []
  page.on('request', request => request.method() === 'POST' && keys.push(request.headers()['idempotency-key']))
  await openUploadPage(page)
  await chooseFiles(page, leafPhotoPath('rust'))
  keys.length = 0
  await processImage(page)
  // The photo waits in the outbox, which sends it again.
  await expect(historyRows(page)).toHaveCount(1, { timeout: 60_000 })
  await expect(historyRows(page)).toContainText(/rust/i)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
})
