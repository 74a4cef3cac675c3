import {
  createExpert,
  createFarmer,
  getUserId,
  requestAs,
  signInByApi,
  type TestAccount,
} from '../../support/accounts.ts'
import { createComment, createPost, moderatePost } from '../../support/community.ts'
import { createSlot, daysFromNow } from '../../support/consultations.ts'
import { expect, expectNoHorizontalScroll, test } from '../../support/fixtures.ts'
import { createMaizeExpert, findCard, findDialog, openSlotsPage, slotsPath } from '../../support/slots-page.ts'
import { toasts } from '../../support/upload-page.ts'

/** Lets an expert answer an approved post, and another expert endorse the answer. */
async function createEndorsedAnswer(expert: TestAccount, colleague: TestAccount): Promise<{ postId: string }> {
  const { id: postId } = await createPost(await createFarmer(), { title: 'Orange spots on the lower leaves' })
  await moderatePost(colleague, postId, { action: 'approve' })
  const answer = (await createComment(expert, postId, 'It is rust. Sow a resistant variety.')) as { id: string }
  const body = { response_id: answer.id, action: 'endorse' }
  await requestAs(colleague, 'PUT', `/api/community/responses/moderate/${postId}/`, body)
  return { postId }
}

test('a farmer opens the profile of an expert from a slot and from an answer, and books a free time there', async ({
  page,
  takeScreenshot,
  expectAccessible,
}) => {
  const { expert, area } = await createMaizeExpert()
  const colleague = await createExpert()
  const { postId } = await createEndorsedAnswer(expert, colleague)
  await requestAs(expert, 'PUT', '/api/account/districts-served/', { districts: ['UG-mbale', 'UG-tororo'] })
  for (const days of [3, 4, 5]) await createSlot(expert, daysFromNow(days, 9))

  await openSlotsPage(page, area)
  await findCard(page, expert.username).first().getByRole('link', { name: expert.username }).click()
  await expect(page).toHaveURL(`/account/experts/${await getUserId(expert)}`)
  await expect(page.getByRole('heading', { name: expert.username, level: 1 })).toBeVisible()
  await expect(page.getByText('1 answer on the board, 1 endorsed by experts.')).toBeVisible()
  await expect(page.getByText('Mbale, Tororo')).toBeVisible()
  await expect(page.getByText(/Checked by an administrator on/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Book Slot/ })).toHaveCount(3)
  await expectNoHorizontalScroll(page)
  await expectAccessible('expert profile')
  await takeScreenshot('expert-profile')

  await page
    .getByRole('button', { name: /^Book Slot/ })
    .first()
    .click()
  await findDialog(page).getByRole('button', { name: 'Book Slot' }).click()
  await expect(toasts(page).getByText('Slot booking submitted for approval')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Book Slot/ })).toHaveCount(2)

  await page.goto(`/account/addresses/community-posts/${postId}`)
  await page.getByRole('tab', { name: 'Expert Comments' }).click()
  await expect(page.getByText('Another expert agrees')).toBeVisible()
  await takeScreenshot('endorsed-answer')
  await page.getByRole('link', { name: expert.username }).click()
  await expect(page.getByRole('heading', { name: expert.username, level: 1 })).toBeVisible()
})

test('a newcomer sees a profile without figures', { tag: '@phone' }, async ({ page, takeScreenshot }) => {
  const newcomer = await createExpert()
  await signInByApi(page, newcomer)
  await page.goto('/account/profile')
  await page.getByRole('link', { name: 'See what farmers see' }).click()
  await expect(page.getByText('This is what farmers see.')).toBeVisible()
  await expect(page.getByText('No free time at the moment.')).toBeVisible()
  await expect(page.getByText('Answers to farmers')).toHaveCount(0)
  await takeScreenshot('expert-profile-newcomer')
})

test('a farmer finds experts by crop', { tag: '@phone' }, async ({ page, takeScreenshot }) => {
  const { expert, area } = await createMaizeExpert()
  await createSlot(expert, daysFromNow(3, 9))
  await openSlotsPage(page, area)
  await page.getByRole('combobox', { name: 'Crop' }).click()
  await page.getByRole('option', { name: 'Wheat', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`${slotsPath}\\?crop=WHEAT`))
  await expect(page.getByText('No slots found.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Crop' }).click()
  await page.getByRole('option', { name: 'Maize', exact: true }).click()
  await expect(findCard(page, expert.username)).toBeVisible()
  await takeScreenshot('slots-by-crop')
})
