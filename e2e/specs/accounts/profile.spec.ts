import sharp from 'sharp'
import { createFarmer, signIn, signInByApi } from '../../support/accounts.ts'
import { expect, test } from '../../support/fixtures.ts'

test('a farmer completes the profile and sees it in the summary', async ({
  page,
  takeScreenshot,
  expectAccessible,
}) => {
  const farmer = await createFarmer()
  await page.goto('/account/profile')
  await signIn(page, farmer)
  await expect(page.getByRole('tab', { name: 'Complete Profile' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tab', { name: 'Change Password' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Complete Profile' }).click()
  await expect(page.getByLabel('First name')).toBeFocused()
  await expect(page.getByLabel('First name')).toHaveAccessibleDescription('Fill in this field.')
  await takeScreenshot('profile-missing')
  await expectAccessible('complete profile')

  await page.getByLabel('First name').fill('Akello')
  await page.getByLabel('Last name').fill('Nafula')
  await page.getByRole('combobox', { name: 'Gender' }).click()
  await page.getByRole('option', { name: 'Female' }).click()
  await page.getByLabel('Date of birth').fill('1990-04-12')
  await page.getByRole('combobox', { name: 'Nationality' }).click()
  await page.getByRole('option', { name: 'Uganda', exact: true }).click()
  await page.getByLabel('ID number').fill('CF90012345')
  await page.getByRole('combobox', { name: 'Customer type' }).click()
  await page.getByRole('option', { name: 'Individual farmer' }).click()
  await page.getByLabel('Occupation').fill('Farmer')
  await page.getByLabel('Organisation name').fill('Mbale Maize Growers')
  await page.getByLabel('Physical address').fill('Plot 4, Mbale')
  await takeScreenshot('profile-filled')
  await page.getByRole('button', { name: 'Complete Profile' }).click()

  await expect(page.getByText('Your profile is complete.')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Complete Profile' })).toBeHidden()
  const summary = page.getByRole('tabpanel', { name: 'Account Summary' })
  const userTerms = ['Full name', 'Username', 'Mobile', 'Gender', 'Physical address', 'Email']
  const branchTerms = [
    'Name',
    'Primary email',
    'Primary phone',
    'Physical address',
    'Contact person phone',
    'Contact person email',
  ]
  const accountTerms = ['Account number', 'Account type', 'Status', 'Phone', 'Email', 'Website']
  await expect(summary.getByRole('term')).toHaveText([...userTerms, ...branchTerms, ...accountTerms])
  await expect(summary).toContainText(/Status\s*Active/)
  await expect(summary).toContainText('Akello Nafula')
  await expect(summary).toContainText('Female')
  await expect(summary).toContainText('Mbale Maize Growers')
  await expect(summary).toContainText('UnVerified')
  await expect(summary).toContainText('N/A')
  await takeScreenshot('profile-summary')
  await expectAccessible('account summary')

  const square = { create: { width: 900, height: 1200, channels: 3, background: '#7a4b2a' } } as const
  const buffer = await sharp(square).jpeg().toBuffer()
  await page.locator('input[type=file]').last().setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer })
  await expect(page.getByText('Your photo has been saved')).toBeVisible()
  const portrait = page.getByRole('img', { name: `Photo of ${farmer.username}` })
  await expect.poll(() => portrait.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(160)
  await expect(page.getByRole('banner').locator('img')).toHaveAttribute('src', /^data:image/)
  await takeScreenshot('profile-photo')
  await expectAccessible('a profile with a photo')
  await page.reload()
  await expect(portrait).toBeVisible()
  await page.getByRole('button', { name: 'Remove the photo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove the photo' }).click()
  await expect(portrait).toHaveCount(0)
  await expect(page.getByRole('banner').locator('img')).toHaveCount(0)
})

test('a farmer changes the password, stays signed in here and is signed out elsewhere', async ({
  page,
  browser,
  expectFailure,
  takeScreenshot,
}) => {
  const farmer = await createFarmer()
  const otherPage = await (await browser.newContext()).newPage()
  await otherPage.goto('/auth')
  await signIn(otherPage, farmer)
  await expect(otherPage).toHaveURL('/account')

  await page.goto('/account/profile')
  await signIn(page, farmer)
  await page.getByRole('tab', { name: 'Change Password' }).click()
  const oldPassword = page.getByLabel('Old password')
  const newPassword = page.getByLabel('New password')
  const confirmation = page.getByLabel('Confirm password')
  const submitButton = page.getByRole('button', { name: 'Change Password' })
  await oldPassword.fill(farmer.password)
  await newPassword.fill('Beans-5-ever!')
  await confirmation.fill('Beans-6-ever!')
  await submitButton.click()
  await expect(page.getByText('Password mismatch')).toBeVisible()
  await expect(newPassword).toHaveValue('')
  await expect(confirmation).toHaveValue('')

  expectFailure(400, '/api/auth/change-password')
  await oldPassword.fill('not the old one')
  await newPassword.fill('Beans-5-ever!')
  await confirmation.fill('Beans-5-ever!')
  await submitButton.click()
  await expect(oldPassword).toHaveAccessibleDescription('Wrong password.')
  await takeScreenshot('change-password')
  await oldPassword.fill(farmer.password)
  await newPassword.fill('Beans-5-ever!')
  await confirmation.fill('Beans-5-ever!')
  await submitButton.click()
  await expect(page.getByText('Your password has been changed. All other devices are signed out.')).toBeVisible()

  await page.reload()
  await expect(page, 'signed in, with the tab still open').toHaveURL('/account/profile#password')
  await otherPage.goto('/account/profile')
  await expect(otherPage).toHaveURL('/auth')
  await otherPage.context().close()
})

test('a farmer corrects the farm and the phone number', async ({ page, takeScreenshot, expectAccessible }) => {
  await signInByApi(page, await createFarmer())
  await page.goto('/account/profile')
  await page.getByRole('tab', { name: 'Edit details' }).click()
  const farm = page.getByRole('form', { name: 'Your farm' })
  await expect(farm.getByLabel('Farm location')).toHaveValue('Mbale')
  await takeScreenshot('profile-correct')
  await expectAccessible('correct details')
  await farm.getByLabel('Farm location').fill('Kapchorwa')
  await farm.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your details have been saved')).toBeVisible()
  const phone = page.getByRole('form', { name: 'Phone number' })
  await phone.getByLabel('Phone number').fill('0772 999 888')
  await phone.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('tab', { name: 'Account Summary' }).click()
  const summary = page.getByRole('tabpanel', { name: 'Account Summary' })
  await expect(summary).toContainText('Kapchorwa')
  await expect(summary).toContainText('+256772999888')
})
