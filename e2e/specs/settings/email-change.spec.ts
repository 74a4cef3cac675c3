import { createFarmer, signIn, signInByApi } from '../../support/accounts.ts'
import { expect, test } from '../../support/fixtures.ts'
import { extractLink, waitForEmail } from '../../support/mailbox.ts'

test('a farmer changes the email with a link to the new one, and takes the old one back with a link', async ({
  page,
  expectFailure,
  expectAccessible,
  takeScreenshot,
}) => {
  const farmer = await createFarmer()
  const newEmail = `new-${farmer.email}`
  await signInByApi(page, farmer)
  await page.goto('/account/profile#email')
  await expect(page.getByText(farmer.email, { exact: true })).toBeVisible()
  await page.getByLabel('New email').fill(newEmail)
  await page.getByRole('button', { name: 'Change email' }).click()
  await expect(page.getByText(`Open the link we sent to ${newEmail}`)).toBeVisible()
  await expectAccessible('settings with a new email that waits')
  await takeScreenshot('email-change-pending')

  await page.goto(extractLink(await waitForEmail(newEmail)).href)
  await expect(page.getByRole('heading', { name: 'Your new email' })).toBeVisible()
  await expect(page).toHaveURL('/confirm-email')
  await takeScreenshot('email-change-confirm')
  await page.getByRole('button', { name: 'Use this email' }).click()
  await expect(page.getByText(`Your email is now ${newEmail}.`)).toBeVisible()
  await page.goto('/account/profile#email')
  await expect(page.getByText(newEmail, { exact: true })).toBeVisible()

  const notice = await waitForEmail(farmer.email, 2)
  expect(notice.subject).toBe('The email of your Kutu account has changed')
  await page.goto(extractLink(notice).href)
  expectFailure(401, '/api/auth/me')
  expectFailure(401, '/api/auth/refresh-token')
  await page.getByRole('button', { name: 'Restore my old email' }).click()
  await expect(page).toHaveURL('/auth/confirm-password-reset')
  await page.getByLabel('New password').fill('Beans-5-ever!')
  await page.getByLabel('Confirm password').fill('Beans-5-ever!')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL('/auth')
  await signIn(page, { ...farmer, password: 'Beans-5-ever!' })
  await expect(page).toHaveURL('/account')
})
