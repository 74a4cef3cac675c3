import { expect, test } from '../journey.ts'
import { letterTo, linkIn } from '../mailbox.ts'
import { newFarmer, signIn } from '../people.ts'

test('a farmer who forgot the password sets a new one by the link of a letter', async ({
  page,
  expectRefusal,
  shoot,
}) => {
  const farmer = await newFarmer()
  await page.goto('/auth')
  await page.getByRole('link', { name: 'Forgot Password' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.getByLabel('Email').fill(farmer.email)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Success', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('')

  const link = linkIn(await letterTo(farmer.email, 2))
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
  await shoot('reset-mismatch')

  await password.fill('Beans-5-ever!')
  await confirm.fill('Beans-5-ever!')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page).toHaveURL('/auth')
  await signIn(page, { ...farmer, password: 'Beans-5-ever!' })
  await expect(page).toHaveURL('/account')

  await page.evaluate(() => localStorage.clear())
  expectRefusal(400, '/api/auth/reset-password/')
  await page.goto(link.href)
  await password.fill('Wheat-7-ever!')
  await confirm.fill('Wheat-7-ever!')
  await page.getByRole('button', { name: 'Submit' }).click()
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page).toHaveURL('/auth/forgot-password')
})

test('without a token a new password is refused with a word on where to find it', async ({ page }) => {
  await page.goto('/auth/confirm-password-reset')
  await page.getByLabel('New password').fill('Beans-5-ever!')
  await page.getByLabel('Confirm password').fill('Beans-5-ever!')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Invalid Token, check your email')).toBeVisible()
})

test('a part of the app that is gone after an update loads the page anew, once, and then says so', async ({
  page,
  browser,
  expectRefusal,
  shoot,
}) => {
  const part = '**/assets/ForgotPassword-*.js'
  const gone = (path: string) => path.replace('ForgotPassword-', 'ForgotPassword-of-another-version-')
  let asked = 0
  await page.route(part, async route => {
    const { pathname } = new URL(route.request().url())
    expectRefusal(404, pathname)
    await (asked++ === 0 ? route.continue({ url: gone(route.request().url()) }) : route.continue())
  })
  await page.goto('/auth')
  await page.getByRole('link', { name: 'Forgot Password' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  expect(asked).toBeGreaterThan(1)

  // A browser of its own, as the browser complains of what stays away.
  const lost = await browser.newPage({ ...(page.viewportSize() && { viewport: page.viewportSize() }) })
  let opened = 0
  lost.on('load', () => opened++)
  await lost.route(part, route => route.continue({ url: gone(route.request().url()) }))
  await lost.goto('/auth')
  await lost.getByRole('link', { name: 'Forgot Password' }).click()
  await expect(lost.getByText('This page stopped working')).toBeVisible()
  await expect(lost.getByRole('button', { name: 'Load the page again' })).toBeVisible()
  expect(opened).toBe(2)
  await shoot('part-gone', lost)
  await lost.close()
})

test('what a form only has beside it may be gone after an update: nothing typed is lost to that', async ({
  page,
  expectRefusal,
}) => {
  let opened = 0
  page.on('load', () => opened++)
  const lose = async (part: string) => {
    await page.route(part, async route => {
      expectRefusal(404, new URL(route.request().url()).pathname)
      await route.fulfill({ status: 404 })
    })
  }
  await page.goto('/auth/signup')
  const email = page.getByLabel('Email')
  await email.fill('half@typed.example')
  await lose('**/assets/*')
  await page.getByLabel('Password', { exact: true }).fill('Maize-4-ever!')
  await expect(page.getByText('Password strength: Strong (secure)')).toBeVisible()

  const choose = async (language: string) => {
    await page.getByRole('button', { name: 'Language: English' }).press('Enter')
    await page.getByRole('button', { name: language }).press('Enter')
  }
  await choose('Kiswahili')
  await expect(page.getByText('This could not be loaded.')).toBeVisible()
  await expect(email).toHaveValue('half@typed.example')
  await page.unroute('**/assets/*')
  await choose('Kiswahili')
  await expect(page.getByRole('heading', { name: 'Jisajili kama mkulima' })).toBeVisible()
  await expect(page.getByLabel('Barua pepe')).toHaveValue('half@typed.example')
  expect(opened).toBe(1)
})
