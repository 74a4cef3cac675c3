import type { Page } from '@playwright/test'
import { expect, test } from '../journey.ts'
import { newAdmin, newExpert, newFarmer, openSession } from '../people.ts'

const title = (page: Page) => page.getByRole('heading', { level: 1 })

async function expectWays(page: Page, ways: Record<string, string>): Promise<void> {
  for (const [address, arrival] of Object.entries(ways)) {
    await page.goto(address)
    await expect(page, address).toHaveURL(arrival)
    await expect(title(page), address).toBeVisible()
  }
}

test('addresses that people know lead a visitor to the right screen', async ({ page }) => {
  await expectWays(page, {
    '/': '/auth',
    '/signup': '/auth/signup',
    '/dashboard': '/auth',
    '/terms': '/terms',
    '/contact-us': '/contact-us',
  })
})

test('addresses that people know lead a farmer to the right screen', async ({ page }) => {
  await openSession(page, await newFarmer())
  await expectWays(page, {
    '/auth': '/account',
    '/auth/signup': '/account',
    '/dashboard': '/account',
    '/experts': '/account/addresses/slots',
    '/account/images/upload': '/account/addresses/image-analysis',
    '/account/bookings': '/account/addresses/my-bookings',
    '/account/posts/create': '/account/addresses/community-posts',
    '/account/posts': '/account/addresses/community-posts',
  })
})

test('addresses that people know lead an expert to the right screen', async ({ page }) => {
  await openSession(page, await newExpert())
  await expectWays(page, {
    '/dashboard': '/account',
    '/experts': '/contact-us#experts',
    '/account/bookings': '/account/addresses/bookings',
    '/account/posts': '/account/addresses/all-posts',
  })
})

test('a stored user record that cannot be read counts as none: the top bar says user', async ({ page }) => {
  await openSession(page, await newFarmer())
  await page.goto('/terms')
  await page.route('**/api/auth/me', () => undefined)
  await page.evaluate(() => localStorage.setItem('user', '{'))
  await page.goto('/account')
  await expect(page.getByRole('link', { name: 'Account of user' })).toBeVisible()
})

for (const [role, person] of Object.entries({ farmer: newFarmer, expert: newExpert, admin: newAdmin }))
  test(`every item of the menu leads ${role} to a screen, with one group open at a time`, async ({
    page,
    isMobile,
  }) => {
    test.skip(isMobile, 'a phone has its bottom bar')
    await openSession(page, await person())
    await page.goto('/account')
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    await expect(title(page)).toBeVisible()
    const groups = await menu.locator('button[aria-controls]').all()
    for (const group of groups) {
      if ((await group.getAttribute('aria-expanded')) === 'false') await group.click()
      await expect(menu.locator('button[aria-controls][aria-expanded=true]')).toHaveCount(1)
      for (const item of await menu.locator(`[id="${await group.getAttribute('aria-controls')}"] a`).all()) {
        await item.click()
        await expect(item).toHaveAttribute('aria-current', 'page')
        await expect(title(page)).toBeVisible()
      }
    }
    const wide = (await menu.boundingBox())?.width ?? 0
    await menu.getByRole('button', { name: 'Make the menu narrow' }).click()
    await expect.poll(async () => (await menu.boundingBox())?.width ?? wide).toBeLessThan(wide / 3)
    await menu.getByRole('link', { name: 'Profile' }).click()
    await expect(title(page)).toHaveText('Profile')
    await menu.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/auth')
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  })
