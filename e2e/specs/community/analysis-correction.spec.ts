import { createExpert, createFarmer, signInByApi } from '../../support/accounts.ts'
import { analyzeLeaves } from '../../support/analyses.ts'
import { createPost } from '../../support/community.ts'
import { expect, test } from '../../support/fixtures.ts'
import { hasLeafPhotos, noLeafPhotosReason } from '../../support/leaf-photos.ts'

test('an expert corrects the analysis of a post’s photo, and finds the photo among their contributions', async ({
  page,
  takeScreenshot,
  expectAccessible,
}) => {
  test.skip(!hasLeafPhotos, noLeafPhotosReason)
  const [farmer, expert] = [await createFarmer(), await createExpert()]
  // Uses its own photo: one submitted by another test would be reported as a duplicate.
  const [analysis = ''] = await analyzeLeaves(farmer, 'healthy')
  const title = `${farmer.username} asks about spots`
  const post = await createPost(farmer, { title, image: analysis, rust_detection: analysis })

  await signInByApi(page, expert)
  await page.goto(`/account/addresses/all-posts?search=${farmer.username}`)
  const correctionButton = page.getByRole('button', { name: `Kutu’s answer is wrong: ${title}` })
  await expect(correctionButton).toBeVisible()
  await takeScreenshot('board-answer-wrong')
  await page.goto(`/account/addresses/${post.id}`)
  await correctionButton.click()
  const dialog = page.getByRole('dialog', { name: 'Kutu’s answer is wrong' })
  await expect(dialog.getByText('Kutu said: Healthy.')).toBeVisible()
  const sendButton = dialog.getByRole('button', { name: 'Send' })
  await expect(sendButton, 'nothing is chosen beforehand').toBeDisabled()
  await expect(dialog.getByRole('radio', { name: 'Healthy' })).toHaveCount(0)
  await dialog.getByRole('radio', { name: 'Other Diseases' }).check()
  await takeScreenshot('answer-wrong')
  await expectAccessible('what it really is')
  await sendButton.click()
  await expect(page.getByText('Thank you. Your label is saved.')).toBeVisible()
  await expect(page.getByText('Your label: Other Diseases')).toBeVisible()
  await takeScreenshot('answer-corrected')

  await page.goto('/account/addresses/model-training')
  await expect(page.getByRole('img', { name: 'Leaf, submitted as Other Diseases' })).toBeVisible()
})
