import type { Locator, Page } from '@playwright/test'
import { createExpert, createFarmer, createUnverifiedExpert, getAdmin, signInByApi } from '../../support/accounts.ts'
import { analyzeLeaves } from '../../support/analyses.ts'
import { createComment, createPost, moderatePost } from '../../support/community.ts'
import { expect, expectNoHorizontalScroll, openFold, test } from '../../support/fixtures.ts'
import { hasLeafPhotos, noLeafPhotosReason } from '../../support/leaf-photos.ts'

const findStat = (page: Page, name: string | RegExp) =>
  page.locator('dl > div', { hasText: name }).getByRole('definition')
const findBell = (page: Page, unread: string) => page.getByRole('link', { name: `Notifications, ${unread}` })
const findNotificationsCard = (page: Page) => page.locator('details', { hasText: 'Notifications' })

/**
 * Returns true if visually hidden content is positioned inside the scrolling container. Otherwise it would extend the
 * page.
 */
const scrollsInItself = (container: Element) =>
  [...container.querySelectorAll<HTMLElement>('.sr-only')].every(each => container.contains(each.offsetParent))

/** Returns which of the three class colors are drawn below the chart's legend. */
const findColors = (chart: Locator) =>
  chart.evaluate(canvas => {
    if (!(canvas instanceof HTMLCanvasElement)) return []
    const top = Math.round(canvas.height * 0.22)
    const { data } = canvas.getContext('2d')?.getImageData(0, top, canvas.width, canvas.height - top) ?? { data: [] }
    const colors = { red: [179, 64, 26], green: [27, 107, 58], blue: [29, 95, 191] }
    const hasColor = ([r, g, b]: number[]) => {
      for (let at = 0; at < data.length; at += 4)
        if ([r, g, b].every((part = 0, i) => Math.abs((data[at + i] ?? 0) - part) < 12)) return true
      return false
    }
    return Object.entries(colors).flatMap(([name, color]) => (hasColor(color) ? [name] : []))
  })

/** Scrolls down to the charts, which load when they come into view. */
async function scrollToCharts(page: Page): Promise<void> {
  const cards = page.locator('main section').filter({ has: page.getByRole('table') })
  await expect(cards).toHaveCount(2)
  for (const card of await cards.all()) {
    await card.scrollIntoViewIfNeeded()
    await expect(card.locator('canvas')).toBeVisible()
  }
}

/** Records text drawn on canvases, because chart tooltips are canvas text. Call before opening the page. */
const recordCanvasText = (page: Page) =>
  page.addInitScript(() => {
    const written: string[] = []
    Object.assign(window, { written })
    const { fillText } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      written.push(text)
      return fillText.call(this, text, ...place)
    }
  })

type Tooltip = { hasTouch: boolean; texts: string[] }

/** Points at the red segment of a chart until its tooltip is drawn: a chart that is drawn anew loses it. */
const expectTooltip = (page: Page, chart: Locator, tooltip: Tooltip) =>
  expect(async () => {
    const written = await hoverRedSegment(page, chart, tooltip.hasTouch)
    expect(written).toEqual(expect.arrayContaining(tooltip.texts))
  }).toPass({ timeout: 15_000 })

/** Points at the red segment of a chart, by touch or mouse, and returns the text drawn afterwards. */
async function hoverRedSegment(page: Page, chart: Locator, hasTouch: boolean): Promise<string[]> {
  await chart.scrollIntoViewIfNeeded()
  const center = await chart.evaluate(canvas => {
    if (!(canvas instanceof HTMLCanvasElement)) return
    const top = Math.round(canvas.height * 0.22)
    const { data } = canvas.getContext('2d')?.getImageData(0, top, canvas.width, canvas.height - top) ?? { data: [] }
    const red: { x: number; y: number }[] = []
    for (let at = 0; at < data.length; at += 4)
      if (
        Math.abs((data[at] ?? 0) - 179) + Math.abs((data[at + 1] ?? 0) - 64) + Math.abs((data[at + 2] ?? 0) - 26) <
        30
      )
        red.push({ x: (at / 4) % canvas.width, y: top + Math.floor(at / 4 / canvas.width) })
    const middle = (axis: 'x' | 'y') => red.reduce((sum, point) => sum + point[axis], 0) / red.length
    const scale = canvas.clientWidth / canvas.width
    return { x: middle('x') * scale, y: middle('y') * scale }
  })
  // A tooltip that is drawn already is not drawn again, so the pointer leaves the segment first.
  const point = (position: { x: number; y: number }) =>
    hasTouch ? chart.tap({ position, force: true }) : chart.hover({ position, force: true })
  await point({ x: 1, y: 1 })
  await page.evaluate(() => {
    ;(window as unknown as { written: string[] }).written.length = 0
  })
  await point(center ?? { x: 0, y: 0 })
  const getWritten = () => page.evaluate(() => (window as unknown as { written: string[] }).written)
  // The chart draws on the next animation frame. A short wait, so that the caller can point again.
  await expect.poll(getWritten, { timeout: 2000 }).not.toEqual([])
  return getWritten()
}

test('a farmer sees ten statistics, charts of them, and the charts as tables', async ({
  page,
  hasTouch,
  takeScreenshot,
  expectAccessible,
}) => {
  test.skip(!hasLeafPhotos, noLeafPhotosReason)
  const farmer = await createFarmer()
  await analyzeLeaves(farmer, 'rust', 'otherRust', 'healthy', 'otherDisease')
  await createPost(farmer, { title: 'Brown powder' })
  await signInByApi(page, farmer)
  await recordCanvasText(page)
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Farmer Dashboard', level: 1 })).toBeVisible()
  await openFold(page, 'Figures')
  await openFold(page, 'Notifications')
  await expect(page.locator('dl > div')).toHaveCount(10)
  await expect(findStat(page, 'Total Images Analyzed')).toHaveText('4')
  await expect(findStat(page, 'Rust/Disease Posts')).toHaveText('1')
  await expect(findStat(page, 'Bookings Confirmed')).toHaveText('0')
  await expect(findNotificationsCard(page).getByRole('article')).toHaveCount(4)
  expect(await findNotificationsCard(page).getByRole('region').evaluate(scrollsInItself)).toBe(true)

  await scrollToCharts(page)
  const charts = page.locator('canvas')
  for (const chart of await charts.all()) expect((await chart.boundingBox())?.height).toBeCloseTo(256, 0)
  for (const chart of await charts.all()) await expect.poll(() => findColors(chart)).toEqual(['red', 'green', 'blue'])
  await expect(page.getByRole('table', { name: 'Image Analysis Outcomes' })).toHaveCount(1)
  await expectNoHorizontalScroll(page)
  await expectAccessible('the dashboard of a farmer')
  await takeScreenshot('dashboard-farmer')
  await expectTooltip(page, charts.first(), { hasTouch, texts: ['Common Rust: 2 (50%)'] })
  await takeScreenshot('dashboard-tooltip')
  const zone = { timeZone: 'Africa/Kampala' }
  const month = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', ...zone }).format(new Date())
  const texts = [month, 'Common Rust: 2', 'Healthy: 1', 'Other Diseases: 1']
  await expectTooltip(page, charts.last(), { hasTouch, texts })
  await takeScreenshot('dashboard-tooltip-months')

  await page.getByRole('button', { name: 'Show as table' }).first().click()
  await expect(charts).toHaveCount(1)
  await page.getByRole('button', { name: 'Show as table' }).click()
  await expect(charts).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Monthly Image Analysis' }).getByRole('row')).toHaveCount(13)
  await expectNoHorizontalScroll(page)
  await expectAccessible('the tables of the dashboard')
  await takeScreenshot('dashboard-tables')
})

test('each quick link leads to an existing screen', { tag: '@phone' }, async ({ page }) => {
  await signInByApi(page, await createFarmer())
  const links = {
    'Upload Image': 'Upload Image',
    'Book Expert Slot': 'Slots',
    'Make a Post': 'Make Post',
    'View Posts': 'Make Post',
  }
  for (const [link, title] of Object.entries(links)) {
    await page.goto('/account')
    await page.getByRole('navigation', { name: 'Quick links' }).getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  }
})

test('new notifications show on the bell and the dashboard without a reload, and can be marked as read', async ({
  page,
  takeScreenshot,
  expectAccessible,
}) => {
  const [farmer, expert] = [await createFarmer(), await createExpert()]
  await signInByApi(page, farmer)
  const streamPromise = page.waitForResponse(response => response.url().endsWith('/api/notifications/stream'))
  await page.goto('/account')
  await openFold(page, 'Figures')
  await openFold(page, 'Notifications')
  await expect(findNotificationsCard(page).getByText('No notifications')).toBeVisible()
  await streamPromise
  for (const [title, unread] of [
    ['Spots on my maize', '1 unread'],
    ['Dust on my wheat', '2 unread'],
  ] as const) {
    const { id } = await createPost(farmer, { title })
    await moderatePost(expert, id, { action: 'approve' })
    await expect(findBell(page, unread)).toBeVisible()
    await expect(findNotificationsCard(page).getByText(`“${title}”`)).toBeVisible()
  }
  await expect(findStat(page, 'Rust/Disease Posts')).toHaveText('2')
  await expect(findNotificationsCard(page).getByRole('region')).toHaveCSS('max-height', '300px')
  await expect(findNotificationsCard(page)).toContainText('2 unread')
  const first = findNotificationsCard(page).getByRole('article').first()
  await expect(first).toContainText(/\d{4}, \d{2}:\d{2} EAT/)
  await expect(first.locator('svg').first()).toBeVisible()
  await expectAccessible('the dashboard with notifications')
  await takeScreenshot('dashboard-notifications')
  await findNotificationsCard(page).getByRole('button', { name: 'Mark as Read' }).first().click()
  await expect(page.getByText('Notification marked as read')).toBeVisible()
  await expect(findBell(page, '1 unread')).toBeVisible()
  await expect(first.getByRole('button')).toHaveCount(0)

  await page.goto('/account/notifications?kind=posts')
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(2)
  await page.getByRole('group', { name: 'Show' }).getByText('Unread only').click()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1)
  await expectAccessible('the notifications')
  await takeScreenshot('notifications')

  // An empty last page links back to the previous one, and keyboard focus stays in the list.
  await page.goto('/account/notifications?kind=posts&page=2')
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(2)
  await page.getByRole('main').getByRole('button', { name: 'Mark as Read' }).press('Enter')
  await expect(page.getByRole('main').getByRole('article').nth(1)).toBeFocused()

  const findEmailCheckbox = () => page.getByRole('group', { name: 'Decisions on my posts' }).getByLabel('Email')
  const savePromise = page.waitForResponse(
    response => response.request().method() === 'PUT' && response.url().endsWith('/notification-choices/'),
  )
  await findEmailCheckbox().click()
  await expect(findEmailCheckbox()).not.toBeChecked()
  await savePromise
  await page.reload()
  await expect(findEmailCheckbox()).not.toBeChecked()
  await page.goto('/account/notifications?kind=analysis')
  await expect(page.getByText('Nothing here yet.')).toBeVisible()
})

test('an expert sees their own statistics and the accuracy of the model', { tag: '@phone' }, async ({
  page,
  takeScreenshot,
  expectAccessible,
}) => {
  const [farmer, expert] = [await createFarmer(), await createExpert()]
  const { id } = await createPost(farmer, { title: 'Is it rust?' })
  await moderatePost(expert, id, { action: 'approve' })
  await signInByApi(page, expert)
  await page.goto('/account/figures')
  await expect(page.getByRole('heading', { name: 'Figures', level: 1 })).toBeVisible()
  await expect(findStat(page, 'Posts Moderated')).toHaveText(/1$/)
  // Of a model that another test has trained and activated, the validation accuracy is shown.
  await expect(findStat(page, /^Model: (Field|Validation) Accuracy/)).toHaveText(/\d+\.\d%$/)
  await expectNoHorizontalScroll(page)
  await expectAccessible('the dashboard of an expert')
  await takeScreenshot('dashboard-expert')
})

test('an expert decides in the inbox on a comment, and the menu counts what waits', async ({
  page,
  isMobile,
  expectAccessible,
}) => {
  const [farmer, other, expert] = [await createFarmer(), await createFarmer(), await createExpert()]
  const { id } = await createPost(farmer, { title: 'A post with a comment' })
  await moderatePost(expert, id, { action: 'approve' })
  const content = `Is it the rain? ${id}`
  await createComment(other, id, content)
  await signInByApi(page, expert)
  await page.goto('/account?kind=comment')
  if (isMobile)
    await expect(
      page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Dashboard', exact: true }),
    ).toHaveAttribute('aria-description', /^\d+\+? waiting$/)
  await page.getByRole('region', { name: 'What waits for you' }).getByRole('link', { name: content }).click()
  const comment = page.getByRole('article').filter({ hasText: content })
  await expectAccessible('a comment in the inbox')
  await comment.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByText('Comment has been approved')).toBeVisible()
  await expect(comment).toHaveCount(0)
})

for (const language of ['en', 'sw', 'lg'])
  test(`an admin sees the statistics of the site in ${language}`, { tag: language === 'en' ? [] : '@phone' }, async ({
    page,
    takeScreenshot,
    expectAccessible,
  }) => {
    await createUnverifiedExpert()
    await page.addInitScript(locale => localStorage.setItem('language', locale), language)
    await signInByApi(page, await getAdmin())
    await page.goto('/account')
    await expect(page.locator('main section[aria-label] > ul').first().locator('> li')).toHaveCount(9)
    await page.locator('summary').first().click()
    await expect(page.locator('dl > div')).toHaveCount(5)
    await expectNoHorizontalScroll(page)
    if (language === 'en') await expectAccessible('the dashboard of an admin')
    await takeScreenshot(`dashboard-admin-${language}`)
  })

for (const language of ['sw', 'lg'])
  test(`the dashboard of a farmer fits the screen in ${language}`, { tag: '@phone' }, async ({
    page,
    takeScreenshot,
  }) => {
    test.skip(!hasLeafPhotos, noLeafPhotosReason)
    const farmer = await createFarmer()
    await analyzeLeaves(farmer, 'rust')
    await page.addInitScript(locale => localStorage.setItem('language', locale), language)
    await signInByApi(page, farmer)
    await page.goto('/account')
    await page.locator('summary').first().click()
    await scrollToCharts(page)
    await expectNoHorizontalScroll(page)
    await takeScreenshot(`dashboard-farmer-${language}`)
  })
