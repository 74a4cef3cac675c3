import { createExpert, signInByApi } from '../../support/accounts.ts'
import { expect, test } from '../../support/fixtures.ts'

test('a visitor reads the map of a country, and the address keeps the choice', async ({
  page,
  expectAccessible,
  takeScreenshot,
}) => {
  await page.goto('/map')
  await expect(page.getByRole('heading', { name: 'Where disease is seen', level: 1 })).toBeVisible()
  await expect(page.getByRole('img', { name: /Uganda/ })).toBeVisible()
  await page.getByRole('combobox', { name: 'Country' }).click()
  await page.getByRole('option', { name: 'Kenya' }).click()
  await expect(page.getByRole('img', { name: /Kenya/ })).toBeVisible()
  await expect(page.getByText('Few reports or none this week')).toBeVisible()
  await expectAccessible('The public map')
  await takeScreenshot('public-map')
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Country' })).toContainText('Kenya')
})

test('an expert opens the map and downloads the weeks as CSV', async ({ page, expectAccessible }) => {
  await signInByApi(page, await createExpert())
  await page.goto('/account/outbreaks')
  await expect(page.getByRole('img', { name: /Uganda/ })).toBeVisible()
  await expectAccessible('The map of experts')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  const map = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as GeoJSON' }).click()
  expect((await map).suggestedFilename()).toMatch(/\.geojson$/)
})
