import { buildAccount, createFarmer, signIn } from '../../support/accounts.ts'
import { expect, test } from '../../support/fixtures.ts'

test('an invalid email is cleared with a toast; a wrong password keeps the email', { tag: '@phone' }, async ({
  page,
  expectFailure,
  takeScreenshot,
}) => {
  const unknownAccount = buildAccount('nobody')
  await page.goto('/auth')
  await signIn(page, { ...unknownAccount, email: 'mbale.example' })
  await expect(page.getByText('Invalid Email')).toBeVisible()
  await expect(page.getByText('This is a wrong email').first()).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('')
  await expect(page.getByLabel('Email')).toBeFocused()
  await takeScreenshot('login-invalid-email')

  expectFailure(401, '/api/auth/login/')
  await signIn(page, unknownAccount)
  await expect(page.getByText('Wrong email or password')).toBeVisible()
  await expect(page.getByText('Error', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(unknownAccount.email)

  await page.getByLabel('Password', { exact: true }).fill('seen by me')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')
})

test('a user who never activated the account is led to the next step', { tag: '@phone' }, async ({
  page,
  expectFailure,
  takeScreenshot,
}) => {
  const farmer = buildAccount('farmer')
  await page.goto('/auth/expert-signup')
  await page.getByLabel('Email').fill(farmer.email)
  await page.getByLabel('Username').fill(farmer.username)
  await page.getByLabel('Password', { exact: true }).fill(farmer.password)
  await page.getByLabel('Phone number').fill('0772 123 458')
  await page.getByLabel('Areas of expertise').fill('maize')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL('/auth/verify-email')
  await page.getByRole('link', { name: 'Sign In' }).click()

  expectFailure(403, '/api/auth/login/')
  await signIn(page, farmer)
  await expect(page.getByText('This account is not active yet', { exact: true })).toBeVisible()
  await takeScreenshot('login-inactive')
  await page.getByRole('link', { name: 'Verify your email' }).click()
  await expect(page).toHaveURL('/auth/verify-email')

  await page.evaluate(() => localStorage.clear())
  await page.goto('/auth')
  await signIn(page, farmer)
  await page.getByRole('link', { name: 'Ask for a new code' }).click()
  await expect(page).toHaveURL('/auth/forgot-password')
})

test('a farmer signs in with the keyboard only', async ({ page, isMobile }) => {
  const farmer = await createFarmer()
  await page.goto('/auth')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  const hero = await page.getByText('Detect Early . Act Fast . Grow Smart').boundingBox()
  const card = await page.getByRole('main').boundingBox()
  if (!hero || !card) throw new Error('The hero or the card is missing')
  if (isMobile) expect(hero.y + hero.height, 'the hero above the card').toBeLessThan(card.y)
  else expect(hero.x + hero.width, 'the hero beside the card').toBeLessThan(card.x)
  const email = page.getByLabel('Email')
  for (let stop = 0; stop < 10; stop += 1) {
    if (await email.evaluate(element => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(email).toBeFocused()
  await page.keyboard.type(farmer.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(farmer.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/account')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
