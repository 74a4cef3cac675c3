import type { Page } from '@playwright/test'
import { createAdmin, createUnverifiedExpert, signInByApi } from '../../support/accounts.ts'
import { expect, test } from '../../support/fixtures.ts'

const screens = {
  login: '/auth',
  'forgot-password': '/auth/forgot-password',
  activation: '/auth/activation',
  signup: '/auth/signup',
  'expert-signup': '/auth/expert-signup',
  'verify-email': '/auth/verify-email',
  'confirm-password-reset': '/auth/confirm-password-reset',
}

/** At the desktop width translations are tested only with EVERY_WIDTH=1: longer words fit there. */
function skipTranslationsAtDesktop(page: Page, language: string): void {
  const isDesk = (page.viewportSize()?.width ?? 0) > 1000
  test.skip(
    isDesk && language !== 'en' && process.env.EVERY_WIDTH !== '1',
    'at a desk in English; EVERY_WIDTH=1 asks for all',
  )
}

for (const language of ['en', 'sw', 'lg']) {
  test(`axe finds nothing on the screens before sign-in, empty and with errors, in ${language}`, async ({
    page,
    takeScreenshot,
    expectAccessible,
  }) => {
    skipTranslationsAtDesktop(page, language)
    await page.addInitScript(locale => localStorage.setItem('language', locale), language)
    for (const [name, path] of Object.entries(screens)) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(`${name} in ${language}`)
      const scrollsSideways = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
      expect(scrollsSideways, `${name} in ${language} scrolls sideways`).toBe(false)
      await takeScreenshot(`${name}-${language}`)

      await page.locator('form [type=submit]').click()
      await expect(page.locator('[aria-invalid=true], [role=alert]').first()).toBeVisible()
      await expectAccessible(`${name} with mistakes in ${language}`)
      await takeScreenshot(`${name}-mistakes-${language}`)
    }
  })

  test(`axe finds nothing on the profile and the admin screens in ${language}`, async ({
    page,
    takeScreenshot,
    expectAccessible,
  }) => {
    skipTranslationsAtDesktop(page, language)
    await createUnverifiedExpert()
    await signInByApi(page, await createAdmin())
    await page.addInitScript(locale => localStorage.setItem('language', locale), language)
    await page.goto('/account/profile')
    const tabs = page.getByRole('tab')
    await expect(tabs).toHaveCount(3)
    for (const index of [0, 1, 2]) {
      await tabs.nth(index).click()
      await expectAccessible(`profile tab ${index} in ${language}`)
      await takeScreenshot(`profile-${index}-${language}`)
    }
    await page.goto('/account/admin/experts')
    await expect(page.getByRole('article').first()).toBeVisible()
    await expectAccessible(`waiting experts in ${language}`)
    await takeScreenshot(`experts-${language}`)
    await page.goto('/account/admin/audit')
    await page.locator('details summary').first().click()
    await expectAccessible(`audit log in ${language}`)
    await takeScreenshot(`audit-${language}`)
    const scrollsSideways = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    expect(await scrollsSideways(), `the audit log in ${language} scrolls sideways`).toBe(false)
    for (const name of ['users', 'flagged', 'system']) {
      await page.goto(`/account/admin/${name}`)
      await expect(page.locator('[aria-busy=true], .animate-pulse')).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(`${name} in ${language}`)
      expect(await scrollsSideways(), `${name} in ${language} scrolls sideways`).toBe(false)
      await takeScreenshot(`admin-${name}-${language}`)
    }
  })
}
