import { createFarmer, signIn } from '../../support/accounts.ts'
import { expect, test } from '../../support/fixtures.ts'

test('the language changes immediately, is remembered, and the server answers in it', async ({
  page,
  expectFailure,
  takeScreenshot,
}) => {
  await page.goto('/auth')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.getByRole('button', { name: 'Language: English' }).click()
  await page.getByRole('button', { name: 'Kiswahili' }).click()
  await expect(page.getByRole('heading', { name: 'Ingia' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
  await takeScreenshot('login-sw')

  expectFailure(401, '/api/auth/login/')
  await page.getByLabel('Barua pepe').fill('mtu@kutu.example')
  await page.getByLabel('Nenosiri', { exact: true }).fill('si sahihi')
  await page.getByRole('button', { name: 'Ingia', exact: true }).click()
  await expect(page.getByText('Barua pepe au nenosiri si sahihi.')).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Lugha: Kiswahili' }).click()
  await page.getByRole('button', { name: 'Luganda' }).click()
  await expect(page.getByRole('heading', { name: 'Yingira' })).toBeVisible()
  await page.getByRole('link', { name: 'Weewandiise ng’omulimi' }).click()
  await expect(page.getByText('Eŋŋaano')).toBeVisible()
  await takeScreenshot('signup-lg')
})

test('signing out keeps the language of the device', async ({ page }) => {
  const farmer = await createFarmer()
  await page.goto('/auth')
  await signIn(page, farmer)
  await expect(page).toHaveURL('/account')
  await page.evaluate(() => localStorage.setItem('language', 'sw'))
  await page.goto('/account/profile')
  await expect(page.getByRole('heading', { name: 'Wasifu' })).toBeVisible()
  const more = page.getByRole('button', { name: 'Zaidi' })
  if (await more.isVisible()) await more.click()
  await page.getByRole('button', { name: 'Toka' }).click()
  await expect(page.getByRole('heading', { name: 'Ingia' })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['language'])
})
