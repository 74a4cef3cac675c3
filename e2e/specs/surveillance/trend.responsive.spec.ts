import { createExpert, signInByApi } from '../../support/accounts.ts'
import { expect, expectNoHorizontalScroll, test } from '../../support/fixtures.ts'
import { countPrintedPages } from '../../support/paper.ts'
import { storeYearOfCounts } from '../../support/year-of-counts.ts'

test.beforeAll(storeYearOfCounts)

test('an expert follows a disease through the year, in a country and a district, with the filters of the map', async ({
  page,
  expectAccessible,
  takeScreenshot,
}) => {
  await signInByApi(page, await createExpert())
  await page.goto('/account/outbreaks?country=RW&crop=maize&disease=common_rust')
  await expect(page.getByRole('img', { name: /Rwanda/ })).toBeVisible()
  await takeScreenshot('outbreak-map-filled')
  await expect(page.getByRole('rowheader', { name: 'Musanze' })).toBeVisible()
  await page.getByRole('link', { name: 'Trend', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Common rust of maize, Rwanda' })).toBeVisible()
  // The chart is loaded when it comes into view.
  await page.getByRole('button', { name: 'Show as table' }).scrollIntoViewIfNeeded()
  await expect(page.locator('canvas')).toBeVisible()
  await takeScreenshot('trend-country')
  await page.getByRole('combobox', { name: 'District' }).click()
  await page.getByRole('option', { name: 'Musanze' }).click()
  await expect(page.getByRole('heading', { name: 'Common rust of maize, Musanze' })).toBeVisible()
  // While it loads, the trend of the country is dimmed.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expectAccessible('The trend of a district')
  await expectNoHorizontalScroll(page)
  await takeScreenshot('trend-district')
  // The table is reached and opened by keyboard.
  await page.getByRole('button', { name: 'Show as table' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table', { name: 'All weeks, newest first' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(54)
  await expectAccessible('The trend as a table')
  await expectNoHorizontalScroll(page)
  await takeScreenshot('trend-table')
  await page.getByRole('link', { name: 'Map', exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'Country' })).toContainText('Rwanda')
})

test(
  'a year of a trend is printed on two pages at most: chart, table and what they mean',
  { tag: '@phone' },
  async ({ page }, { project }) => {
    await signInByApi(page, await createExpert())
    await page.goto('/account/outbreaks/trend?country=RW&crop=maize&disease=common_rust')
    // It is there without scrolling, so that it is printed.
    await expect(page.locator('canvas')).toBeAttached()
    expect([1, 2]).toContain(await countPrintedPages(page, project.name, 'trend'))
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('combobox')).toHaveCount(0)
    const table = page.getByRole('table', { name: 'All weeks, newest first' })
    await expect(table.getByRole('row')).toHaveCount(54)
    await expect(table.getByRole('columnheader', { name: /Share/ })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'How to read this' })).toBeVisible()
  },
)

test('a trend without figures says so', { tag: '@phone' }, async ({ page, expectAccessible, takeScreenshot }) => {
  await signInByApi(page, await createExpert())
  await page.goto('/account/outbreaks/trend?country=BI&crop=rice')
  await expect(page.getByText('Too few farmers to show a trend')).toBeVisible()
  await expectAccessible('A trend without figures')
  await takeScreenshot('trend-empty')
})
