import { analyse } from '../analyses.ts'
import { ask } from '../board.ts'
import { expect, test } from '../journey.ts'
import { hasLeaves, withoutLeaves } from '../leaves.ts'
import { newExpert, newFarmer, openSession } from '../people.ts'

test('an expert says what the photo of a farmer’s post really shows, and finds it among the own contributions', async ({
  page,
  shoot,
  expectAccessible,
}) => {
  test.skip(!hasLeaves, withoutLeaves)
  const [farmer, expert] = [await newFarmer(), await newExpert()]
  // A leaf of its own: one that another journey submits would count there as submitted before.
  const [analysis = ''] = await analyse(farmer, 'healthy')
  const title = `${farmer.username} asks about spots`
  const post = await ask(farmer, { title, image: analysis, rust_detection: analysis })

  await openSession(page, expert)
  await page.goto(`/account/addresses/all-posts?search=${farmer.username}`)
  const wrong = page.getByRole('button', { name: `Kutu’s answer is wrong: ${title}` })
  await expect(wrong).toBeVisible()
  await shoot('board-answer-wrong')
  await page.goto(`/account/addresses/${post.id}`)
  await wrong.click()
  const dialog = page.getByRole('dialog', { name: 'Kutu’s answer is wrong' })
  await expect(dialog.getByText('Kutu said: Healthy.')).toBeVisible()
  const send = dialog.getByRole('button', { name: 'Send' })
  await expect(send, 'nothing is chosen beforehand').toBeDisabled()
  await expect(dialog.getByRole('radio', { name: 'Healthy' })).toHaveCount(0)
  await dialog.getByRole('radio', { name: 'Other disease' }).check()
  await shoot('answer-wrong')
  await expectAccessible('what it really is')
  await send.click()
  await expect(page.getByText('Thank you, Kutu has your label')).toBeVisible()
  await expect(page.getByText('You say: Other disease')).toBeVisible()
  await shoot('answer-corrected')

  await page.goto('/account/addresses/model-training')
  await expect(page.getByRole('img', { name: 'Leaf, submitted as Other disease' })).toBeVisible()
})
