import type { Page } from '@playwright/test'
import {
  buildAccount,
  createExpert,
  createFarmer,
  getAdmin,
  signIn,
  signInByApi,
  type TestAccount,
} from '../../support/accounts.ts'
import { createSlot, daysFromNow } from '../../support/consultations.ts'
import { expect, openFold, test } from '../../support/fixtures.ts'
import { extractLink, waitForEmail } from '../../support/mailbox.ts'

async function signUpAsExpert(page: Page, expert: TestAccount) {
  await page.goto('/auth')
  await page.getByRole('link', { name: 'Sign up as an expert' }).click()
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Type in at least one area of expertise.')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill(expert.email)
  await page.getByLabel('Username').fill(expert.username)
  await page.getByLabel('Password', { exact: true }).fill(expert.password)
  await page.getByLabel('Phone number').fill('0772 123 459')
  await page.getByLabel('Areas of expertise').fill('Cereal rusts, bean diseases')
  await page.getByLabel('Certifications').fill('BSc Agriculture')
  await page.getByLabel('Short bio').fill('Walks fields around Mbale.\nAnswers in the evening.')
  await expect(page.getByLabel('Years of experience')).toHaveValue('0')
  await page.getByLabel('Years of experience').fill('12')
  await page.getByLabel('Institution').fill('Buginyanya ZARDI')
  await page.getByLabel('Languages spoken').fill('English, Lugisu')
  await page.getByLabel('Social media links').fill('https://example.org/mbale')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL('/auth/verify-email')
}

async function activateByEmail(page: Page, expert: TestAccount) {
  await page.goto(extractLink(await waitForEmail(expert.email)).href)
  await expect(page).toHaveURL('/auth/activation')
  await page.getByLabel('Password', { exact: true }).fill(expert.password)
  await page.getByLabel('Confirm password').fill(expert.password)
  await page.getByRole('button', { name: 'Activate' }).click()
  await expect(page, 'the activation signs in').toHaveURL('/account')
}

test('an expert signs up and waits; an admin approves, and an email says so', async ({
  page,
  browser,
  consoleErrors,
  takeScreenshot,
  expectAccessible,
}) => {
  const expert = buildAccount('expert')
  await signUpAsExpert(page, expert)
  await activateByEmail(page, expert)

  const adminContext = await browser.newContext()
  const adminPage = await adminContext.newPage()
  consoleErrors.watch(adminPage)
  await adminPage.goto('/account/admin/experts')
  await signIn(adminPage, await getAdmin())
  await expect(adminPage).toHaveURL('/account/admin/experts')
  await adminPage.getByLabel('Search by name, email, institution or expertise').fill(`buginyanya ${expert.username}`)
  await adminPage.getByRole('button', { name: 'Search' }).click()
  const card = adminPage.getByRole('article', { name: expert.username })
  await expect(card).toContainText('Cereal rusts, bean diseases')
  await expect(card).toContainText('12 years')
  await expect(card).toContainText('+256772123459')
  await takeScreenshot('experts-waiting', adminPage)
  await expectAccessible('waiting experts', adminPage)

  await adminPage.getByRole('button', { name: `Approve ${expert.username}` }).click()
  await expect(adminPage.getByText(`${expert.username} has been approved`)).toBeVisible()
  await expect(adminPage.getByText('No experts found')).toBeVisible()
  const email = await waitForEmail(expert.email, 2)
  expect(email.subject).toBe('Your Kutu expert account is approved')
  const stored = page.evaluate(async () => {
    const response = await fetch('/api/auth/me', {
      headers: { authorization: `Bearer ${localStorage.getItem('accessToken')}` },
    })
    return response.json()
  })
  expect(await stored).toMatchObject({ role: 'expert', is_approved: true })

  await adminPage.goto('/account/admin/audit')
  await openFold(adminPage, 'Filter')
  await adminPage.getByRole('combobox', { name: 'Action' }).click()
  await adminPage.getByRole('option', { name: '… approved the expert' }).click()
  await adminPage.getByRole('button', { name: 'Show', exact: true }).click()
  // The unfiltered list stays until the filtered one has arrived.
  await expect(adminPage.locator('main li').first()).toContainText('approved the expert')
  await adminPage.locator('main li summary').first().click()
  await expect(adminPage.getByRole('insertion').filter({ hasText: 'approved' }).first()).toBeVisible()
  await takeScreenshot('audit-log', adminPage)
  await expectAccessible('audit log', adminPage)
  const actorLink = adminPage.getByRole('link', { name: /^admin-/ }).first()
  const name = await actorLink.innerText()
  await actorLink.click()
  await expect(adminPage.getByLabel('Who', { exact: true })).toHaveValue(name)
  await expect(adminPage.getByRole('link', { name: /^admin-/ }).filter({ hasNotText: name })).toHaveCount(0)
  await adminContext.close()
})

test('a declined expert gets the reason by email and can be approved later', async ({
  page,
  takeScreenshot,
  expectAccessible,
}) => {
  const expert = buildAccount('expert')
  await signUpAsExpert(page, expert)
  await page.evaluate(() => localStorage.clear())
  await page.goto(`/account/admin/experts?search=${expert.username}`)
  await signIn(page, await getAdmin())
  await expect(page).toHaveURL(`/account/admin/experts?search=${expert.username}`)

  await page.getByRole('button', { name: `Decline ${expert.username}` }).click()
  await page.getByLabel('Reason').fill('Please add your certificate.')
  await takeScreenshot('expert-decline')
  await expectAccessible('decline dialog')
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText(`${expert.username} has been declined`)).toBeVisible()
  const email = await waitForEmail(expert.email, 2)
  expect(email.text).toContain('Please add your certificate.')

  await page.getByRole('link', { name: 'Declined' }).click()
  await expect(page.getByRole('article', { name: expert.username })).toBeVisible()
  await page.getByRole('button', { name: `Approve ${expert.username}` }).click()
  await expect(page.getByText(`${expert.username} has been approved`)).toBeVisible()
})

test('a farmer finds an expert by district, and sees changed certifications once an admin has published them', async ({
  page,
  browser,
  consoleErrors,
  takeScreenshot,
  expectAccessible,
}) => {
  const expert = await createExpert()
  await createSlot(expert, daysFromNow(3, 9))
  await signInByApi(page, expert)
  await page.goto('/account/profile')
  const openForm = () => page.getByRole('tab', { name: 'Edit details' }).click()
  const form = page.getByRole('form', { name: 'Your professional profile' })
  await openForm()
  await page.getByRole('button', { name: 'Add a district' }).click()
  await page.getByRole('combobox', { name: 'Search for a district' }).fill('Kapchorwa')
  await page.getByRole('option', { name: /^Kapchorwa/ }).click()
  await expect(page.getByRole('button', { name: 'Remove Kapchorwa' })).toBeVisible()
  await form.getByLabel('Certifications').fill('PhD plant pathology')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText(/^What you changed on .* waits for an administrator/)).toBeVisible()
  await expect(form.getByLabel('Certifications')).toHaveValue('PhD plant pathology')
  await expectAccessible('a profile with changed qualifications')
  await takeScreenshot('profile-change')

  const adminContext = await browser.newContext()
  const adminPage = await adminContext.newPage()
  consoleErrors.watch(adminPage)
  await signInByApi(adminPage, await getAdmin())
  await adminPage.goto(`/account/admin/experts?approval=changed&search=${expert.username}`)
  const card = adminPage.getByRole('article', { name: expert.username })
  await expect(card.getByText('Entered: PhD plant pathology')).toBeVisible()
  await card.getByRole('button', { name: /^Publish/ }).click()
  await expect(adminPage.getByText(`The changed qualifications of ${expert.username} are published`)).toBeVisible()
  await expect(card).toHaveCount(0)
  await adminContext.close()

  await page.reload()
  await openForm()
  await expect(form.getByLabel('Certifications')).toHaveValue('PhD plant pathology')
  await expect(form.getByText(/waits for an administrator/)).toHaveCount(0)
  const farmerContext = await browser.newContext()
  const farmerPage = await farmerContext.newPage()
  consoleErrors.watch(farmerPage)
  await signInByApi(farmerPage, await createFarmer())
  await farmerPage.goto('/account/addresses/slots')
  await farmerPage.getByText('Filter').click()
  await farmerPage.getByRole('combobox', { name: 'District served' }).click()
  await farmerPage.getByRole('option', { name: 'Kapchorwa' }).click()
  const slot = farmerPage.getByRole('article', { name: expert.username }).first()
  await expect(slot).toContainText('ServesKapchorwa')
  await expect(slot).toContainText('PhD plant pathology')
  await expect(slot).toContainText('Checked by an administrator on')
  await farmerContext.close()
})
