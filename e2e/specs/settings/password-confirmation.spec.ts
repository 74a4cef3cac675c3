import { createFarmer, signInByApi } from '../../support/accounts.ts'
import { expect, test } from '../../support/fixtures.ts'

test('a farmer types in the password again before the data export, which then starts by itself', async ({
  page,
  expectFailure,
  takeScreenshot,
}) => {
  const farmer = await createFarmer()
  await signInByApi(page, farmer)
  await page.goto('/account/profile#data')
  // As the server replies a quarter of an hour after the sign-in.
  let isConfirmed = false
  await page.route('**/api/account/export/', async route => {
    if (route.request().method() !== 'POST' || isConfirmed) return route.continue()
    isConfirmed = true
    const reply = { error: 'password_confirmation_required', message: 'Please confirm your password first.' }
    return route.fulfill({ status: 403, json: { status: 403, ...reply } })
  })
  expectFailure(403, '/api/account/export/')
  await page.getByRole('button', { name: 'Prepare my data' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  const password = dialog.getByLabel('Your password')
  await expect(password).toBeFocused()
  expectFailure(400, '/api/auth/confirm-password')
  await password.fill('Beans-6-ever!')
  await password.press('Enter')
  await expect(password).toHaveAccessibleDescription('Wrong password.')
  await takeScreenshot('password-confirmation')
  await password.fill(farmer.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/Your file is (being prepared|ready)/)).toBeVisible()
})
