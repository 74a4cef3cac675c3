import { readFile } from 'node:fs/promises'
import type { Page, Request } from '@playwright/test'
import sharp from 'sharp'
import {
  createExpert,
  createFarmer,
  getAccessToken,
  getAdmin,
  readAs,
  signIn,
  signInByApi,
} from '../../support/accounts.ts'
import { analyzeLeaves } from '../../support/analyses.ts'
import { bookSlot, createSlot, daysFromNow } from '../../support/consultations.ts'
import { expect, expectNoHorizontalScroll, test } from '../../support/fixtures.ts'
import { hasLeafPhotos, leafPhotoPath, noLeafPhotosReason } from '../../support/leaf-photos.ts'
import { analysisResult, chooseFiles, processImage, toasts, uploadPath } from '../../support/upload-page.ts'

const getRootFontSize = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
const waitUntilLoaded = (page: Page) => expect(page.locator('[aria-busy=true], .animate-pulse')).toHaveCount(0)

test('a farmer enlarges the text: the whole app follows, and the device keeps it after signing out', async ({
  page,
  takeScreenshot,
  expectAccessible,
}) => {
  await signInByApi(page, await createFarmer())
  await page.goto('/account/profile#display')
  await expect(page.getByRole('heading', { name: 'Text size' })).toBeVisible()
  expect(await getRootFontSize(page)).toBe('17px')
  await page.getByRole('radio', { name: 'Largest' }).check()
  expect(await getRootFontSize(page)).toBe('22px')
  await waitUntilLoaded(page)
  await expectNoHorizontalScroll(page)
  await expectAccessible('settings in the largest text')
  await takeScreenshot('settings-largest')
  await page.goto('/account')
  expect(await getRootFontSize(page)).toBe('22px')
  await waitUntilLoaded(page)
  await expectNoHorizontalScroll(page)
  await takeScreenshot('dashboard-largest')
  await page.evaluate(() => {
    localStorage.removeItem('accessToken')
  })
  await page.goto('/auth')
  expect(await getRootFontSize(page)).toBe('22px')
  await expectNoHorizontalScroll(page)
})

test('the language chosen in the settings belongs to the account and applies on other devices', async ({
  page,
  browser,
}) => {
  const farmer = await createFarmer()
  await signInByApi(page, farmer)
  await page.goto('/account/profile#display')
  const responsePromise = page.waitForResponse('**/api/account/preferences/')
  await page.getByRole('radio', { name: 'Kiswahili' }).click()
  await expect(page.getByRole('heading', { name: 'Ukubwa wa maandishi' })).toBeVisible()
  expect((await responsePromise).status()).toBe(200)

  const otherPage = await (await browser.newContext()).newPage()
  await otherPage.goto('/account/profile#display')
  await signIn(otherPage, farmer)
  await expect(otherPage.getByRole('heading', { name: 'Ukubwa wa maandishi' })).toBeVisible()
  await otherPage.context().close()
})

test('times are shown in the chosen time zone', async ({ page }) => {
  await signInByApi(page, await createFarmer())
  await page.goto('/account/profile#display')
  await expect(page.getByText(/It is now .* EAT there/)).toBeVisible()
  await page.getByRole('combobox').click()
  await page.getByRole('option', { name: 'Africa/Kigali' }).click()
  await expect(page.getByText(/It is now .* CAT there/)).toBeVisible()
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.goto('/account/profile#devices')
  await expect(page.getByText(/Last used .* CAT/)).toBeVisible()
})

test('a farmer signs out a lost phone immediately', async ({ page, browser, takeScreenshot, expectAccessible }) => {
  const farmer = await createFarmer()
  // A third session, to test signing out everywhere else.
  await getAccessToken(farmer)
  const lostPhonePage = await (
    await browser.newContext({ userAgent: 'Mozilla/5.0 (Android 13; Mobile; rv:132.0) Firefox/132.0' })
  ).newPage()
  await lostPhonePage.goto('/auth')
  await signIn(lostPhonePage, farmer)
  await expect(lostPhonePage).toHaveURL('/account')
  await page.goto('/account/profile#devices')
  await signIn(page, farmer)
  await expect(page.getByText('Firefox on Android')).toBeVisible()
  await expect(page.getByText('This device', { exact: true })).toHaveCount(1)
  await waitUntilLoaded(page)
  await expectAccessible('settings with devices')
  await takeScreenshot('settings-devices')
  await page.getByRole('button', { name: 'Sign out: Firefox on Android' }).press('Enter')
  await expect(page.getByText('Firefox on Android is signed out.')).toBeVisible()
  await expect(page.getByText('Firefox on Android', { exact: true })).toHaveCount(0)
  // The button is gone, so keyboard focus moves to the section heading and stays there when the toast closes.
  const heading = page.getByRole('heading', { name: 'Where you are signed in' })
  await expect(heading).toBeFocused()
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Close' }).press('Enter')
  await expect(heading).toBeFocused()
  await lostPhonePage.goto('/account/profile')
  await expect(lostPhonePage).toHaveURL('/auth')
  await lostPhonePage.context().close()
  await page.getByRole('button', { name: 'Sign out all other devices' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible('sign out everywhere else')
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out all other devices' }).press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(heading).toBeFocused()
  await expect(page).toHaveURL('/account/profile#devices')
})

test('a farmer exports all their data and downloads it', async ({ page, takeScreenshot, expectAccessible }) => {
  await signInByApi(page, await createFarmer())
  await page.goto('/account/profile#data')
  await page.getByRole('button', { name: 'Prepare my data' }).click()
  await expect(page.getByText(/Your file is ready: .*, no photos\./)).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('button', { name: 'Prepare my data' })).toBeHidden()
  await expectAccessible('settings with the data')
  await takeScreenshot('settings-data')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the file' }).click()
  const file = await readFile(await (await download).path())
  expect((await download).suggestedFilename()).toBe('kutu.zip')
  expect(file.subarray(0, 2).toString()).toBe('PK')
  expect(file.includes('profile.json')).toBe(true)
  await page.goto('/account/notifications')
  await page.getByText('Your data file is ready.').click()
  await expect(page).toHaveURL('/account/profile#data')
})

/** Uploads a photo for diagnosis and returns the size of the request in bytes. */
async function analyzePhoto(page: Page, photo: Buffer): Promise<number> {
  await page.goto(uploadPath)
  const isUpload = (request: Request) => request.method() === 'POST' && request.url().includes('/rust-detection/')
  const requestPromise = page.waitForRequest(isUpload)
  await chooseFiles(page, { name: 'leaf.jpg', mimeType: 'image/jpeg', buffer: photo })
  await processImage(page)
  await expect(toasts(page).getByText('Image analysis successfully done')).toBeVisible()
  return Number((await (await requestPromise).allHeaders())['content-length'])
}

test('with data saver on a smaller photo is uploaded, with the same answer', async ({ page }) => {
  test.skip(!hasLeafPhotos, noLeafPhotosReason)
  const photo = await sharp(leafPhotoPath('rust')).resize({ width: 2400 }).jpeg({ quality: 90 }).toBuffer()
  await signInByApi(page, await createFarmer())
  const normalBytes = await analyzePhoto(page, photo)
  await expect(analysisResult(page).getByRole('heading', { name: /rust/i }).first()).toBeVisible()
  await page.goto('/account/profile#display')
  await page.getByRole('checkbox', { name: 'Load photos only when I tap them and send smaller ones' }).check()
  const reducedBytes = await analyzePhoto(page, photo)
  await expect(analysisResult(page).getByRole('heading', { name: /rust/i }).first()).toBeVisible()
  expect(reducedBytes).toBeGreaterThan(10_000)
  expect(reducedBytes).toBeLessThan(normalBytes * 0.7)
})

test('an expert reads what deleting the account means, requests it, and returns by signing in', async ({
  page,
  browser,
  expectFailure,
  takeScreenshot,
  expectAccessible,
}) => {
  const [expert, farmer] = [await createExpert(), await createFarmer()]
  const slot = await createSlot(expert, daysFromNow(5, 9))
  await createSlot(expert, daysFromNow(6, 9))
  await bookSlot(farmer, slot.id)
  await signInByApi(page, expert)
  await page.goto('/account/profile#data')
  const open = page.getByRole('button', { name: 'Delete my account' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog.getByText('Changed your mind? Sign in again within 14 days')).toBeVisible()
  await expect(dialog.getByText('1 unanswered booking ends. We notify the others.')).toBeVisible()
  await expect(dialog.getByText('1 open slot closes.')).toBeVisible()
  await takeScreenshot('leaving-dialog')
  await expectAccessible('what deleting the account means')
  await dialog.getByRole('button', { name: 'Keep my account' }).press('Enter')
  await expect(open).toBeFocused()
  await open.press('Enter')
  const confirm = dialog.getByRole('button', { name: 'Delete my account' })
  await confirm.click()
  await expect(dialog.getByText('Fill in this field.'), 'below what has to be read first').toBeInViewport({ ratio: 1 })
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  // This is the tallest dialog: a toast must not cover its title or close button.
  expectFailure('lost', '/api/account/deletion/')
  await page.route('**/api/account/deletion/', route => route.abort(), { times: 1 })
  await dialog.getByLabel('Your password').fill('Not-my-leaf-1')
  await confirm.click()
  const notice = dialog.getByRole('alert').filter({ hasText: 'There is no connection.' })
  await expect(notice).toBeVisible()
  const [toastBox, headerBox] = [await notice.boundingBox(), await dialog.locator('header').boundingBox()]
  expect((toastBox?.y ?? 0) + (toastBox?.height ?? 0)).toBeLessThanOrEqual(headerBox?.y ?? 0)
  await takeScreenshot('leaving-dialog-with-notice')
  await notice.getByRole('button', { name: 'Close' }).click()
  expectFailure(400, '/api/account/deletion/')
  await confirm.click()
  await expect(dialog.getByText('Wrong password.')).toBeVisible()
  await dialog.getByLabel('Your password').fill(expert.password)
  // The page may send more requests while its session ends.
  for (const path of ['/api/auth/refresh-token', '/api/notifications/', '/api/auth/me']) expectFailure(401, path)
  await confirm.click()
  await expect(page.getByText('Your account is closed')).toBeVisible()
  await expect(page.getByText(/It will be deleted on .*EAT/)).toBeVisible()
  await takeScreenshot('leaving-signed-out')

  const otherPage = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
  await signInByApi(otherPage, farmer)
  await otherPage.goto('/account/addresses/my-bookings')
  await expect(otherPage.getByText('The expert’s account was closed.')).toBeVisible()
  await otherPage.context().close()
  const adminPage = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
  await signInByApi(adminPage, await getAdmin())
  await adminPage.goto(`/account/admin/users?search=${expert.username}`)
  await expect(adminPage.getByText(/^Leaves on/)).toBeVisible()
  await takeScreenshot('leaving-in-the-list', adminPage)
  await adminPage.context().close()

  await signIn(page, expert)
  await expect(page).toHaveURL(/\/account/)
  await expect(page.getByText('Your account stays. It will not be deleted.')).toBeVisible()
})

test('with data saver on photos load only on tap', async ({ page, takeScreenshot, expectAccessible }) => {
  test.skip(!hasLeafPhotos, noLeafPhotosReason)
  const farmer = await createFarmer()
  await analyzeLeaves(farmer, 'rust')
  await signInByApi(page, farmer)
  await page.goto('/account/profile#display')
  await page.getByRole('checkbox', { name: 'Load photos only when I tap them and send smaller ones' }).check()
  const photoRequests: string[] = []
  page.on('request', request => {
    if (new URL(request.url()).pathname.startsWith('/files/')) photoRequests.push(request.url())
  })
  await page.goto('/account/addresses/image-analysis')
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
  await expect(page).toHaveURL(/image-analysis\/[0-9a-f-]{36}/)
  const showPhotoButton = page.getByRole('button', { name: 'Show the photo' })
  await expect(showPhotoButton).toBeVisible()
  await waitUntilLoaded(page)
  await expectAccessible('an answer without its photo')
  await takeScreenshot('data-saver')
  expect(photoRequests).toEqual([])
  await showPhotoButton.click()
  await expect(showPhotoButton).toBeHidden()
  await expect.poll(() => photoRequests.length).toBeGreaterThan(0)
})

for (const [role, createAccount] of Object.entries({
  farmer: createFarmer,
  expert: () => createExpert(),
  admin: getAdmin,
}))
  test(`the settings of the ${role} fit the screen in every language`, async ({
    page,
    takeScreenshot,
    expectAccessible,
  }) => {
    await signInByApi(page, await createAccount())
    await page.goto('/account')
    for (const language of ['en', 'sw', 'lg']) {
      await page.evaluate(locale => localStorage.setItem('language', locale), language)
      // The address of the specification leads to the list.
      await page.goto('/account/settings')
      await expect(page).toHaveURL('/account/profile#summary')
      for (const hash of ['#summary', '#second-factor', '#devices', '#email', '#display', '#data']) {
        if (hash !== '#summary') await page.locator(`main a[href="${hash}"]`).click()
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await waitUntilLoaded(page)
        await expectNoHorizontalScroll(page, `settings in ${language}`)
        if (language === 'en' && (role === 'farmer' || hash === '#summary'))
          await expectAccessible(`settings of the ${role}`)
        if (role === 'farmer') await takeScreenshot(`settings-${language}-${hash.slice(1)}`)
        if (hash !== '#summary') await page.locator('main a[href="#summary"]').click()
      }
    }
  })

test('the choice about photos arrives although the farmer leaves the page at once', async ({ page }) => {
  const farmer = await createFarmer()
  await signInByApi(page, farmer)
  await page.goto('/account/profile#photos')
  await page.getByRole('checkbox', { name: 'My leaf photos may be shown like this' }).check()
  await page.goto('/account/profile')
  await expect.poll(() => readAs(farmer, '/api/account/photo-consent/')).toEqual({ is_given: true })
})
