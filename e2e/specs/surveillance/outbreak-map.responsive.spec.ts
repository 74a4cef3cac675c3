import { createExpert, signInByApi } from '../../support/accounts.ts'
import { expect, expectNoHorizontalScroll, test } from '../../support/fixtures.ts'
import { countPrintedPages } from '../../support/paper.ts'
import { storeYearOfCounts } from '../../support/year-of-counts.ts'

test('a visitor reads the map of a country, and the address keeps the choice', async ({
  page,
  expectAccessible,
  takeScreenshot,
}) => {
  await page.goto('/map')
  await expect(page.getByRole('heading', { name: 'Where disease is seen', level: 1 })).toBeVisible()
  await expect(page.getByRole('img', { name: /Uganda/ })).toBeVisible()
  await page.getByText('Another crop, disease or country').click()
  await page.getByRole('combobox', { name: 'Country' }).click()
  // No other test stores counts of this country.
  await page.getByRole('option', { name: 'Ethiopia' }).click()
  await expect(page.getByRole('img', { name: /Ethiopia/ })).toBeVisible()
  await expect(page.getByText('Few reports or none this week')).toBeVisible()
  await expectAccessible('The public map')
  await takeScreenshot('public-map')
  await page.reload()
  await expect(page.getByRole('img', { name: /Ethiopia/ })).toBeVisible()
})

test('an expert opens the map and downloads the weeks as CSV', { tag: '@phone' }, async ({
  page,
  expectAccessible,
}) => {
  await signInByApi(page, await createExpert())
  await page.goto('/account/outbreaks')
  await expect(page.getByRole('img', { name: /Uganda/ })).toBeVisible()
  await expectAccessible('The map of experts')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
})

test('a link to the map in another language opens in it, and a crawler without scripts can read it', {
  tag: '@phone',
}, async ({ page, browser, takeScreenshot }) => {
  await page.goto('/map?lang=sw')
  await expect(page.getByRole('heading', { name: 'Ugonjwa unakoonekana', level: 1 })).toBeVisible()
  await expect(page.getByText('Zao, ugonjwa au nchi nyingine')).toBeVisible()
  await expectNoHorizontalScroll(page)
  await takeScreenshot('public-map-sw')
  await page.goto('/map?lang=lg')
  await expect(page.getByRole('heading', { name: 'Obulwadde gye bulabika', level: 1 })).toBeVisible()
  await expectNoHorizontalScroll(page)
  const reader = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await reader.goto('/map')
  await expect(reader).toHaveTitle('Map of crop diseases in East Africa · Kutu')
  await expect(reader.getByRole('heading', { name: 'Map of crop diseases in East Africa' })).toBeVisible()
  await expect(reader.getByRole('link', { name: 'Kiswahili' })).toHaveAttribute('href', /\/map\?lang=sw$/)
  await reader.close()
})

test(
  'the week is chosen with the keyboard, and the map is printed with its table and without controls',
  { tag: '@phone' },
  async ({ page, takeScreenshot }, { project }) => {
    await storeYearOfCounts()
    await page.goto('/map?country=RW')
    await expect(page.getByRole('img', { name: /Rwanda/ })).toBeVisible()
    const slider = page.getByRole('slider')
    const last = (await slider.getAttribute('aria-valuetext')) ?? ''
    await slider.focus()
    await page.keyboard.press('ArrowLeft')
    await expect(slider).not.toHaveAttribute('aria-valuetext', last)
    await page.keyboard.press('End')
    await expect(slider).toHaveAttribute('aria-valuetext', last)
    await expect(page.getByText(/is seen near .*Musanze/)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1800)
    await takeScreenshot('public-map-filled')
    await page.getByText('Figures').click()
    await expect(page.getByRole('rowheader', { name: 'Musanze' })).toBeVisible()
    await expectNoHorizontalScroll(page)
    await page.getByText('Figures').click()
    await page.emulateMedia({ media: 'print' })
    await expect(slider).toBeHidden()
    await expect(page.getByRole('combobox')).toHaveCount(0)
    await expect(page.getByRole('img', { name: /Rwanda/ })).toBeVisible()
    await expect(page.getByText(`Common rust of maize, Rwanda, ${last}`)).toBeVisible()
    // A table at any width, with headers in a group that is repeated on each sheet.
    const table = page.getByRole('table', { name: 'Districts with reports' })
    await expect(table).toHaveCSS('display', 'table')
    await expect(table.locator('thead')).toHaveCSS('display', 'table-header-group')
    await expect(table.locator('tbody tr').first()).toHaveCSS('display', 'table-row')
    await expect(table.getByRole('columnheader', { name: 'Confirmed' })).toBeVisible()
    await page.emulateMedia({ media: null })
    expect([1, 2]).toContain(await countPrintedPages(page, project.name, 'public-map'))
  },
)
