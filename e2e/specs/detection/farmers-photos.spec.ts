import { join } from 'node:path'
import { createExpert, createFarmer, requestAs, signInByApi } from '../../support/accounts.ts'
import { analyzePhotoFiles } from '../../support/analyses.ts'
import { startJob, useDatabase } from '../../support/database.ts'
import { expect, expectNoHorizontalScroll, test } from '../../support/fixtures.ts'
import { hasLeafPhotos, noLeafPhotosReason } from '../../support/leaf-photos.ts'
import { toasts } from '../../support/upload-page.ts'

test.skip(!hasLeafPhotos, noLeafPhotosReason)

/** Photos that no other journey reports, because the same leaf counts once. */
const photoPaths = ['021', '022', '023', '024'].map(name =>
  join(process.env.LEAF_DATA ?? '', 'test_field', 'beans__rust', `${name}.jpg`),
)

test('a farmer allows leaf photos, two experts agree on them, and an article shows three until an expert removes one', async ({
  page,
  browser,
  takeScreenshot,
  expectAccessible,
  consoleErrors,
}) => {
  const [farmer, first, second] = [await createFarmer(), await createExpert(), await createExpert()]
  const farm = { farm_location: 'Mbale', farm_size: 2.5, crop_types: ['BEANS'], district: 'UG-mbale' }
  await requestAs(farmer, 'PUT', '/api/account/farm/', farm)
  for (const { id } of await analyzePhotoFiles(farmer, photoPaths, 'BEANS')) {
    const report = (await requestAs(farmer, 'POST', `/analysis/rust-detection/${id}/report/`, {})) as { id: string }
    for (const expert of [first, second])
      await requestAs(expert, 'PUT', `/analysis/training-queue/${report.id}/`, {
        action: 'correct',
        label: 'common_rust',
      })
  }

  await signInByApi(page, farmer)
  await page.goto('/account/settings')
  const consent = page.getByRole('checkbox', { name: 'My leaf photos may appear in the field guide' })
  await expect(consent).not.toBeChecked()
  const saved = () => page.waitForResponse('**/api/account/photo-consent/')
  await Promise.all([saved(), consent.check()])
  await page.reload()
  await expect(consent).toBeChecked()
  await consent.scrollIntoViewIfNeeded()
  await takeScreenshot('settings-photos')
  await useDatabase(client => startJob(client, 'choose_guide_photos'))

  const photos = page.getByRole('region', { name: 'Photos from Kutu’s farmers' })
  await expect(async () => {
    await page.goto('/learn/beans-rust')
    await expect(photos.getByRole('img')).toHaveCount(3, { timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await expect(photos.getByText(/^Mbale, /)).toHaveCount(3)
  await expect(photos.getByRole('button')).toHaveCount(0)
  await photos.scrollIntoViewIfNeeded()
  for (const image of await photos.getByRole('img').all())
    await expect.poll(() => image.evaluate(each => (each as HTMLImageElement).naturalWidth)).toBeGreaterThan(100)
  await expectNoHorizontalScroll(page)
  await expectAccessible('an article with farmers’ photos')
  await takeScreenshot('article-photos')

  const expertPage = await (await browser.newContext()).newPage()
  consoleErrors.watch(expertPage)
  await signInByApi(expertPage, first)
  await expertPage.goto('/learn/beans-rust')
  const shown = expertPage.getByRole('region', { name: 'Photos from Kutu’s farmers' })
  await shown.getByRole('button', { name: 'Remove this photo' }).first().click()
  await expertPage.getByRole('dialog').getByRole('button', { name: 'Remove this photo' }).click()
  await expect(toasts(expertPage).getByText('The photo has been removed')).toBeVisible()
  await expect(shown.getByRole('img')).toHaveCount(2)

  await page.goto('/account/settings')
  await expect(consent).toBeChecked()
  await Promise.all([saved(), consent.uncheck()])
  await page.goto('/learn/beans-rust')
  await expect(page.getByRole('heading', { name: 'Do today' })).toBeVisible()
  await expect(photos).toHaveCount(0)
})
