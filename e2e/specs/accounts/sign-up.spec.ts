import type { Page } from '@playwright/test'
import { buildAccount, createFarmer } from '../../support/accounts.ts'
import { expect, test } from '../../support/fixtures.ts'
import { extractCode, extractLink, waitForEmail } from '../../support/mailbox.ts'

const getStorageKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage))

test('a farmer signs up, verifies the email with the code, activates the account and is signed in', async ({
  page,
  takeScreenshot,
}) => {
  const farmer = buildAccount('farmer')
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign up as a farmer' }).click()
  await expect(page.getByRole('heading', { name: 'Sign up as a farmer' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Country code: Uganda +256' })).toBeVisible()

  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Type in your email.')
  await expect(page.getByText('Type in where the farm is.')).toBeVisible()
  await expect(page.getByText('Type in the farm size as a number above 0.')).toBeVisible()
  await takeScreenshot('signup-missing')

  await page.getByLabel('Email').fill(farmer.email)
  await page.getByLabel('Username').fill(farmer.username)
  await page.getByLabel('Password', { exact: true }).fill('maize')
  await page.getByLabel('Confirm password').fill('maize!')
  await page.getByLabel('Phone number').fill('0772 123 456')
  await page.getByLabel('Farm location').fill('Mbale')
  await page.getByLabel('Farm size in acres').fill('2.5')
  await page.getByText('Beans', { exact: true }).click()
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('Password is Too weak')
  await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription('Password mismatch')

  await page.getByLabel('Password', { exact: true }).fill(farmer.password)
  await page.getByRole('button', { name: 'Use the same password' }).click()
  await expect(page.getByLabel('Confirm password')).toHaveValue(farmer.password)
  await takeScreenshot('signup-filled')
  await page.getByRole('button', { name: 'Sign Up' }).click()

  await expect(page).toHaveURL('/auth/verify-email')
  expect(await getStorageKeys(page)).toContain('signUpToken')
  await expect(page.getByText(farmer.email)).toBeVisible()
  const code = extractCode(await waitForEmail(farmer.email))
  await page.getByLabel('Verification code').pressSequentially(code)
  await takeScreenshot('verify')
  await page.getByRole('button', { name: 'Verify', exact: true }).click()

  await expect(page).toHaveURL('/auth/activation')
  await expect(page.getByLabel('One-time code')).toHaveValue(code)
  expect(await getStorageKeys(page)).toContain('token')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(farmer.password)
  await expect(page.getByText(/^Password strength: Strong/)).toBeVisible()
  await page.getByLabel('Confirm password').fill('another')
  await page.getByRole('button', { name: 'Activate' }).click()
  await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription('Password mismatch')
  await page.getByRole('button', { name: 'Use the same password' }).click()
  await takeScreenshot('activation')
  await page.getByRole('button', { name: 'Activate' }).click()

  await expect(page).toHaveURL('/account')
  await expect(page.getByText('Your account is active. Welcome to Kutu.')).toBeVisible()
  expect(await getStorageKeys(page)).toEqual(expect.arrayContaining(['accessToken', 'refreshToken', 'user']))
  expect(await getStorageKeys(page)).not.toContain('signUpToken')
})

test('the link in the email verifies the address, a new code invalidates the old link, and a wrong code does not activate', async ({
  page,
  expectFailure,
}) => {
  const farmer = buildAccount('farmer')
  await page.goto('/auth/expert-signup')
  await page.getByLabel('Email').fill(farmer.email)
  await page.getByLabel('Username').fill(farmer.username)
  await page.getByLabel('Password', { exact: true }).fill(farmer.password)
  await page.getByLabel('Phone number').fill('0772 123 457')
  await page.getByLabel('Areas of expertise').fill('maize, beans')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL('/auth/verify-email')
  const oldLink = extractLink(await waitForEmail(farmer.email))

  await page.getByRole('button', { name: 'Resend OTP' }).click()
  await expect(page.getByText('We sent a new code to your email. The old one no longer works.')).toBeVisible()
  const newLink = extractLink(await waitForEmail(farmer.email, 2))

  expectFailure(400, '/api/auth/verify/email')
  await page.goto(oldLink.href)
  await expect(page.getByText('This link is no longer valid.').first()).toBeVisible()
  await page.goto(newLink.href)
  await expect(page).toHaveURL('/auth/activation')
  const code = newLink.searchParams.get('verificationToken') ?? ''
  await expect(page.getByLabel('One-time code')).toHaveValue(code)
  await page.getByLabel('One-time code').fill(code === '1234' ? '4321' : '1234')
  await page.getByLabel('Password', { exact: true }).fill(farmer.password)
  await page.getByLabel('Confirm password').fill(farmer.password)
  expectFailure(400, '/api/auth/activate-account')
  await page.getByRole('button', { name: 'Activate' }).click()
  const message = 'Wrong code. Please check it and try again.'
  await expect(page.getByLabel('One-time code')).toHaveAccessibleDescription(message)
  await expect(page.getByRole('region', { name: 'Messages' }).getByText(message)).toBeVisible()
})

test('missing codes, tokens and passwords are reported with the specified sentences', async ({ page }) => {
  await page.goto('/auth/verify-email')
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(page.getByText('Please enter the verification code.')).toBeVisible()
  await page.getByLabel('Verification code').fill('12 34')
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(page.getByText('Verification token is missing!')).toBeVisible()

  await page.goto('/auth/activation')
  await page.getByRole('button', { name: 'Activate' }).click()
  await expect(page.getByText('Type in the OTP')).toBeVisible()
  await page.getByLabel('One-time code').fill('a1b2c3d4e5')
  await expect(page.getByLabel('One-time code')).toHaveValue('1234')
  await page.getByLabel('Password', { exact: true }).fill('maize1')
  await page.getByLabel('Confirm password').fill('maize1')
  await page.getByRole('button', { name: 'Activate' }).click()
  await expect(page.getByText('Password is Weak')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('Maize-4-ever!')
  await page.getByLabel('Confirm password').fill('Maize-4-ever!')
  await page.getByRole('button', { name: 'Activate' }).click()
  await expect(
    page.getByText('Base64 token was not saved, check your email to retrieve it or contact support'),
  ).toBeVisible()
})

test('a sign-up whose response was lost is retried and creates one account', async ({ page, expectFailure }) => {
  const farmer = buildAccount('farmer')
  await page.goto('/auth/signup')
  await page.getByLabel('Email').fill(farmer.email)
  await page.getByLabel('Username').fill(farmer.username)
  await page.getByLabel('Password', { exact: true }).fill(farmer.password)
  await page.getByLabel('Confirm password').fill(farmer.password)
  await page.getByLabel('Phone number').fill('0772 123 460')
  await page.getByLabel('Farm location').fill('Mbale')
  await page.getByLabel('Farm size in acres').fill('1')
  const registerPath = '/api/auth/register/farmer/'
  expectFailure('lost', registerPath)
  await page.route(
    `**${registerPath}`,
    async route => {
      expect((await route.fetch()).status()).toBe(201)
      await route.abort()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('There is no connection.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL('/auth/verify-email')
  const code = extractCode(await waitForEmail(farmer.email))
  await page.getByLabel('Verification code').fill(code)
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(page).toHaveURL('/auth/activation')
})

test('an email that already has an account is reported at its field', async ({ page, expectFailure }) => {
  const farmer = await createFarmer()
  await page.goto('/auth/expert-signup')
  await page.getByLabel('Email').fill(farmer.email)
  await page.getByLabel('Username').fill(buildAccount('expert').username)
  await page.getByLabel('Password', { exact: true }).fill(farmer.password)
  await page.getByLabel('Phone number').fill('0772 123 461')
  await page.getByLabel('Areas of expertise').fill('maize')
  expectFailure(409, '/api/auth/register/expert/')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/There is already an account with this email/)
  await expect(page.getByLabel('Email')).toBeFocused()
})
