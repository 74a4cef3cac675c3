import { expect, test } from '../../support/fixtures.ts'
import { getLayoutShift, recordLayoutShift } from '../../support/layout-shift.ts'
import { hasLeafPhotos, leafPhotoPath, noLeafPhotosReason } from '../../support/leaf-photos.ts'
import { analysisResult, chooseFiles } from '../../support/upload-page.ts'

test.skip(!hasLeafPhotos, noLeafPhotosReason)

test('the way from the sign-in page to an answer is accessible', async ({
  page,
  isMobile,
  expectAccessible,
  takeScreenshot,
}) => {
  await recordLayoutShift(page)
  await page.goto('/auth')
  await expectAccessible('the sign-in page')
  await takeScreenshot('auth')
  await page.getByRole('link', { name: 'Check a leaf now' }).click()
  await expect(page.getByRole('heading', { name: 'Check a leaf', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Process Image' })).toBeVisible()
  await expectAccessible('checking a leaf')
  await takeScreenshot('trial')
  // The checks of accessibility before have moved the bars.
  const before = await getLayoutShift(page)
  await chooseFiles(page, leafPhotoPath('rust'))
  await expect(analysisResult(page)).toBeVisible({ timeout: 60_000 })
  const layoutShift = (await getLayoutShift(page)) - before
  console.log(`answer of a visitor: layout shift ${layoutShift}`)
  // A wide screen shows more of what an answer pushes down.
  expect(layoutShift).toBeLessThan(isMobile ? 0.1 : 0.2)
  await expectAccessible('the answer without an account')
  await takeScreenshot('trial-answer')
  await page.getByRole('link', { name: 'Book a Slot' }).click()
  await expect(page).toHaveURL('/auth/signup')
})
