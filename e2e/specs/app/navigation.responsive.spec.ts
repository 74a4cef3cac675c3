import type { Page } from '@playwright/test'
import { createExpert, createFarmer, getAdmin, signInByApi } from '../../support/accounts.ts'
import { expect, expectNoHorizontalScroll, test } from '../../support/fixtures.ts'

const getHeading = (page: Page) => page.getByRole('heading', { level: 1 })

async function expectRedirects(page: Page, redirects: Record<string, string>): Promise<void> {
  for (const [address, destination] of Object.entries(redirects)) {
    await page.goto(address)
    await expect(page, address).toHaveURL(destination)
    await expect(getHeading(page), address).toBeVisible()
  }
}

test('known URLs lead a visitor to the right screen', { tag: '@phone' }, async ({ page }) => {
  await expectRedirects(page, {
    '/': '/auth',
    '/signup': '/auth/signup',
    '/dashboard': '/auth',
    '/terms': '/terms',
    '/contact-us': '/contact-us',
  })
})

test('known URLs lead a farmer to the right screen', { tag: '@phone' }, async ({ page }) => {
  await signInByApi(page, await createFarmer())
  await expectRedirects(page, {
    '/auth': '/account',
    '/auth/signup': '/account',
    '/dashboard': '/account',
    '/experts': '/account/addresses/slots',
    '/account/images/upload': '/account/addresses/image-analysis',
    '/account/bookings': '/account/addresses/slots',
    '/account/posts/create': '/account/addresses/community-posts',
    '/account/posts': '/account/addresses/community-posts#posts',
  })
})

test('known URLs lead an expert to the right screen', { tag: '@phone' }, async ({ page }) => {
  await signInByApi(page, await createExpert())
  await expectRedirects(page, {
    '/dashboard': '/account',
    '/experts': '/account/addresses/availability-slots',
    '/account/images/upload': '/account/addresses/model-training',
    '/account/bookings': '/account/addresses/bookings',
    '/account/posts/create': '/account/addresses/all-posts',
    '/account/posts': '/account/addresses/all-posts',
  })
})

test('known URLs lead an admin to the right screen', { tag: '@phone' }, async ({ page }) => {
  await signInByApi(page, await getAdmin())
  await expectRedirects(page, {
    '/experts': '/account/admin/experts',
    '/account/images/upload': '/account',
    '/account/bookings': '/account',
    '/account/posts/create': '/account/admin/flagged',
    '/account/posts': '/account/admin/flagged',
  })
})

/**
 * Records failed responses and requests. Aborted requests are ignored: the notification stream is aborted with its
 * page.
 */
function collectFailures(page: Page): string[] {
  const failures: string[] = []
  page.on('response', response => {
    if (response.status() >= 400) failures.push(`${response.status()} ${response.url()}`)
  })
  page.on('requestfailed', request => {
    const errorText = request.failure()?.errorText
    if (errorText !== 'net::ERR_ABORTED') failures.push(`${errorText} ${request.url()}`)
  })
  return failures
}

const getMainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })

/** The heading of a screen contains the label of its menu entry. */
async function expectScreen(page: Page, name: string): Promise<void> {
  await expect(getHeading(page)).toContainText(name)
}

async function walkSideMenu(page: Page): Promise<void> {
  const menu = getMainMenu(page)
  for (const group of await menu.locator('button[aria-controls]').all()) {
    if ((await group.getAttribute('aria-expanded')) === 'false') await group.click()
    await expect(menu.locator('button[aria-controls][aria-expanded=true]')).toHaveCount(1)
    for (const item of await menu.locator(`[id="${await group.getAttribute('aria-controls')}"] a`).all()) {
      await item.click()
      await expect(item).toHaveAttribute('aria-current', 'page')
      await expectScreen(page, await item.innerText())
    }
  }
  for (const name of ['Dashboard', 'Profile']) {
    await menu.getByRole('link', { name }).click()
    await expectScreen(page, name)
  }
  const fullWidth = (await menu.boundingBox())?.width ?? 0
  await menu.getByRole('button', { name: 'Make the menu narrow' }).click()
  await expect.poll(async () => (await menu.boundingBox())?.width ?? fullWidth).toBeLessThan(fullWidth / 3)
}

async function walkBottomBar(page: Page): Promise<void> {
  const bar = getMainMenu(page)
  for (const name of await bar.getByRole('link').allInnerTexts()) {
    const entry = bar.getByRole('link', { name, exact: true })
    await entry.click()
    await expect(entry).toHaveAttribute('aria-current', 'page')
    await expectScreen(page, name)
  }
  const more = bar.getByRole('button', { name: 'More' })
  const menuDialog = page.getByRole('dialog', { name: 'Main menu' })
  await more.click()
  const names = await menuDialog.getByRole('link').allInnerTexts()
  expect(names).toContain('Profile')
  expect(names).not.toContain('Settings')
  for (const name of names) {
    if (await menuDialog.isHidden()) await more.click()
    await menuDialog.getByRole('link', { name, exact: true }).click()
    await expect(menuDialog, 'a way chosen closes the menu').toBeHidden()
    await expectScreen(page, name)
  }
  await more.click()
}

for (const [role, createAccount] of Object.entries({ farmer: createFarmer, expert: createExpert, admin: getAdmin }))
  test(`every menu item leads the ${role} to a screen, with one group open at a time`, async ({ page, isMobile }) => {
    const failures = collectFailures(page)
    const account = await createAccount()
    await signInByApi(page, account)
    await page.goto('/account')
    await expectScreen(page, 'Dashboard')
    const name = page.getByRole('link', { name: `Account of ${account.username}` }).getByText(account.username)
    await expect(name).toBeVisible()
    expect((await name.boundingBox())?.width, 'the username is in the top bar at every width').toBeGreaterThan(30)
    await expectNoHorizontalScroll(page, 'the top bar')
    await (isMobile ? walkBottomBar : walkSideMenu)(page)
    expect(failures).toEqual([])
    await getMainMenu(page).getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/auth')
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  })

test('every link on the screens before sign-in leads a visitor to a screen', { tag: '@phone' }, async ({ page }) => {
  const failures = collectFailures(page)
  const screens = {
    '/': 'Sign in',
    '/auth': 'Sign in',
    '/auth/forgot-password': 'Forgot',
    '/auth/signup': 'farmer',
    '/auth/expert-signup': 'expert',
    '/terms': 'Terms',
    '/terms#privacy': 'Terms',
    '/try': 'Check a leaf',
    '/contact-us': 'Contact',
  }
  const authLinks = ['/auth/signup', '/auth', '/terms', '/contact-us']
  const starts = {
    '/auth': ['/auth/forgot-password', '/auth/signup', '/auth/expert-signup'],
    '/auth/forgot-password': authLinks,
    '/auth/signup': ['/'],
    '/auth/expert-signup': ['/'],
    '/auth/verify-email': ['/auth', '/terms', '/terms#privacy'],
    '/auth/activation': ['/auth'],
    '/auth/confirm-password-reset': authLinks,
    '/terms': [],
  }
  const seen = new Set<string>()
  for (const [start, expectedLinks] of Object.entries(starts)) {
    await page.goto(start)
    await expect(getHeading(page)).toBeVisible()
    const hrefs = await page
      .locator('a[href^="/"]:visible')
      .evaluateAll(all => all.map(link => link.getAttribute('href')))
    expect(hrefs, start).toEqual(expect.arrayContaining(expectedLinks))
    for (const href of new Set(hrefs.filter(href => href !== null && href !== start && !seen.has(href)))) {
      seen.add(href ?? '')
      await page.locator(`a[href="${href}"]:visible`).first().click()
      await expectScreen(page, screens[href as keyof typeof screens] ?? `a heading for ${href}`)
      await page.goto(start)
    }
  }
  expect([...seen].sort()).toEqual(Object.keys(screens).sort())
  expect(failures).toEqual([])
})
