import type { Page } from '@playwright/test'
import { createFarmer, signInByApi } from '../../support/accounts.ts'
import { analyzeLeaves } from '../../support/analyses.ts'
import { createPost, moderatePost } from '../../support/community.ts'
import { answerBooking, bookSlot, createSlot, daysFromNow } from '../../support/consultations.ts'
import { expect, test } from '../../support/fixtures.ts'
import { hasLeafPhotos, noLeafPhotosReason } from '../../support/leaf-photos.ts'
import { createMaizeExpert, myBookingsPath } from '../../support/slots-page.ts'

test.use({ serviceWorkers: 'allow' })

/** Waits until the device holds this many replies to queries whose key starts so. They are stored just after the screen shows them. */
const waitForStoredReplies = (page: Page, key: string, count: number) =>
  expect
    .poll(() =>
      page.evaluate(async key => {
        const open = indexedDB.open('replies')
        await new Promise(resolve => open.addEventListener('success', resolve))
        const keys = open.result.transaction('entries').objectStore('entries').getAllKeys()
        await new Promise(resolve => keys.addEventListener('success', resolve))
        open.result.close()
        return (keys.result as [string, string][]).filter(([, hash]) => hash.startsWith(key)).length
      }, key),
    )
    .toBeGreaterThanOrEqual(count)

const boardPath = '/account/addresses/community-posts'

test('what a farmer has read online can be read without network after a reload, until logging out', async ({
  page,
  context,
  expectFailure,
}) => {
  for (const path of ['/api/auth/me', '/api/notifications/', '/api/dashboard/stats/', '/api/community/posts/'])
    expectFailure('lost', path)
  for (const path of ['/api/community/posts/mine/', '/api/community/stats/', '/analysis/rust-detection/'])
    expectFailure('lost', path)
  for (const path of ['/analysis/active-model/', '/api/consultations/consultations/']) expectFailure('lost', path)
  const { expert } = await createMaizeExpert()
  const farmer = await createFarmer()
  const time = daysFromNow(3, 10)
  const { id } = await bookSlot(farmer, (await createSlot(expert, time)).id)
  await answerBooking(expert, id, { action: 'approve', selected_date: time.toISOString() })
  const title = `Yellow maize ${Date.now()}`
  const post = await createPost(farmer, { title })
  await moderatePost(expert, post.id, { action: 'approve' })

  const appointment = page.getByRole('link', { name: `Appointment with ${expert.username}` })
  const booking = page.getByRole('article').filter({ hasText: expert.username })
  const card = page.getByRole('article', { name: title })
  await signInByApi(page, farmer)
  await page.goto('/account')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await expect(appointment).toBeVisible()
  await waitForStoredReplies(page, '["bookings"', 1)
  await page.goto(myBookingsPath)
  await expect(booking.getByRole('link', { name: /^Call/ })).toBeVisible()
  await waitForStoredReplies(page, '["bookings"', 2)
  await page.goto(boardPath)
  await expect(card).toBeVisible()
  await waitForStoredReplies(page, '["posts","board"', 1)

  await context.setOffline(true)
  await page.goto(myBookingsPath)
  await expect(booking.getByRole('link', { name: /^Call/ })).toBeVisible()
  await page.goto('/account')
  await expect(appointment).toBeVisible()
  await page.goto(boardPath)
  await expect(card).toBeVisible()

  await context.setOffline(false)
  await page.evaluate(() => localStorage.clear())
  await page.goto('/auth')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .not.toContain('replies')
})

test('guide and question about the latest leaf are there without network, where only home was opened', async ({
  page,
  context,
  expectFailure,
}) => {
  test.skip(!hasLeafPhotos, noLeafPhotosReason)
  for (const path of ['/api/auth/me', '/api/notifications/', '/analysis/rust-detection/', '/analysis/active-model/'])
    expectFailure('lost', path)
  for (const path of ['/api/community/posts/', '/api/community/posts/mine/', '/api/community/stats/'])
    expectFailure('lost', path)
  // Neither photos nor the model.
  await page.addInitScript(() => localStorage.setItem('dataSaver', 'on'))
  const farmer = await createFarmer()
  await analyzeLeaves(farmer, 'rust')
  await signInByApi(page, farmer)
  await page.goto('/account')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await waitForStoredReplies(page, '["analyses"', 1)
  await context.setOffline(true)
  await page.goto('/account/addresses/education-resources')
  await expect(page.getByText('Chosen for your latest answer:')).toBeVisible()
  await page.goto(boardPath)
  await page.getByRole('button', { name: 'Add a Post' }).click()
  await expect(page.getByRole('region', { name: 'Ask about this analysis' })).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(/^Maize/)
})
