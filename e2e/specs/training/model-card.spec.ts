import { readFileSync } from 'node:fs'
import { findModelDir, getShippedModelsDir } from '@kutu/vision/node/model-files'
import { createExpert, createFarmer, signInByApi } from '../../support/accounts.ts'
import { expect, expectNoHorizontalScroll, test } from '../../support/fixtures.ts'

const path = '/account/addresses/model-card'
const card = JSON.parse(readFileSync(`${await findModelDir(getShippedModelsDir(), undefined)}/card.json`, 'utf8'))
const percent = (fraction: number) => `${(fraction * 100).toFixed(1)}%`

test('an expert reads the purpose, accuracy and data sources of the model', async ({
  page,
  takeScreenshot,
  expectAccessible,
}) => {
  await signInByApi(page, await createExpert())
  await page.goto('/account')
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Model card', level: 1 })).toBeVisible()
  await expect(page.getByText(`Version ${card.version} of`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Do not use it for this' })).toBeVisible()
  const figures = page.getByRole('table', { name: 'How often it is right' })
  const field = figures.getByRole('row', { name: /^Test, in the field/ })
  const { accuracy } = card.measured.test_field
  await expect(field.getByRole('cell').first()).toContainText(percent(accuracy.share))
  await expect(field.getByRole('cell').first()).toContainText(`${percent(accuracy.low)} – ${percent(accuracy.high)}`)
  await expect(field.getByRole('cell').first()).toContainText(`of ${accuracy.n} photos`)
  await page.getByRole('heading', { name: 'Where the photos come from' }).click()
  const sources = page.getByRole('table', { name: 'Where the photos come from' })
  await expect(sources.getByRole('row')).toHaveCount(card.sources.length + 1)
  for (const { name, licence } of card.sources)
    await expect(sources.getByRole('row', { name: new RegExp(`^${name}`) }).first()).toContainText(licence)
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })
  await takeScreenshot('model-card')
  await expectAccessible('the model card')
})

for (const language of ['sw', 'lg'])
  test(`the model card fits the screen in ${language}`, async ({ page, takeScreenshot }) => {
    await page.addInitScript(locale => localStorage.setItem('language', locale), language)
    await signInByApi(page, await createExpert())
    await page.goto(path)
    await expect(page.getByText(card.version)).toBeVisible()
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
    })
    await expectNoHorizontalScroll(page)
    await takeScreenshot(`model-card-${language}`)
  })

test('a farmer has no model card', async ({ page }) => {
  await signInByApi(page, await createFarmer())
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Model card' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Model card' })).toBeHidden()
})
