import type { Page } from '@playwright/test'
import { createFarmer, createUnverifiedExpert, getAdmin, signInByApi } from '../../support/accounts.ts'
import { expect, expectNoHorizontalScroll, test, visit } from '../../support/fixtures.ts'
import { findScreenPaths } from '../../support/screens.ts'

/** Returns a path as part of a label or file name. */
const toName = (path: string) => path.slice(1).replaceAll('/', '-')

/** Submits the form without filling it in. */
async function submitEmptyForm(page: Page): Promise<void> {
  await page.locator('form [type=submit]').click()
  await expect(page.locator('[aria-invalid=true], [role=alert]').first()).toBeVisible()
}

async function openAdminScreen(page: Page, path: string): Promise<void> {
  await visit(page, path)
  await expect(page.locator('[aria-busy=true], .animate-pulse')).toHaveCount(0)
  if (path.endsWith('/experts')) await expect(page.getByRole('article').first()).toBeVisible()
  if (path.endsWith('/audit')) await page.locator('details summary').first().click()
}

test('axe finds nothing on the screens before sign-in, empty and with errors', async ({
  page,
  takeScreenshot,
  expectAccessible,
}) => {
  await page.goto('/terms')
  for (const path of findScreenPaths('/auth')) {
    const name = toName(path)
    await visit(page, path)
    await expectAccessible(name)
    await expectNoHorizontalScroll(page, name)
    await takeScreenshot(name)
    await submitEmptyForm(page)
    await expectAccessible(`${name} with errors`)
    await expectNoHorizontalScroll(page, `${name} with errors`)
    await takeScreenshot(`${name}-errors`)
  }
})

test('axe finds nothing on the profile and the admin screens', async ({ page, takeScreenshot, expectAccessible }) => {
  await createUnverifiedExpert()
  await signInByApi(page, await getAdmin())
  await page.goto('/account/profile')
  const tabs = page.getByRole('tab')
  await expect(tabs.first()).toBeVisible()
  for (let index = 0; index < (await tabs.count()); index++) {
    await tabs.nth(index).click()
    await expectAccessible(`profile tab ${index}`)
    await takeScreenshot(`profile-${index}`)
  }
  for (const path of findScreenPaths('/account/admin/')) {
    const name = toName(path)
    await openAdminScreen(page, path)
    await expectAccessible(name)
    await expectNoHorizontalScroll(page, name)
    await takeScreenshot(name)
  }
})

test('axe finds nothing in dark mode', async ({ page, takeScreenshot, expectAccessible }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/terms')
  for (const path of ['/auth', '/try', '/map']) {
    await visit(page, path)
    await expectAccessible(`${toName(path)} in dark mode`)
  }
  await signInByApi(page, await createFarmer())
  const screens = ['image-analysis', 'community-posts', 'slots', 'education-resources'].map(name => `addresses/${name}`)
  await page.goto('/account/notifications')
  for (const path of ['', ...screens, 'profile'].map(name => `/account/${name}`)) {
    await visit(page, path)
    await expect(page.locator('[aria-busy=true], .animate-pulse')).toHaveCount(0)
    await expectAccessible(`${toName(path)} in dark mode`)
    await takeScreenshot(`${toName(path)}-dark`)
  }
})

for (const language of ['sw', 'lg'])
  test(`the screens before sign-in and the admin screens fit the screen in ${language}`, async ({
    page,
    takeScreenshot,
  }) => {
    await page.addInitScript(locale => localStorage.setItem('language', locale), language)
    await page.goto('/terms')
    for (const path of findScreenPaths('/auth')) {
      const name = toName(path)
      await visit(page, path)
      await expectNoHorizontalScroll(page, `${name} in ${language}`)
      await submitEmptyForm(page)
      await expectNoHorizontalScroll(page, `${name} with errors in ${language}`)
      await takeScreenshot(`${name}-${language}`)
    }
    await createUnverifiedExpert()
    await signInByApi(page, await getAdmin())
    await page.goto('/account')
    for (const path of findScreenPaths('/account/admin/')) {
      const name = toName(path)
      await openAdminScreen(page, path)
      await expectNoHorizontalScroll(page, `${name} in ${language}`)
      await takeScreenshot(`${name}-${language}`)
    }
  })
