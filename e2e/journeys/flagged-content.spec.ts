import { ask, moderate } from '../board.ts'
import { expect, test } from '../journey.ts'
import { newAdmin, newExpert, newFarmer, openSession } from '../people.ts'

test('an admin dismisses one flag and hides what another is on, and takes both back', async ({
  page,
  browser,
  complaints,
  shoot,
  expectAccessible,
}) => {
  const [farmer, expert, admin] = [await newFarmer(), await newExpert(), await newAdmin()]
  const word = farmer.username
  const asked = { content: 'Buy my certified seed at the market of Mbale, it never rusts. Call me today.' }
  const advert = await ask(farmer, { title: `${word} sells seed`, ...asked })
  const question = await ask(farmer, { title: `${word} asks about rust` })
  await moderate(expert, advert.id, { action: 'flag', reason: 'It advertises something.' })
  await moderate(expert, question.id, { action: 'flag', reason: 'It does not say enough to be answered.' })

  await openSession(page, admin)
  await page.goto('/account/admin/flagged')
  const row = (title: string) => page.getByRole('row').filter({ hasText: title })
  await expect(row(`${word} sells seed`).getByText('It advertises something.')).toBeVisible()
  await shoot('flagged-content')
  await expectAccessible('flagged content')
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(isTooWide, 'flagged content scrolls sideways').toBe(false)

  await page.getByRole('button', { name: `Dismiss the flag: ${word} asks about rust` }).click()
  const dismissal = page.getByRole('dialog', { name: 'Dismiss this flag as unfounded?' })
  await expect(dismissal.getByText('The post waits for an expert again')).toBeVisible()
  await shoot('flagged-dismiss')
  await dismissal.getByRole('button', { name: 'Dismiss flag' }).click()
  await expect(page.getByText('The flag is dismissed')).toBeVisible()
  await expect(row(`${word} asks about rust`)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('It waits for a decision again')).toBeVisible()
  await expect(row(`${word} asks about rust`)).toBeVisible()

  await page.getByRole('button', { name: `Hide: ${word} sells seed` }).click()
  const hiding = page.getByRole('dialog', { name: 'Hide this post?' })
  await hiding.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(hiding.getByText('Say why: its writer reads it.')).toBeVisible()
  await hiding.getByLabel('Reason', { exact: true }).fill('Nobody sells anything here.')
  await shoot('flagged-hide')
  await expectAccessible('hiding')
  await hiding.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(page.getByText('It is hidden, and its writer reads why')).toBeVisible()
  await expect(row(`${word} sells seed`)).toHaveCount(0)

  const home = await browser.newContext()
  const theirs = await home.newPage()
  complaints.watch(theirs)
  await openSession(theirs, farmer)
  await theirs.goto(`/account/addresses/community-posts/${advert.id}`)
  await expect(theirs, 'an own post stands under My posts').toHaveURL(`/account/addresses/my-posts/${advert.id}`)
  await expect(theirs.getByText('An administrator has taken this post off the board')).toBeVisible()
  await expect(theirs.getByText('Nobody sells anything here.')).toBeVisible()
  await shoot('hidden-own-post', theirs)
  await home.close()

  await page.getByText('Hidden', { exact: true }).click()
  await expect(row(`${word} sells seed`).getByText('Nobody sells anything here.')).toBeVisible()
  await shoot('hidden-content')
  await page.getByRole('button', { name: `Undo hiding: ${word} sells seed` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo hiding' }).click()
  await expect(page.getByText('It waits for a decision again')).toBeVisible()
  await expect(row(`${word} sells seed`)).toHaveCount(0)
})
