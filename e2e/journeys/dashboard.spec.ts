import type { Locator, Page } from '@playwright/test'
import { analyse } from '../analyses.ts'
import { ask, moderate } from '../board.ts'
import { expect, test } from '../journey.ts'
import { hasLeaves, withoutLeaves } from '../leaves.ts'
import { newAdmin, newExpert, newFarmer, newWaitingExpert, openSession } from '../people.ts'

const figure = (page: Page, name: string) => page.locator('dl > div', { hasText: name }).getByRole('definition')
const bell = (page: Page, unread: string) => page.getByRole('link', { name: `Notifications, ${unread}` })
const card = (page: Page) => page.getByRole('region', { name: 'Notifications' }).first()

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

/** Whether what is said to screen readers alone scrolls with the strip; else it lies under the page and lengthens it. */
const scrollsInItself = (strip: Element) =>
  [...strip.querySelectorAll<HTMLElement>('.sr-only')].every(each => strip.contains(each.offsetParent))

/** Which of the three classes' colours are drawn below the legend. */
const coloursIn = (chart: Locator) =>
  chart.evaluate(canvas => {
    if (!(canvas instanceof HTMLCanvasElement)) return []
    const top = Math.round(canvas.height * 0.22)
    const { data } = canvas.getContext('2d')?.getImageData(0, top, canvas.width, canvas.height - top) ?? { data: [] }
    const colours = { red: [179, 64, 26], green: [27, 107, 58], blue: [29, 95, 191] }
    const has = ([r, g, b]: number[]) => {
      for (let at = 0; at < data.length; at += 4)
        if ([r, g, b].every((part = 0, i) => Math.abs((data[at + i] ?? 0) - part) < 12)) return true
      return false
    }
    return Object.entries(colours).flatMap(([name, colour]) => (has(colour) ? [name] : []))
  })

/** The charts are drawn for who comes near them. */
const scrollToCharts = (page: Page) =>
  page
    .getByRole('heading', { name: /Image Analysis Outcomes|Matokeo ya Uchambuzi|Ebivudde mu/ })
    .scrollIntoViewIfNeeded()

/** Keeps what is written onto drawings, for a tooltip is nothing but that. To be called before the page is opened. */
const keepWritten = (page: Page) =>
  page.addInitScript(() => {
    const written: string[] = []
    Object.assign(window, { written })
    const { fillText } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      written.push(text)
      return fillText.call(this, text, ...place)
    }
  })

/** What is newly written after a touch, or under a mouse, amid what a chart shows in red. */
async function writtenAtRed(page: Page, chart: Locator, hasTouch: boolean): Promise<string[]> {
  await chart.scrollIntoViewIfNeeded()
  const place = await chart.evaluate(canvas => {
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
    const middle = (of: 'x' | 'y') => red.reduce((sum, point) => sum + point[of], 0) / red.length
    const scale = canvas.clientWidth / canvas.width
    return { x: middle('x') * scale, y: middle('y') * scale }
  })
  await page.evaluate(() => {
    ;(window as unknown as { written: string[] }).written.length = 0
  })
  if (hasTouch) await chart.tap({ position: place ?? { x: 0, y: 0 }, force: true })
  else await chart.hover({ position: place ?? { x: 0, y: 0 }, force: true })
  const written = () => page.evaluate(() => (window as unknown as { written: string[] }).written)
  // A chart writes with the browser's next picture.
  await expect.poll(written).not.toEqual([])
  return written()
}

test('a farmer reads ten figures of their own, sees them drawn, and reads the drawings as tables', async ({
  page,
  hasTouch,
  shoot,
  expectAccessible,
}) => {
  test.skip(!hasLeaves, withoutLeaves)
  const farmer = await newFarmer()
  await analyse(farmer, 'rust', 'otherRust', 'healthy', 'otherDisease')
  await ask(farmer, { title: 'Brown powder' })
  await openSession(page, farmer)
  await keepWritten(page)
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Farmer Dashboard', level: 1 })).toBeVisible()
  await expect(page.locator('dl > div')).toHaveCount(10)
  await expect(figure(page, 'Total Images Analyzed')).toHaveText('4')
  await expect(figure(page, 'Rust/Disease Posts')).toHaveText('1')
  await expect(figure(page, 'Bookings Confirmed')).toHaveText('0')
  await expect(card(page).getByRole('article')).toHaveCount(4)
  expect(await card(page).getByRole('region').evaluate(scrollsInItself)).toBe(true)

  const charts = page.locator('canvas')
  await scrollToCharts(page)
  await expect(charts).toHaveCount(2)
  for (const chart of await charts.all()) expect((await chart.boundingBox())?.height).toBeCloseTo(256, 0)
  for (const chart of await charts.all()) await expect.poll(() => coloursIn(chart)).toEqual(['red', 'green', 'blue'])
  await expect(page.getByRole('table', { name: 'Image Analysis Outcomes' })).toHaveCount(1)
  await expectNoSidewaysScroll(page)
  await expectAccessible('the dashboard of a farmer')
  await shoot('dashboard-farmer')
  expect(await writtenAtRed(page, charts.first(), hasTouch)).toContain('Common Rust: 2 (50%)')
  await shoot('dashboard-tooltip')
  const month = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric' }).format(new Date())
  const ofMonth = await writtenAtRed(page, charts.last(), hasTouch)
  expect(ofMonth).toEqual(expect.arrayContaining([month, 'Common Rust: 2', 'Healthy: 1', 'Other Diseases: 1']))
  await shoot('dashboard-tooltip-months')

  await page.getByRole('button', { name: 'Show as table' }).first().click()
  await expect(charts).toHaveCount(1)
  await page.getByRole('button', { name: 'Show as table' }).click()
  await expect(charts).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Monthly Image Analysis' }).getByRole('row')).toHaveCount(13)
  await expectNoSidewaysScroll(page)
  await expectAccessible('the tables of the dashboard')
  await shoot('dashboard-tables')
})

test('each quick link leads to a screen there is', async ({ page }) => {
  await openSession(page, await newFarmer())
  const ways = {
    'Upload Image': 'Upload Image',
    'Book Expert Slot': 'Slots',
    'Make a Post': 'Make Post',
    'View Posts': 'Make Post',
  }
  for (const [link, title] of Object.entries(ways)) {
    await page.goto('/account')
    await page.getByRole('navigation', { name: 'Quick links' }).getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  }
})

test('news shows on the bell and the dashboard without loading anything anew, and is marked as read', async ({
  page,
  shoot,
  expectAccessible,
}) => {
  const [farmer, expert] = [await newFarmer(), await newExpert()]
  await openSession(page, farmer)
  const open = page.waitForResponse(response => response.url().endsWith('/api/notifications/stream'))
  await page.goto('/account')
  await expect(card(page).getByText('No notifications')).toBeVisible()
  await open
  for (const [title, unread] of [
    ['Spots on my maize', '1 unread'],
    ['Dust on my wheat', '2 unread'],
  ] as const) {
    const { id } = await ask(farmer, { title })
    await moderate(expert, id, { action: 'approve' })
    await expect(bell(page, unread)).toBeVisible()
    await expect(card(page).getByText(`“${title}”`)).toBeVisible()
  }
  await expect(figure(page, 'Rust/Disease Posts')).toHaveText('2')
  await expect(card(page).getByRole('region')).toHaveCSS('max-height', '300px')
  await expect(card(page)).toContainText('2 unread')
  const first = card(page).getByRole('article').first()
  await expect(first).toContainText(/\d{4}, \d{2}:\d{2} EAT/)
  await expect(first.locator('svg').first()).toBeVisible()
  await expectAccessible('the dashboard with news')
  await shoot('dashboard-news')
  await card(page).getByRole('button', { name: 'Mark as Read' }).first().click()
  await expect(page.getByText('Notification marked as read')).toBeVisible()
  await expect(bell(page, '1 unread')).toBeVisible()
  await expect(first.getByRole('button')).toHaveCount(0)

  await page.goto('/account/notifications?kind=posts')
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(2)
  await page.getByRole('group', { name: 'Show' }).getByText('Unread only').click()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1)
  await expectAccessible('the notifications')
  await shoot('notifications')

  // A page that has emptied, as when its last one is read, leads back; and who reads by keyboard keeps the place.
  await page.goto('/account/notifications?kind=posts&page=2')
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(2)
  await page.getByRole('main').getByRole('button', { name: 'Mark as Read' }).press('Enter')
  await expect(page.getByRole('main').getByRole('article').nth(1)).toBeFocused()

  const letters = () => page.getByRole('group', { name: 'Decisions on my posts' }).getByLabel('Email')
  const kept = page.waitForResponse(response => response.request().method() === 'PUT' && response.ok())
  await letters().uncheck()
  await kept
  await page.reload()
  await expect(letters()).not.toBeChecked()
  await page.goto('/account/notifications?kind=analysis')
  await expect(page.getByText('Nothing of this kind has come yet.')).toBeVisible()
})

test('an expert reads what the expert has done, and how good the model is', async ({
  page,
  shoot,
  expectAccessible,
}) => {
  const [farmer, expert] = [await newFarmer(), await newExpert()]
  if (hasLeaves) await analyse(farmer, 'rust', 'healthy')
  const { id } = await ask(farmer, { title: 'Is it rust?' })
  await moderate(expert, id, { action: 'approve' })
  await openSession(page, expert)
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Expert Dashboard', level: 1 })).toBeVisible()
  await expect(figure(page, 'Posts Moderated')).toHaveText(/1$/)
  await expect(figure(page, 'Model: Right in the Field')).toHaveText(/\d+\.\d%$/)
  if (hasLeaves) {
    await scrollToCharts(page)
    await expect(page.locator('canvas')).toHaveCount(2)
  }
  await expectNoSidewaysScroll(page)
  await expectAccessible('the dashboard of an expert')
  await shoot('dashboard-expert')
})

for (const language of ['en', 'sw', 'lg'])
  test(`an admin reads what the place holds, in ${language}`, async ({ page, shoot, expectAccessible }) => {
    await newWaitingExpert()
    await page.addInitScript(chosen => localStorage.setItem('language', chosen), language)
    await openSession(page, await newAdmin())
    await page.goto('/account')
    await expect(page.locator('dl > div')).toHaveCount(6)
    await expect(page.locator('dl a').first()).toHaveText(/[1-9]\d*$/)
    await expectNoSidewaysScroll(page)
    await expectAccessible(`the dashboard of an admin in ${language}`)
    await shoot(`dashboard-admin-${language}`)
  })

for (const language of ['sw', 'lg'])
  test(`the dashboard of a farmer fits its screen in ${language}`, async ({ page, shoot, expectAccessible }) => {
    test.skip(!hasLeaves, withoutLeaves)
    const farmer = await newFarmer()
    await analyse(farmer, 'rust')
    await page.addInitScript(chosen => localStorage.setItem('language', chosen), language)
    await openSession(page, farmer)
    await page.goto('/account')
    await scrollToCharts(page)
    await expect(page.locator('canvas')).toHaveCount(2)
    await expectNoSidewaysScroll(page)
    await expectAccessible(`the dashboard in ${language}`)
    await shoot(`dashboard-farmer-${language}`)
  })
