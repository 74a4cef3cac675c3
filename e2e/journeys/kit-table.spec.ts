import { openGallery } from '../gallery.ts'
import { expect, test } from '../journey.ts'

let gallery: Awaited<ReturnType<typeof openGallery>>
test.beforeAll(async () => {
  test.setTimeout(180_000)
  gallery = await openGallery()
})
test.afterAll(() => gallery.close())

test.beforeEach(async ({ page }) => {
  // The shapes of rows on their way would pulse for ever.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${gallery.origin}/gallery/table`)
  await expect(page.getByRole('heading', { name: 'Gallery: table' })).toBeVisible()
})

test('a table shows its states at both widths, with nothing for axe to find', async ({
  page,
  shoot,
  expectAccessible,
}) => {
  await expect(page.getByText('No results')).toBeVisible()
  await expectAccessible('table')
  await shoot('kit-table')
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(isTooWide, 'the tables scroll sideways').toBe(false)
})

test('a column sorts from none to descending, ascending and none again, by keyboard as by hand', async ({ page }) => {
  const table = page.getByRole('table', { name: 'Fields', exact: true })
  const header = table.getByRole('columnheader', { name: 'Field' })
  const names = table.getByRole('rowheader')
  await expect(header).toHaveAttribute('aria-sort', 'none')
  await expect(names.first()).toHaveText('Field 1')
  await header.getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await expect(names.first()).toHaveText('Field 63')
  await page.keyboard.press('Enter')
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  await expect(names.nth(1)).toHaveText('Field 2')
  await page.keyboard.press('Space')
  await expect(header).toHaveAttribute('aria-sort', 'none')

  await header.getByRole('button').click()
  await table.getByRole('columnheader', { name: 'Crop' }).getByRole('button').click()
  await expect(header).toHaveAttribute('aria-sort', 'none')
  await expect(table.getByRole('columnheader', { name: 'Crop' })).toHaveAttribute('aria-sort', 'descending')
})

test('a search looks in the chosen column and says when it finds nothing', async ({ page }) => {
  const one = page.getByRole('region', { name: 'Fields', exact: true })
  const names = one.getByRole('rowheader')
  await page.clock.install()
  await page.reload()
  await expect(names).toHaveCount(20)
  await page.clock.pauseAt(Date.now() + 60_000)
  await one.getByLabel('Search', { exact: true }).fill('WHEAT')
  await page.clock.runFor(450)
  await expect(names, 'the search waits for the fingers to rest').toHaveCount(20)
  await page.clock.runFor(50)
  await expect(one.getByText('No results')).toBeVisible()
  await page.clock.resume()
  await one.getByRole('combobox', { name: 'Search by' }).click()
  await page.getByRole('option', { name: 'Crop' }).click()
  await expect(names).toHaveCount(16)
  await expect(one.getByText('1 to 16 of 16')).toBeVisible()
  await one.getByLabel('Search', { exact: true }).fill('')
  await expect(one.getByText('1 to 20 of 63')).toBeVisible()
})

test('its pages go first, back, on and last, and hold from 5 rows to all', async ({ page }) => {
  const one = page.getByRole('region', { name: 'Fields', exact: true })
  const names = one.getByRole('rowheader')
  const way = (name: string) => one.getByRole('button', { name })
  await expect(way('First page')).toBeDisabled()
  await way('Last page').press('Enter')
  await expect(one.getByText('61 to 63 of 63')).toBeVisible()
  await expect(way('Last page'), 'it leads nowhere now, and keeps the focus').toBeFocused()
  await expect(names).toHaveCount(3)
  await expect(way('Next page')).toBeDisabled()
  await way('Previous page').click()
  await expect(one.getByText('41 to 60 of 63')).toBeVisible()
  await way('First page').click()
  await way('Next page').click()
  await expect(one.getByText('21 to 40 of 63')).toBeVisible()

  const size = one.getByRole('combobox', { name: 'Rows per page' })
  await size.click()
  await expect(page.getByRole('option')).toHaveText(['All', '5', '10', '20', '50', '100', '200'])
  await page.getByRole('option', { name: 'All' }).click()
  await expect(names).toHaveCount(63)
  await expect(one.getByText('1 to 63 of 63')).toBeVisible()
})

test('rows are chosen one by one or all of a page, and what is chosen stays over pages', async ({ page }) => {
  const one = page.getByRole('region', { name: 'Fields', exact: true })
  const all = one.getByRole('checkbox', { name: 'Select all on this page' })
  await one.getByRole('checkbox', { name: 'Select Field 3', exact: true }).check()
  await expect(one.getByText('1 row selected')).toBeVisible()
  await expect(all).not.toBeChecked()
  expect(await all.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
  await all.check()
  await expect(one.getByText('20 rows selected')).toBeVisible()
  await one.getByRole('button', { name: 'Next page' }).click()
  await expect(all).not.toBeChecked()
  await all.check()
  await expect(one.getByText('40 rows selected')).toBeVisible()
  await expect(one.getByRole('button', { name: 'Print' })).toBeVisible()
})

test('pages from the server are asked for, and their order too', async ({ page }) => {
  const one = page.getByRole('region', { name: 'Fields from the server' })
  await expect(one.getByText('11 to 20 of 63')).toBeVisible()
  await one.getByRole('button', { name: 'Next page' }).click()
  await expect(one.getByText('21 to 30 of 63')).toBeVisible()
  await expect(one.getByRole('rowheader').first()).toHaveText('Field 21')
  await one.getByRole('columnheader', { name: 'Acres' }).getByRole('button').click()
  await expect(one.getByText('1 to 10 of 63')).toBeVisible()
})
