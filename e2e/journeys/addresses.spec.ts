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
  const farmer = await newFarmer()
  await openSession(page, farmer)
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
  await expect(page.getByRole('link', { name: `Account of ${farmer.username}` })).toBeVisible()
  await page.goto('/account/addresses/education-resources')
  await expect(page.getByText('No resources yet'), 'nothing was asked about').toBeVisible()
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

test('a stored user record that cannot be read is logged and counts as none: the top bar says user', async ({
  page,
}) => {
  await openSession(page, await newFarmer())
  await page.goto('/terms')
  await page.route('**/api/auth/me', () => undefined)
  await page.evaluate(() => localStorage.setItem('user', '{'))
  const logged = page.waitForEvent('console', said =>
    said.text().startsWith('The stored user record could not be read'),
  )
  await page.goto('/account')
  expect((await logged).type()).toBe('warning')
  await expect(page.getByRole('link', { name: 'Account of user' })).toBeVisible()
})

/** What the server refused, and what never came, while the page was at work; the stream of news ends with its page. */
function failuresOf(page: Page): string[] {
  const failures: string[] = []
  page.on('response', response => {
    if (response.status() >= 400) failures.push(`${response.status()} ${response.url()}`)
  })
  page.on('requestfailed', request => {
    const why = request.failure()?.errorText
    if (why !== 'net::ERR_ABORTED') failures.push(`${why} ${request.url()}`)
  })
  return failures
}

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main menu' })

/** A screen is called what the entry is called that leads to it, the dashboard after its reader as well. */
async function expectScreen(page: Page, name: string): Promise<void> {
  await expect(title(page)).toContainText(name)
}

async function walkSideMenu(page: Page): Promise<void> {
  const menu = menuOf(page)
  for (const group of await menu.locator('button[aria-controls]').all()) {
    if ((await group.getAttribute('aria-expanded')) === 'false') await group.click()
    await expect(menu.locator('button[aria-controls][aria-expanded=true]')).toHaveCount(1)
    for (const item of await menu.locator(`[id="${await group.getAttribute('aria-controls')}"] a`).all()) {
      await item.click()
      await expect(item).toHaveAttribute('aria-current', 'page')
      await expectScreen(page, await item.innerText())
    }
  }
  for (const name of ['Dashboard', 'Settings', 'Profile']) {
    await menu.getByRole('link', { name }).click()
    await expectScreen(page, name)
  }
  const wide = (await menu.boundingBox())?.width ?? 0
  await menu.getByRole('button', { name: 'Make the menu narrow' }).click()
  await expect.poll(async () => (await menu.boundingBox())?.width ?? wide).toBeLessThan(wide / 3)
}

async function walkBottomBar(page: Page): Promise<void> {
  const bar = menuOf(page)
  for (const name of await bar.getByRole('link').allInnerTexts()) {
    const entry = bar.getByRole('link', { name, exact: true })
    await entry.click()
    await expect(entry).toHaveAttribute('aria-current', 'page')
    await expectScreen(page, name)
  }
  const more = bar.getByRole('button', { name: 'More' })
  const behind = page.getByRole('dialog', { name: 'Main menu' })
  await more.click()
  const names = await behind.getByRole('link').allInnerTexts()
  expect(names).toContain('Settings')
  for (const name of names) {
    if (await behind.isHidden()) await more.click()
    await behind.getByRole('link', { name, exact: true }).click()
    await expect(behind, 'a way chosen closes the menu').toBeHidden()
    await expectScreen(page, name)
  }
  await more.click()
}

for (const [role, person] of Object.entries({ farmer: newFarmer, expert: newExpert, admin: newAdmin }))
  test(`every item of the menu leads ${role} to a screen, with one group open at a time`, async ({
    page,
    isMobile,
  }) => {
    const failures = failuresOf(page)
    await openSession(page, await person())
    await page.goto('/account')
    await expectScreen(page, 'Dashboard')
    await (isMobile ? walkBottomBar : walkSideMenu)(page)
    expect(failures).toEqual([])
    await menuOf(page).getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/auth')
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  })

test('every way from the screens before sign-in leads a visitor to a screen', async ({ page }) => {
  const failures = failuresOf(page)
  const screens = {
    '/': 'Sign in',
    '/auth': 'Sign in',
    '/auth/forgot-password': 'Forgot',
    '/auth/signup': 'farmer',
    '/auth/expert-signup': 'expert',
    '/terms': 'Terms',
    '/terms#privacy': 'Terms',
    '/contact-us': 'Contact',
  }
  const four = ['/auth/signup', '/auth', '/terms', '/contact-us']
  const starts = {
    '/auth': ['/auth/forgot-password', '/auth/signup', '/auth/expert-signup'],
    '/auth/forgot-password': four,
    '/auth/signup': ['/'],
    '/auth/expert-signup': ['/'],
    '/auth/verify-email': ['/auth', '/terms', '/terms#privacy'],
    '/auth/activation': ['/auth'],
    '/auth/confirm-password-reset': four,
    '/terms': [],
  }
  const seen = new Set<string>()
  for (const [start, asked] of Object.entries(starts)) {
    await page.goto(start)
    await expect(title(page)).toBeVisible()
    const ways = await page.locator('a[href^="/"]:visible').evaluateAll(all => all.map(a => a.getAttribute('href')))
    expect(ways, start).toEqual(expect.arrayContaining(asked))
    for (const way of new Set(ways.filter(way => way !== null && way !== start && !seen.has(way)))) {
      seen.add(way ?? '')
      await page.locator(`a[href="${way}"]:visible`).first().click()
      await expectScreen(page, screens[way as keyof typeof screens] ?? `a heading for ${way}`)
      await page.goto(start)
    }
  }
  expect([...seen].sort()).toEqual(Object.keys(screens).sort())
  expect(failures).toEqual([])
})
