import { createFarmer, signIn } from '../../support/accounts.ts'
import { expect, test } from '../../support/fixtures.ts'
import { extractLink, waitForEmail } from '../../support/mailbox.ts'

test('a farmer who forgot the password sets a new one with the link from an email', async ({
  page,
  expectFailure,
  takeScreenshot,
}) => {
  const farmer = await createFarmer()
  await page.goto('/auth')
  await page.getByRole('link', { name: 'Forgot Password' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.getByLabel('Email').fill(farmer.email)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Success', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('')

  const link = extractLink(await waitForEmail(farmer.email, 2))
  await page.goto(link.href)
  const password = page.getByLabel('New password')
  const confirm = page.getByLabel('Confirm password')
  await password.fill('maize1')
  await confirm.fill('maize1')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(password).toHaveAccessibleDescription('Password is Weak')
  await expect(password).toHaveValue('')
  await expect(confirm).toHaveValue('')
  await password.fill('Beans-5-ever!')
  await confirm.fill('Beans-6-ever!')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Password mismatch')).toBeVisible()
  await expect(password).toHaveValue('')
  await expect(confirm).toHaveValue('')
  await takeScreenshot('reset-mismatch')

  await password.fill('Beans-5-ever!')
  await confirm.fill('Beans-5-ever!')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL('/auth')
  await signIn(page, { ...farmer, password: 'Beans-5-ever!' })
  await expect(page).toHaveURL('/account')

  await page.evaluate(() => localStorage.clear())
  expectFailure(400, '/api/auth/reset-password/')
  await page.goto(link.href)
  await password.fill('Wheat-7-ever!')
  await confirm.fill('Wheat-7-ever!')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL('/auth/forgot-password')
})

test('setting a new password without a token is rejected, with a hint where to find it', async ({ page }) => {
  await page.goto('/auth/confirm-password-reset')
  await page.getByLabel('New password').fill('Beans-5-ever!')
  await page.getByLabel('Confirm password').fill('Beans-5-ever!')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Invalid Token, check your email')).toBeVisible()
})

test('a missing chunk after an update reloads the page once, then shows an error', async ({
  page,
  browser,
  expectFailure,
  takeScreenshot,
}) => {
  const chunkPattern = '**/assets/ForgotPassword-*.js'
  const toMissingChunk = (path: string) => path.replace('ForgotPassword-', 'ForgotPassword-of-another-version-')
  let requestCount = 0
  await page.route(chunkPattern, async route => {
    const { pathname } = new URL(route.request().url())
    expectFailure(404, pathname)
    await (requestCount++ === 0 ? route.continue({ url: toMissingChunk(route.request().url()) }) : route.continue())
  })
  await page.goto('/auth')
  await page.getByRole('link', { name: 'Forgot Password' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  expect(requestCount).toBeGreaterThan(1)

  // A separate page, because the missing file is logged to its console as an error.
  const brokenPage = await browser.newPage({ ...(page.viewportSize() && { viewport: page.viewportSize() }) })
  let loadCount = 0
  brokenPage.on('load', () => loadCount++)
  await brokenPage.route(chunkPattern, route => route.continue({ url: toMissingChunk(route.request().url()) }))
  await brokenPage.goto('/auth')
  await brokenPage.getByRole('link', { name: 'Forgot Password' }).click()
  await expect(brokenPage.getByText('This page stopped working')).toBeVisible()
  await expect(brokenPage.getByRole('button', { name: 'Reload the page' })).toBeVisible()
  expect(loadCount).toBe(2)
  await takeScreenshot('part-gone', brokenPage)
  await brokenPage.close()
})

test('a missing optional chunk after an update loses nothing typed into a form', async ({ page, expectFailure }) => {
  let loadCount = 0
  page.on('load', () => loadCount++)
  const failRequests = async (pattern: string) => {
    await page.route(pattern, async route => {
      expectFailure(404, new URL(route.request().url()).pathname)
      await route.fulfill({ status: 404 })
    })
  }
  await page.goto('/auth/signup')
  const email = page.getByLabel('Email')
  await email.fill('half@typed.example')
  await failRequests('**/assets/*')
  await page.getByLabel('Password', { exact: true }).fill('Maize-4-ever!')
  await expect(page.getByText('Password strength: Strong (secure)')).toBeVisible()

  const chooseLanguage = async (language: string) => {
    await page.getByRole('button', { name: 'Language: English' }).press('Enter')
    await page.getByRole('button', { name: language }).press('Enter')
  }
  await chooseLanguage('Kiswahili')
  await expect(page.getByText('This did not load.')).toBeVisible()
  await expect(email).toHaveValue('half@typed.example')
  await page.unroute('**/assets/*')
  await chooseLanguage('Kiswahili')
  await expect(page.getByRole('heading', { name: 'Jisajili kama mkulima' })).toBeVisible()
  await expect(page.getByLabel('Barua pepe')).toHaveValue('half@typed.example')
  expect(loadCount).toBe(1)
})
