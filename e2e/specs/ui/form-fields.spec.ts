import { expect, expectNoHorizontalScroll, test } from '../../support/fixtures.ts'
import { startGallery } from '../../support/ui-gallery.ts'

let gallery: Awaited<ReturnType<typeof startGallery>>
test.beforeAll(async () => {
  test.setTimeout(180_000)
  gallery = await startGallery()
})
test.afterAll(() => gallery.close())

test.beforeEach(async ({ page }) => {
  await page.clock.install()
})

const openPiece = (page: import('@playwright/test').Page, piece: string) =>
  Promise.all([
    page.goto(`${gallery.origin}/gallery/${piece}`),
    page.getByRole('heading', { name: `Gallery: ${piece}` }).waitFor(),
  ])

test('axe finds nothing on the states of the fields and tables', async ({ page, takeScreenshot, expectAccessible }) => {
  for (const piece of ['phone', 'code', 'password', 'select', 'dropzone', 'table']) {
    await openPiece(page, piece)
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expectAccessible(piece)
    await expectNoHorizontalScroll(page, piece)
    await takeScreenshot(`kit-${piece}`)
  }
})

test('the list of countries is 250 wide with items of 38, and tolerates typos', async ({ page, takeScreenshot }) => {
  await openPiece(page, 'phone')
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Phone of Uganda' }) })
  const button = section.getByRole('button', { name: /Country code/ })
  expect((await button.boundingBox())?.width).toBeLessThanOrEqual(9 * 17)
  await button.click()
  const search = page.getByRole('combobox', { name: 'Search the country' })
  const options = page.getByRole('option')
  await expect(options.nth(0)).toHaveText(/Uganda/)
  await expect(options.nth(1)).toHaveText(/Kenya/)
  expect((await search.locator('..').boundingBox())?.width).toBe(250)
  expect((await options.nth(5).boundingBox())?.height).toBe(38)
  expect((await page.getByRole('listbox').boundingBox())?.height).toBe(240)
  await takeScreenshot('kit-phone-countries')
  await search.fill('keniya')
  await expect(options.first()).toHaveText(/Kenya/)
  await search.fill('uxyzda')
  await expect(page.getByText('No country of that name')).toBeVisible()
  await search.fill('rwanda')
  await search.press('Enter')
  await expect(section.getByRole('button', { name: 'Country code: Rwanda +250' })).toBeFocused()
})

test('a select is at most 240 tall, and typed letters expire after 350 ms', async ({ page }) => {
  await openPiece(page, 'select')
  const select = page.getByRole('combobox', { name: 'Crop', exact: true })
  await page.clock.pauseAt(Date.now() + 60_000)
  await select.press('ArrowDown')
  expect((await page.getByRole('listbox').boundingBox())?.height).toBe(240)
  await page.keyboard.press('m')
  await page.clock.runFor(300)
  await page.keyboard.type('ung b')
  await expect(page.getByRole('listbox'), 'a space within a name selects nothing').toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('Select')).toHaveText('MUNG BEANS')
  await expect(select).toBeFocused()
  await page.keyboard.press('c')
  await page.clock.runFor(400)
  await page.keyboard.press('b')
  await expect(page.getByTestId('Select')).toHaveText('BEANS')
  await page.clock.runFor(400)
  await page.keyboard.type('mung b')
  await expect(page.getByTestId('Select')).toHaveText('MUNG BEANS')
  await expect(page.getByRole('listbox'), 'a space does not open the list').toHaveCount(0)
  await page.clock.runFor(400)
  // The list closes and the focus stays on the field for every way of choosing.
  await select.press('ArrowUp')
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await expect(select).toBeFocused()
  await expect(page.getByTestId('Select')).toHaveText('MAIZE')
  await select.click()
  await page.getByRole('option', { name: 'Beans', exact: true }).click()
  await expect(select).toBeFocused()
})

test('a toast is shown at the top right, green or red, until it is closed', async ({ page }) => {
  await openPiece(page, 'messages')
  const region = page.getByRole('region', { name: 'Messages' })
  const variants = { Success: ['status', 'rgb(24, 95, 51)'], Error: ['alert', 'rgb(147, 51, 15)'] } as const
  for (const [name, [role, color]] of Object.entries(variants)) {
    await page.getByRole('button', { name, exact: true }).click()
    const notice = region.getByRole(role)
    await expect(notice).toHaveCSS('background-color', color)
    const { x = 0, y = 0, width = 0 } = (await notice.boundingBox()) ?? {}
    expect(y).toBeLessThanOrEqual(16)
    expect((page.viewportSize()?.width ?? 0) - x - width).toBeLessThanOrEqual(16)
    await notice.getByRole('button', { name: 'Close' }).click()
    await expect(notice).toHaveCount(0)
  }
})
