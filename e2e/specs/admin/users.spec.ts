import {
  createExpert,
  createFarmer,
  createUnverifiedExpert,
  getAdmin,
  requestAs,
  signIn,
  signInByApi,
} from '../../support/accounts.ts'
import { expect, expectNoHorizontalScroll, test } from '../../support/fixtures.ts'
import { waitForEmail } from '../../support/mailbox.ts'

test('an admin finds a farmer, deactivates the account with a reason, and reactivates it', async ({
  page,
  browser,
  consoleErrors,
  expectFailure,
  takeScreenshot,
  expectAccessible,
}) => {
  const farmer = await createFarmer()
  await createUnverifiedExpert()
  await signInByApi(page, await getAdmin())
  await page.goto('/account/admin/users')
  const table = page.getByRole('table', { name: 'Users' })
  await expect(table.getByRole('button', { name: /^Manage/ }).first()).toBeVisible()
  await takeScreenshot('admin-users')
  await expectAccessible('users')
  await expectNoHorizontalScroll(page, 'the list of users')

  await page.setViewportSize({ width: 1280, height: 800 })
  const contact = table.getByRole('row').nth(1).getByRole('cell').nth(1).locator('div').first()
  const countLines = (element: Element) =>
    Math.round(element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight))
  expect(await contact.evaluate(countLines), 'the address in one piece, and the phone number').toBeLessThan(3)

  await page.getByRole('combobox', { name: 'Search by' }).click()
  await page.getByRole('option', { name: 'Email' }).click()
  await page.getByLabel('Search', { exact: true }).fill(farmer.email)
  await expect(table.getByRole('rowheader')).toHaveText([`${farmer.username}Farmer`])
  await expect(page.getByText('1 to 1 of 1')).toBeVisible()
  await expect(page).toHaveURL(/by=email/)
  await page.getByRole('button', { name: `Manage ${farmer.username}` }).click()
  const dialog = page.getByRole('dialog', { name: farmer.username })
  await dialog.getByLabel('Reason').fill('Sold seed on the board')
  await takeScreenshot('admin-user')
  await expectAccessible('one user')
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText(`${farmer.username} has been deactivated`)).toBeVisible()
  await expect(table.getByText('Deactivated')).toBeVisible()

  const farmerContext = await browser.newContext()
  const farmerPage = await farmerContext.newPage()
  consoleErrors.watch(farmerPage)
  expectFailure(403, '/api/auth/login/')
  await farmerPage.goto('/auth')
  await signIn(farmerPage, farmer)
  await expect(farmerPage.getByText('This account has been deactivated.')).toBeVisible()

  await page.getByRole('button', { name: `Manage ${farmer.username}` }).click()
  await dialog.getByRole('button', { name: 'Reactivate' }).click()
  await expect(table.getByText('Active', { exact: true })).toBeVisible()
  await signIn(farmerPage, farmer)
  await expect(farmerPage).toHaveURL('/account')
  await farmerContext.close()
})

test('an admin sends a password reset link, and cannot deactivate their own account', async ({ page }) => {
  const [farmer, admin] = [await createFarmer('n'.repeat(45)), await getAdmin()]
  await signInByApi(page, admin)
  await page.goto(`/account/admin/audit?subject=${farmer.username}`)
  await expect(page.getByText(farmer.username).first()).toBeVisible()
  const scrollsSideways = (element: Element) => element.scrollWidth > element.clientWidth
  expect(await page.locator('html').evaluate(scrollsSideways), 'a long name widens the audit log').toBe(false)
  await page.goto(`/account/admin/users?search=${farmer.username}`)
  await page.getByRole('button', { name: `Manage ${farmer.username}` }).click()
  const dialog = page.getByRole('dialog', { name: farmer.username })
  expect(await dialog.evaluate(scrollsSideways), 'a long name widens the dialog').toBe(false)
  await page.getByRole('button', { name: 'Send a link for a new password' }).click()
  await expect(page.getByText(`We sent ${farmer.username} a link for a new password`)).toBeVisible()
  expect((await waitForEmail(farmer.email, 2)).text).toContain('/auth/confirm-password-reset?token=')

  await page.goto(`/account/admin/users?search=${admin.username}&role=admin`)
  await page.getByRole('button', { name: `Manage ${admin.username}` }).click()
  await expect(page.getByText('You cannot deactivate your own account. Another administrator can.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Deactivate' })).toHaveCount(0)
})

test('an admin sees the status of the server', async ({ page, takeScreenshot, expectAccessible }) => {
  await signInByApi(page, await getAdmin())
  await page.goto('/account/admin/system')
  await expect(page.getByRole('heading', { name: 'Versions' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Failed jobs' })).toBeVisible()
  await takeScreenshot('admin-system')
  await expectAccessible('system')
  await expectNoHorizontalScroll(page, 'the system page')
})

test('an admin sees what an expert flagged, and opens the account of its author', async ({
  page,
  takeScreenshot,
  expectAccessible,
}) => {
  const [farmer, expert] = [await createFarmer(), await createExpert()]
  const question = {
    title: `Cheap seed from ${farmer.username}`,
    content: 'Call me for the best seed.\nNo waiting.',
    crop_type: 'MAIZE',
    disease_type: 'none',
    urgency_level: 'low',
  }
  const post = (await requestAs(farmer, 'POST', '/api/community/posts/', question)) as { id: string }
  const flag = { action: 'flag', reason: 'An advertisement' }
  await requestAs(expert, 'PUT', `/api/community/posts/moderate/${post.id}/`, flag)
  await signInByApi(page, await getAdmin())
  await page.goto('/account/admin/flagged')
  const row = page.getByRole('row', { name: question.title })
  await expect(row).toContainText('An advertisement')
  await expect(row).toContainText(expert.username)
  await takeScreenshot('admin-flagged')
  await expectAccessible('flagged content')
  await expectNoHorizontalScroll(page, 'the flagged content')
  await row.getByRole('link', { name: farmer.username }).click()
  await expect(page.getByRole('rowheader')).toHaveText([`${farmer.username}Farmer`])
})
