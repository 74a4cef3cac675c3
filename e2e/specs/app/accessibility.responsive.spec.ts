import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { createAdmin, createUnverifiedExpert, signInByApi } from '../../support/accounts.ts'
import { expect, expectNoHorizontalScroll, test } from '../../support/fixtures.ts'

type Route = { path: string }
const routes: Route[] = JSON.parse(
  readFileSync(new URL('../../../web/dist/.vite/routes.json', import.meta.url), 'utf8'),
)
const listScreens = (folder: string) =>
  routes
    .filter(({ path }) => path === folder || path.startsWith(`${folder}/`))
    .map(({ path }) => path.slice(folder.length + 1))
/** The screens before sign-in by name, from the route table of the build. */
const authScreens = Object.fromEntries(listScreens('/auth').map(name => [name || 'login', `/auth/${name}`]))
const adminScreens = listScreens('/account/admin')

/** Submits the form without filling it in. */
async function submitEmptyForm(page: Page): Promise<void> {
  await page.locator('form [type=submit]').click()
  await expect(page.locator('[aria-invalid=true], [role=alert]').first()).toBeVisible()
}

async function openAdminScreen(page: Page, name: string): Promise<void> {
  await page.goto(`/account/admin/${name}`)
  await expect(page.locator('[aria-busy=true], .animate-pulse')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  if (name === 'experts') await expect(page.getByRole('article').first()).toBeVisible()
  if (name === 'audit') await page.locator('details summary').first().click()
}

test('axe finds nothing on the screens before sign-in, empty and with errors', async ({
  page,
  takeScreenshot,
  expectAccessible,
}) => {
  for (const [name, path] of Object.entries(authScreens)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
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
  await signInByApi(page, await createAdmin())
  await page.goto('/account/profile')
  const tabs = page.getByRole('tab')
  await expect(tabs).toHaveCount(3)
  for (const index of [0, 1, 2]) {
    await tabs.nth(index).click()
    await expectAccessible(`profile tab ${index}`)
    await takeScreenshot(`profile-${index}`)
  }
  for (const name of adminScreens) {
    await openAdminScreen(page, name)
    await expectAccessible(`admin ${name}`)
    await expectNoHorizontalScroll(page, `admin ${name}`)
    await takeScreenshot(`admin-${name}`)
  }
})

for (const language of ['sw', 'lg'])
  test(`the screens before sign-in and the admin screens fit the screen in ${language}`, async ({
    page,
    takeScreenshot,
  }, { project }) => {
    test.skip(project.name === 'desktop' && process.env.EVERY_WIDTH !== '1', 'longer words fit at a desktop')
    await page.addInitScript(locale => localStorage.setItem('language', locale), language)
    for (const [name, path] of Object.entries(authScreens)) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoHorizontalScroll(page, `${name} in ${language}`)
      await submitEmptyForm(page)
      await expectNoHorizontalScroll(page, `${name} with errors in ${language}`)
      await takeScreenshot(`${name}-${language}`)
    }
    await createUnverifiedExpert()
    await signInByApi(page, await createAdmin())
    for (const name of adminScreens) {
      await openAdminScreen(page, name)
      await expectNoHorizontalScroll(page, `admin ${name} in ${language}`)
      await takeScreenshot(`admin-${name}-${language}`)
    }
  })
