import { readFile } from 'node:fs/promises'
import type { Page, Request } from '@playwright/test'
import sharp from 'sharp'
import { analyse } from '../analyses.ts'
import { bookSlot, inDays, offerSlot } from '../appointments.ts'
import { answer, choose, notices, processImage, uploadPath } from '../diagnosis.ts'
import { expect, test } from '../journey.ts'
import { hasLeaves, leaf, withoutLeaves } from '../leaves.ts'
import { newAdmin, newExpert, newFarmer, openSession, signIn, tokenOf } from '../people.ts'

const rootSize = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
/** A phone's browser zooms out from what is too wide, so the width is measured against the screen's. */
const isTooWide = async (page: Page) =>
  (await page.evaluate(() => document.documentElement.scrollWidth)) > (page.viewportSize()?.width ?? 0)
const loaded = (page: Page) => expect(page.locator('[aria-busy=true], .animate-pulse')).toHaveCount(0)

test('a farmer makes the text larger: the whole app follows, and this device keeps it past signing out', async ({
  page,
  shoot,
  expectAccessible,
}) => {
  await openSession(page, await newFarmer())
  await page.goto('/account/settings')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  expect(await rootSize(page)).toBe('17px')
  await page.getByRole('radio', { name: 'Largest' }).check()
  expect(await rootSize(page)).toBe('22px')
  await loaded(page)
  expect(await isTooWide(page)).toBe(false)
  await expectAccessible('settings in the largest text')
  await shoot('settings-largest')
  await page.goto('/account')
  expect(await rootSize(page)).toBe('22px')
  await loaded(page)
  expect(await isTooWide(page)).toBe(false)
  await shoot('dashboard-largest')
  await page.evaluate(() => {
    localStorage.removeItem('accessToken')
  })
  await page.goto('/auth')
  expect(await rootSize(page)).toBe('22px')
  expect(await isTooWide(page)).toBe(false)
})

test('a language chosen in the settings is that of the account: another device speaks it', async ({
  page,
  browser,
}) => {
  const farmer = await newFarmer()
  await openSession(page, farmer)
  await page.goto('/account/settings')
  const kept = page.waitForResponse('**/api/account/preferences/')
  await page.getByRole('radio', { name: 'Kiswahili' }).click()
  await expect(page.getByRole('heading', { name: 'Mipangilio', level: 1 })).toBeVisible()
  expect((await kept).status()).toBe(200)

  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto('/account/settings')
  await signIn(elsewhere, farmer)
  await expect(elsewhere.getByRole('heading', { name: 'Mipangilio', level: 1 })).toBeVisible()
  await elsewhere.context().close()
})

test('times are told by the zone that was chosen', async ({ page }) => {
  await openSession(page, await newFarmer())
  await page.goto('/account/settings')
  await expect(page.getByText(/It is now .* EAT there/)).toBeVisible()
  await page.getByRole('combobox').click()
  await page.getByRole('option', { name: 'Africa/Kigali' }).click()
  await expect(page.getByText(/It is now .* CAT there/)).toBeVisible()
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.goto('/account/settings')
  await expect(page.getByText(/Last used .* CAT/)).toBeVisible()
})

test('a farmer signs out a lost phone: it is out at once', async ({ page, browser, shoot, expectAccessible }) => {
  const farmer = await newFarmer()
  // A third place, for signing out everywhere else.
  await tokenOf(farmer)
  const lost = await (
    await browser.newContext({ userAgent: 'Mozilla/5.0 (Android 13; Mobile; rv:132.0) Firefox/132.0' })
  ).newPage()
  await lost.goto('/auth')
  await signIn(lost, farmer)
  await expect(lost).toHaveURL('/account')
  await page.goto('/account/settings')
  await signIn(page, farmer)
  await expect(page.getByText('Firefox on Android')).toBeVisible()
  await expect(page.getByText('This device', { exact: true })).toHaveCount(1)
  await loaded(page)
  await expectAccessible('settings with devices')
  await shoot('settings-devices')
  await page.getByRole('button', { name: 'Sign out there: Firefox on Android' }).press('Enter')
  await expect(page.getByText('Firefox on Android is signed out.')).toBeVisible()
  await expect(page.getByText('Firefox on Android', { exact: true })).toHaveCount(0)
  // What was pressed is gone: who uses the keyboard stays with the devices, also when the notice is put away.
  const heading = page.getByRole('heading', { name: 'Where you are signed in' })
  await expect(heading).toBeFocused()
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Close' }).press('Enter')
  await expect(heading).toBeFocused()
  await lost.goto('/account/profile')
  await expect(lost).toHaveURL('/auth')
  await lost.context().close()
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible('sign out everywhere else')
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(heading).toBeFocused()
  await expect(page).toHaveURL('/account/settings')
})

test('a farmer has all own data prepared and downloads it', async ({ page, shoot, expectAccessible }) => {
  await openSession(page, await newFarmer())
  await page.goto('/account/settings')
  await page.getByRole('button', { name: 'Prepare my data' }).click()
  await expect(page.getByText(/Your file is ready: .*, no photos\./)).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('button', { name: 'Prepare my data' })).toBeHidden()
  await expectAccessible('settings with the data')
  await shoot('settings-data')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the file' }).click()
  const file = await readFile(await (await download).path())
  expect((await download).suggestedFilename()).toBe('kutu.zip')
  expect(file.subarray(0, 2).toString()).toBe('PK')
  expect(file.includes('profile.json')).toBe(true)
  await page.goto('/account/notifications')
  await page.getByText('The file with all your data is ready.').click()
  await expect(page).toHaveURL('/account/settings')
})

/** Has a photo diagnosed, and answers how many bytes went up for it. */
async function sendPhoto(page: Page, photo: Buffer): Promise<number> {
  await page.goto(uploadPath)
  const isUpload = (request: Request) => request.method() === 'POST' && request.url().includes('/rust-detection/')
  const going = page.waitForRequest(isUpload)
  await choose(page, { name: 'leaf.jpg', mimeType: 'image/jpeg', buffer: photo })
  await processImage(page)
  await expect(notices(page).getByText('Image analysis successfully done')).toBeVisible()
  return Number((await (await going).allHeaders())['content-length'])
}

test('who saves data sends a smaller photo, which has the same answer', async ({ page }) => {
  test.skip(!hasLeaves, withoutLeaves)
  const photo = await sharp(leaf('rust')).resize({ width: 2400 }).jpeg({ quality: 90 }).toBuffer()
  await openSession(page, await newFarmer())
  const asUsual = await sendPhoto(page, photo)
  await expect(answer(page).getByRole('heading', { name: /rust/i }).first()).toBeVisible()
  await page.goto('/account/settings')
  await page.getByRole('checkbox', { name: 'Load photos only when I tap them, and send smaller ones' }).check()
  const sparing = await sendPhoto(page, photo)
  await expect(answer(page).getByRole('heading', { name: /rust/i }).first()).toBeVisible()
  expect(sparing).toBeGreaterThan(10_000)
  expect(sparing).toBeLessThan(asUsual * 0.7)
})

test('an expert reads what deleting the account means, asks for it, and comes back by signing in', async ({
  page,
  browser,
  expectRefusal,
  shoot,
  expectAccessible,
}) => {
  const [expert, farmer] = [await newExpert(), await newFarmer()]
  const slot = await offerSlot(expert, inDays(5, 9))
  await offerSlot(expert, inDays(6, 9))
  await bookSlot(farmer, slot.id)
  await openSession(page, expert)
  await page.goto('/account/settings')
  const open = page.getByRole('button', { name: 'Delete my account' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog.getByText('You can change your mind for 14 days')).toBeVisible()
  await expect(dialog.getByText('1 booking without an answer ends, and the other side is told.')).toBeVisible()
  await expect(dialog.getByText('1 open slot closes.')).toBeVisible()
  await shoot('leaving-dialog')
  await expectAccessible('what deleting the account means')
  await dialog.getByRole('button', { name: 'Keep my account' }).press('Enter')
  await expect(open).toBeFocused()
  await open.press('Enter')
  const confirm = dialog.getByRole('button', { name: 'Delete my account' })
  await confirm.click()
  await expect(dialog.getByText('Fill in this field.'), 'below what has to be read first').toBeInViewport({ ratio: 1 })
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  // The dialog is as tall as they come; what a notice says must not lie over its title and the way out.
  expectRefusal('lost', '/api/account/deletion/')
  await page.route('**/api/account/deletion/', route => route.abort(), { times: 1 })
  await dialog.getByLabel('Your password').fill('Not-my-leaf-1')
  await confirm.click()
  const notice = dialog.getByRole('alert').filter({ hasText: 'There is no connection.' })
  await expect(notice).toBeVisible()
  const [said, head] = [await notice.boundingBox(), await dialog.locator('header').boundingBox()]
  expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(head?.y ?? 0)
  await shoot('leaving-dialog-with-notice')
  await notice.getByRole('button', { name: 'Close' }).click()
  expectRefusal(400, '/api/account/deletion/')
  await confirm.click()
  await expect(dialog.getByText('This password is not right.')).toBeVisible()
  await dialog.getByLabel('Your password').fill(expert.password)
  // The page may still ask for something while its session ends.
  for (const path of ['/api/auth/refresh-token', '/api/notifications/', '/api/auth/me']) expectRefusal(401, path)
  await confirm.click()
  await expect(page.getByText('Your account is closed')).toBeVisible()
  await expect(page.getByText(/It will be deleted on .*EAT/)).toBeVisible()
  await shoot('leaving-signed-out')

  const elsewhere = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
  await openSession(elsewhere, farmer)
  await elsewhere.goto('/account/addresses/my-bookings')
  await expect(elsewhere.getByText('The account of this expert was closed.')).toBeVisible()
  await elsewhere.context().close()
  const office = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
  await openSession(office, await newAdmin())
  await office.goto(`/account/admin/users?search=${expert.username}`)
  await expect(office.getByText(/^Leaves on/)).toBeVisible()
  await shoot('leaving-in-the-list', office)
  await office.context().close()

  await signIn(page, expert)
  await expect(page).toHaveURL(/\/account/)
  await expect(page.getByText('Your account stays. It will not be deleted.')).toBeVisible()
})

test('who saves data sees no photo before tapping it', async ({ page, shoot, expectAccessible }) => {
  test.skip(!hasLeaves, withoutLeaves)
  const farmer = await newFarmer()
  await analyse(farmer, 'rust')
  await openSession(page, farmer)
  await page.goto('/account/settings')
  await page.getByRole('checkbox', { name: 'Load photos only when I tap them, and send smaller ones' }).check()
  const asked: string[] = []
  page.on('request', request => {
    if (new URL(request.url()).pathname.startsWith('/files/')) asked.push(request.url())
  })
  await page.goto('/account/addresses/image-analysis')
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
  await expect(page).toHaveURL(/image-analysis\/[0-9a-f-]{36}/)
  const show = page.getByRole('button', { name: 'Show the photo' })
  await expect(show).toBeVisible()
  await loaded(page)
  await expectAccessible('an answer without its photo')
  await shoot('data-saver')
  expect(asked).toEqual([])
  await show.click()
  await expect(show).toBeHidden()
  await expect.poll(() => asked.length).toBeGreaterThan(0)
})

for (const language of ['en', 'sw', 'lg']) {
  test(`every role finds the settings in the menu and axe finds nothing on them, in ${language}`, async ({
    page,
    browser,
    shoot,
    expectAccessible,
  }) => {
    for (const [role, make] of Object.entries({ farmer: newFarmer, expert: () => newExpert(), admin: newAdmin })) {
      const own =
        role === 'farmer' ? page : await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
      await openSession(own, await make())
      await own.addInitScript(chosen => localStorage.setItem('language', chosen), language)
      await own.goto('/account/settings')
      await expect(own.getByRole('heading', { level: 1 })).toBeVisible()
      await loaded(own)
      expect(await isTooWide(own), `settings in ${language} scroll sideways`).toBe(false)
      await expectAccessible(`settings of the ${role} in ${language}`, own)
      if (role === 'farmer') await shoot(`settings-${language}`, own)
      else await own.context().close()
    }
  })
}
