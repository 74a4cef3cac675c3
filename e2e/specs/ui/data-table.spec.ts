import { expect, expectNoHorizontalScroll, test } from '../../support/fixtures.ts'
import { startGallery } from '../../support/ui-gallery.ts'

let gallery: Awaited<ReturnType<typeof startGallery>>
test.beforeAll(async () => {
  test.setTimeout(180_000)
  gallery = await startGallery()
})
test.afterAll(() => gallery.close())

test.beforeEach(async ({ page }) => {
  // Skeleton rows would otherwise pulse forever.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${gallery.origin}/gallery/table`)
  await expect(page.getByRole('heading', { name: 'Gallery: table' })).toBeVisible()
})

test('a table shows its states at both widths, with nothing for axe to find', async ({
  page,
  takeScreenshot,
  expectAccessible,
}) => {
  await expect(page.getByText('No results')).toBeVisible()
  await expectAccessible('table')
  await takeScreenshot('kit-table')
  await expectNoHorizontalScroll(page, 'the tables')
})

test('a column sorts from none to descending, ascending and none again, by keyboard and mouse', async ({ page }) => {
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

test('a search filters by the selected column and says when it finds nothing', async ({ page }) => {
  const section = page.getByRole('region', { name: 'Fields', exact: true })
  const names = section.getByRole('rowheader')
  await page.clock.install()
  await page.reload()
  await expect(names).toHaveCount(20)
  await page.clock.pauseAt(Date.now() + 60_000)
  await section.getByLabel('Search', { exact: true }).fill('WHEAT')
  await page.clock.runFor(450)
  await expect(names, 'the search waits for the fingers to rest').toHaveCount(20)
  await page.clock.runFor(50)
  await expect(section.getByText('No results')).toBeVisible()
  await page.clock.resume()
  await section.getByRole('combobox', { name: 'Search by' }).click()
  await page.getByRole('option', { name: 'Crop' }).click()
  await expect(names).toHaveCount(16)
  await expect(section.getByText('1 to 16 of 16')).toBeVisible()
  await section.getByLabel('Search', { exact: true }).fill('')
  await expect(section.getByText('1 to 20 of 63')).toBeVisible()
})

test('pagination goes to the first, previous, next and last page, with page sizes from 5 to all', async ({ page }) => {
  const section = page.getByRole('region', { name: 'Fields', exact: true })
  const names = section.getByRole('rowheader')
  const findButton = (name: string) => section.getByRole('button', { name })
  await expect(findButton('First page')).toBeDisabled()
  await findButton('Last page').press('Enter')
  await expect(section.getByText('61 to 63 of 63')).toBeVisible()
  await expect(findButton('Last page'), 'it leads nowhere now, and keeps the focus').toBeFocused()
  await expect(names).toHaveCount(3)
  await expect(findButton('Next page')).toBeDisabled()
  await findButton('Previous page').click()
  await expect(section.getByText('41 to 60 of 63')).toBeVisible()
  await findButton('First page').click()
  await findButton('Next page').click()
  await expect(section.getByText('21 to 40 of 63')).toBeVisible()

  const size = section.getByRole('combobox', { name: 'Rows per page' })
  await size.click()
  await expect(page.getByRole('option')).toHaveText(['All', '5', '10', '20', '50', '100', '200'])
  await page.getByRole('option', { name: 'All' }).click()
  await expect(names).toHaveCount(63)
  await expect(section.getByText('1 to 63 of 63')).toBeVisible()
})

test('rows are selected one by one or per page, and the selection is kept across pages', async ({ page }) => {
  const section = page.getByRole('region', { name: 'Fields', exact: true })
  const selectAll = section.getByRole('checkbox', { name: 'Select all on this page' })
  await section.getByRole('checkbox', { name: 'Select Field 3', exact: true }).check()
  await expect(section.getByText('1 row selected')).toBeVisible()
  await expect(selectAll).not.toBeChecked()
  expect(await selectAll.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
  await selectAll.check()
  await expect(section.getByText('20 rows selected')).toBeVisible()
  await section.getByRole('button', { name: 'Next page' }).click()
  await expect(selectAll).not.toBeChecked()
  await selectAll.check()
  await expect(section.getByText('40 rows selected')).toBeVisible()
  await expect(section.getByRole('button', { name: 'Print' })).toBeVisible()
})

test('server-side pages and sorting are requested from the server', async ({ page }) => {
  const section = page.getByRole('region', { name: 'Fields from the server' })
  await expect(section.getByText('11 to 20 of 63')).toBeVisible()
  await section.getByRole('button', { name: 'Next page' }).click()
  await expect(section.getByText('21 to 30 of 63')).toBeVisible()
  await expect(section.getByRole('rowheader').first()).toHaveText('Field 21')
  await section.getByRole('columnheader', { name: 'Acres' }).getByRole('button').click()
  await expect(section.getByText('1 to 10 of 63')).toBeVisible()
})
