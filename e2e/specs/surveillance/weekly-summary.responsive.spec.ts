import { createExpert, requestAs, signInByApi } from '../../support/accounts.ts'
import { expect, expectNoHorizontalScroll, test } from '../../support/fixtures.ts'
import { countPrintedPages } from '../../support/paper.ts'
import { storeYearOfCounts } from '../../support/year-of-counts.ts'

test.beforeAll(storeYearOfCounts)

test('an expert reads the summary of the last week, goes back a week, and prints it on two pages at most', async ({
  page,
  expectAccessible,
  takeScreenshot,
}, { project }) => {
  const expert = await createExpert()
  await requestAs(expert, 'PUT', '/api/surveillance/expert-country/', { country: 'RW' })
  await signInByApi(page, expert)
  await page.goto('/account/outbreaks?country=RW')
  await page.getByRole('link', { name: 'Weekly summary' }).click()
  await expect(page.getByRole('heading', { name: 'Weekly summary: Rwanda', level: 1 })).toBeVisible()
  await expect(
    page.getByRole('table', { name: 'Reports' }).getByRole('rowheader', { name: 'Common rust of maize' }),
  ).toBeVisible()
  await expect(page.getByRole('table', { name: 'Largest rises' })).toBeVisible()
  await expectAccessible('The weekly summary')
  await expectNoHorizontalScroll(page)
  await takeScreenshot('weekly-summary')
  expect([1, 2]).toContain(await countPrintedPages(page, project.name, 'weekly-summary'))
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await page.emulateMedia({ media: null })
  const period = page.getByText(/^\d+ \w+ 2026 to/)
  const last = await period.textContent()
  await page.getByRole('button', { name: 'Week before' }).click()
  await expect(period).not.toHaveText(last ?? '')
  await page.getByRole('combobox', { name: 'Country' }).click()
  await page.getByRole('option', { name: 'Burundi' }).click()
  await expect(page.getByText('Few reports or none this week.')).toBeVisible()
  await expectAccessible('A weekly summary without reports')
  await takeScreenshot('weekly-summary-empty')
})
