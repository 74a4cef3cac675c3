import { expect, test } from '../journey.ts'
import { letterTo } from '../mailbox.ts'
import { callAs, newAdmin, newExpert, newFarmer, newWaitingExpert, openSession, signIn } from '../people.ts'

test('an admin finds a farmer, deactivates the account with a reason, and opens it again', async ({
  page,
  browser,
  complaints,
  expectRefusal,
  shoot,
  expectAccessible,
}) => {
  const farmer = await newFarmer()
  await newWaitingExpert()
  await openSession(page, await newAdmin())
  await page.goto('/account/admin/users')
  const table = page.getByRole('table', { name: 'Users' })
  await expect(table.getByRole('button', { name: /^Manage/ }).first()).toBeVisible()
  await shoot('admin-users')
  await expectAccessible('users')
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(isTooWide, 'the list of users scrolls sideways').toBe(false)

  await page.getByRole('combobox', { name: 'Search by' }).click()
  await page.getByRole('option', { name: 'Email' }).click()
  await page.getByLabel('Search', { exact: true }).fill(farmer.email)
  await expect(table.getByRole('rowheader')).toHaveText([farmer.username])
  await expect(page.getByText('1 to 1 of 1')).toBeVisible()
  await expect(page).toHaveURL(/by=email/)
  await page.getByRole('button', { name: `Manage ${farmer.username}` }).click()
  const dialog = page.getByRole('dialog', { name: farmer.username })
  await dialog.getByLabel('Reason').fill('Sold seed on the board')
  await shoot('admin-user')
  await expectAccessible('one user')
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText(`${farmer.username} has been deactivated`)).toBeVisible()
  await expect(table.getByText('Deactivated')).toBeVisible()

  const home = await browser.newContext()
  const theirs = await home.newPage()
  complaints.watch(theirs)
  expectRefusal(403, '/api/auth/login/')
  await theirs.goto('/auth')
  await signIn(theirs, farmer)
  await expect(theirs.getByText('This account has been deactivated.')).toBeVisible()

  await page.getByRole('button', { name: `Manage ${farmer.username}` }).click()
  await dialog.getByRole('button', { name: 'Reactivate' }).click()
  await expect(table.getByText('Active', { exact: true })).toBeVisible()
  await signIn(theirs, farmer)
  await expect(theirs).toHaveURL('/account')
  await home.close()
})

test('an admin sends a link for a new password, and cannot close the own account', async ({ page }) => {
  const [farmer, admin] = [await newFarmer('n'.repeat(45)), await newAdmin()]
  await openSession(page, admin)
  await page.goto('/account/admin/audit')
  await expect(page.getByText(farmer.username).first()).toBeVisible()
  const isTooWide = (element: Element) => element.scrollWidth > element.clientWidth
  expect(await page.locator('html').evaluate(isTooWide), 'a long name widens the audit log').toBe(false)
  await page.goto(`/account/admin/users?search=${farmer.username}`)
  await page.getByRole('button', { name: `Manage ${farmer.username}` }).click()
  const dialog = page.getByRole('dialog', { name: farmer.username })
  expect(await dialog.evaluate(isTooWide), 'a long name widens the dialog').toBe(false)
  await page.getByRole('button', { name: 'Send a link for a new password' }).click()
  await expect(page.getByText(`A link for a new password is on its way to ${farmer.username}`)).toBeVisible()
  expect((await letterTo(farmer.email, 2)).text).toContain('/auth/confirm-password-reset?token=')

  await page.goto(`/account/admin/users?search=${admin.username}&role=admin`)
  await page.getByRole('button', { name: `Manage ${admin.username}` }).click()
  await expect(page.getByText('This is your own account. Another admin can deactivate it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Deactivate' })).toHaveCount(0)
})

test('an admin sees how the server is doing', async ({ page, shoot, expectAccessible }) => {
  await openSession(page, await newAdmin())
  await page.goto('/account/admin/system')
  await expect(page.getByRole('heading', { name: 'Versions' })).toBeVisible()
  await expect(page.getByText('Every email went out or still waits for its first try.')).toBeVisible()
  await shoot('admin-system')
  await expectAccessible('system')
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(isTooWide, 'the system page scrolls sideways').toBe(false)
  await page.getByRole('button', { name: 'Look again' }).click()
  await expect(page.getByRole('button', { name: 'Look again' })).not.toHaveAttribute('aria-busy', 'true')
})

test('an admin sees what an expert flagged, and comes from there to the account that wrote it', async ({
  page,
  shoot,
  expectAccessible,
}) => {
  const [farmer, expert] = [await newFarmer(), await newExpert()]
  const question = {
    title: `Cheap seed from ${farmer.username}`,
    content: 'Call me for the best seed.\nNo waiting.',
    crop_type: 'MAIZE',
    disease_type: 'none',
    urgency_level: 'low',
  }
  const post = (await callAs(farmer, 'POST', '/api/community/posts/', question)) as { id: string }
  const flag = { action: 'flag', reason: 'An advertisement' }
  await callAs(expert, 'PUT', `/api/community/posts/moderate/${post.id}/`, flag)
  await openSession(page, await newAdmin())
  await page.goto('/account/admin/flagged')
  const row = page.getByRole('row', { name: question.title })
  await expect(row).toContainText('An advertisement')
  await expect(row).toContainText(expert.username)
  await shoot('admin-flagged')
  await expectAccessible('flagged content')
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(isTooWide, 'the flagged content scrolls sideways').toBe(false)
  await row.getByRole('link', { name: farmer.username }).click()
  await expect(page.getByRole('rowheader')).toHaveText([farmer.username])
})
