import { createExpert, createFarmer, getAdmin, signInByApi } from '../../support/accounts.ts'
import { createPost, moderatePost } from '../../support/community.ts'
import { expect, expectNoHorizontalScroll, test } from '../../support/fixtures.ts'

test('an admin dismisses one flag, hides another flagged post, and undoes both', async ({
  page,
  browser,
  consoleErrors,
  takeScreenshot,
  expectAccessible,
}) => {
  const [farmer, expert, admin] = [await createFarmer(), await createExpert(), await getAdmin()]
  const prefix = farmer.username
  const advertContent = { content: 'Buy my certified seed at the market of Mbale, it never rusts. Call me today.' }
  const advert = await createPost(farmer, { title: `${prefix} sells seed`, ...advertContent })
  const question = await createPost(farmer, { title: `${prefix} asks about rust` })
  await moderatePost(expert, advert.id, { action: 'flag', reason: 'It advertises something.' })
  await moderatePost(expert, question.id, { action: 'flag', reason: 'It does not say enough to be answered.' })

  await signInByApi(page, admin)
  await page.goto('/account/admin/flagged')
  const row = (title: string) => page.getByRole('row').filter({ hasText: title })
  await expect(row(`${prefix} sells seed`).getByText('It advertises something.')).toBeVisible()
  await takeScreenshot('flagged-content')
  await expectAccessible('flagged content')
  await expectNoHorizontalScroll(page, 'flagged content')

  await page.getByRole('button', { name: `Dismiss the flag: ${prefix} asks about rust` }).click()
  await expect(page.getByText('The flag is dismissed')).toBeVisible()
  await expect(row(`${prefix} asks about rust`)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('It needs a decision again', { exact: true })).toBeVisible()
  await expect(row(`${prefix} asks about rust`)).toBeVisible()

  await page.getByRole('button', { name: `Hide: ${prefix} sells seed` }).click()
  const hideDialog = page.getByRole('dialog', { name: 'Hide this post?' })
  await hideDialog.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(hideDialog.getByText('Give a reason. The author will read it.')).toBeVisible()
  await hideDialog.getByLabel('Reason', { exact: true }).fill('Nobody sells anything here.')
  await takeScreenshot('flagged-hide')
  await expectAccessible('hiding')
  await hideDialog.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(page.getByText('It is hidden. The author can read why.')).toBeVisible()
  await expect(row(`${prefix} sells seed`)).toHaveCount(0)

  const farmerContext = await browser.newContext()
  const farmerPage = await farmerContext.newPage()
  consoleErrors.watch(farmerPage)
  await signInByApi(farmerPage, farmer)
  await farmerPage.goto(`/account/addresses/community-posts/${advert.id}`)
  await expect(farmerPage, 'an own post opens under My posts').toHaveURL(`/account/addresses/my-posts/${advert.id}`)
  await expect(farmerPage.getByText('An administrator removed this post')).toBeVisible()
  await expect(farmerPage.getByText('Nobody sells anything here.')).toBeVisible()
  await takeScreenshot('hidden-own-post', farmerPage)
  await farmerContext.close()

  await page.getByText('Hidden', { exact: true }).click()
  await expect(row(`${prefix} sells seed`).getByText('Nobody sells anything here.')).toBeVisible()
  await takeScreenshot('hidden-content')
  await page.getByRole('button', { name: `Undo hiding: ${prefix} sells seed` }).click()
  await expect(page.getByText('It needs a decision again', { exact: true })).toBeVisible()
  await expect(row(`${prefix} sells seed`)).toHaveCount(0)
})
