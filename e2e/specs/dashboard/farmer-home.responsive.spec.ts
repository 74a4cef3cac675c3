import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createExpert, createFarmer, signInByApi, type TestAccount } from '../../support/accounts.ts'
import { analyzePhotoFiles } from '../../support/analyses.ts'
import { createComment, createPost, moderatePost } from '../../support/community.ts'
import { answerBooking, bookSlot, createSlot, daysFromNow } from '../../support/consultations.ts'
import { useDatabase } from '../../support/database.ts'
import { expect, expectNoHorizontalScroll, openFold, test } from '../../support/fixtures.ts'
import { getLayoutShift, recordLayoutShift } from '../../support/layout-shift.ts'
import { hasLeafPhotos, noLeafPhotosReason } from '../../support/leaf-photos.ts'
import { uploadProfilePhoto } from '../../support/profile-photo.ts'

const weekMs = 7 * 86_400_000
const maxHeight = 1600
const maxLayoutShift = 0.1

/** Analyzes photos of three crops, one a week and crop, the last of them today. */
async function photographWeekly(farmer: TestAccount, weeks: number): Promise<void> {
  for (const folder of ['maize__common_rust', 'beans__rust', 'wheat__leaf_rust']) {
    const path = join(process.env.LEAF_DATA ?? '', 'train', folder)
    const files = (await readdir(path)).toSorted().slice(0, weeks)
    const analyses = await analyzePhotoFiles(
      farmer,
      files.map(file => join(path, file)),
      folder.split('__')[0]?.toUpperCase(),
    )
    // The server accepts photos of the last 30 days only.
    await useDatabase(async client => {
      for (const [week, { id }] of analyses.entries())
        await client.query('update analyses set uploaded_at = $2 where id = $1', [
          id,
          new Date(Date.now() - (analyses.length - 1 - week) * weekMs),
        ])
    })
  }
}

/** Waits until the photos that the phone shows are there. */
const expectPhotosLoaded = (page: Page) =>
  expect
    .poll(() =>
      page
        .locator('main img')
        .evaluateAll(
          photos => photos.filter(photo => photo instanceof HTMLImageElement && photo.naturalWidth > 0).length,
        ),
    )
    .toBeGreaterThan(9)
const getHeight = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)

test('a newcomer’s home shows drawn leaves, the camera button and folded figures', async ({
  page,
  takeScreenshot,
  expectAccessible,
}) => {
  await recordLayoutShift(page)
  await signInByApi(page, await createFarmer())
  await page.goto('/account')
  await expect(page.getByText('Is your crop sick? Ask a leaf.')).toBeInViewport()
  await expect(page.getByRole('region', { name: 'Today' }).locator('svg').first()).toBeInViewport()
  await expect(page.getByRole('link', { name: 'Check a leaf' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('navigation', { name: 'Quick links' }).getByRole('link')).toHaveCount(4)
  await expect(page.getByText('Images: Rust')).toBeHidden()
  await expectNoHorizontalScroll(page)
  await expectAccessible('the home of a newcomer')
  await takeScreenshot('home-newcomer')
  console.log(`home of a newcomer: ${await getHeight(page)} px, layout shift ${await getLayoutShift(page)}`)
  expect(await getLayoutShift(page)).toBeLessThan(maxLayoutShift)
  await openFold(page, 'Figures')
  await expect(page.locator('dl > div')).toHaveCount(10)
  for (const name of ['Image Analysis Outcomes', 'Monthly Image Analysis']) {
    const chart = page.locator('section', { has: page.getByRole('heading', { name }) }).last()
    await chart.scrollIntoViewIfNeeded()
    await expect(chart.locator('canvas')).toBeVisible()
  }
  await expectAccessible('the figures of a newcomer')
  await takeScreenshot('home-newcomer-figures')
})

test('a year of use fits a short home: today, the plants week by week, people, four links; photos of one plant stand together', async ({
  page,
  isMobile,
  takeScreenshot,
  expectAccessible,
}) => {
  test.skip(!hasLeafPhotos, noLeafPhotosReason)
  const farmer = await createFarmer()
  const expert = await createExpert()
  await uploadProfilePhoto(expert)
  await photographWeekly(farmer, 9)
  const { id } = await createPost(farmer, { title: 'Orange powder on the leaves' })
  await moderatePost(expert, id, { action: 'approve' })
  await createComment(expert, id, 'It is bean rust. Pull off the worst leaves.')
  const time = daysFromNow(3, 10)
  const booking = await bookSlot(farmer, (await createSlot(expert, time)).id)
  await answerBooking(expert, booking.id, { action: 'approve', selected_date: time.toISOString() })

  await recordLayoutShift(page)
  await signInByApi(page, farmer)
  await page.goto('/account')
  const diary = page.getByRole('region', { name: 'Your field' })
  await expect(page.getByRole('region', { name: 'Today' }).locator('img')).toBeInViewport()
  for (const crop of ['Maize', 'Beans', 'Wheat'])
    await expect(diary.getByRole('region', { name: crop }).getByRole('link').nth(3)).toBeAttached()
  await expect(page.getByRole('link', { name: new RegExp(`${expert.username}.*Orange powder`) })).toBeVisible()
  await expect(page.getByRole('link', { name: `Appointment with ${expert.username}` })).toBeVisible()
  await expectNoHorizontalScroll(page)
  await expectPhotosLoaded(page)
  await takeScreenshot('home-year')
  const height = await getHeight(page)
  console.log(`home after a year: ${height} px, layout shift ${await getLayoutShift(page)}`)
  if (isMobile) expect(height).toBeLessThanOrEqual(maxHeight)
  expect(await getLayoutShift(page)).toBeLessThan(maxLayoutShift)
  await expectAccessible('the home after a year')

  await diary.getByRole('region', { name: 'Maize' }).getByRole('link').first().click()
  await expect(page.getByText(/^Same plant as on .*\?$/)).toBeVisible()
  await expectNoHorizontalScroll(page)
  await expectAccessible('an answer that asks for the plant')
  await takeScreenshot('answer-same-plant')
  await page.getByRole('button', { name: 'Same plant' }).click()
  await expect(page.getByRole('button', { name: 'Take back' })).toBeVisible()
  await page.goto('/account')
  await expect(diary.getByRole('region', { name: 'Maize: one plant' }).getByRole('link')).toHaveCount(2)
  await takeScreenshot('home-one-plant')

  const largeText = await page.context().newPage()
  await recordLayoutShift(largeText)
  await largeText.addInitScript(() => {
    localStorage.setItem('language', 'lg')
    document.addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('font-size', '200%'))
  })
  for (const path of ['/account', '/account/addresses/education-resources']) {
    await largeText.goto(path)
    await expect(largeText.locator('main').getByRole('group').first()).toBeVisible()
    await expect(largeText.locator('[aria-busy=true], .animate-pulse')).toHaveCount(0)
    await expectNoHorizontalScroll(largeText, `${path} at 200 % text`)
    const shift = await getLayoutShift(largeText)
    console.log(`${path} in Luganda at 200 % text: layout shift ${shift}`)
    expect(shift).toBeLessThan(maxLayoutShift)
  }
  await largeText.close()
})
