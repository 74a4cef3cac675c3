import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { launchOptions } from '../../runner/browser.ts'
import { createExpert, createFarmer, readAs, signInByApi } from '../../support/accounts.ts'
import { createPost, moderatePost, writePost } from '../../support/community.ts'
import { createSlot, daysFromNow } from '../../support/consultations.ts'
import { expect, test } from '../../support/fixtures.ts'
import { hasLeafPhotos, leafPhotoPath, noLeafPhotosReason } from '../../support/leaf-photos.ts'
import { bookingsApiPath, createMaizeExpert, findCard, findDialog, slotsPath } from '../../support/slots-page.ts'
import { startUnreliableNetwork } from '../../support/unreliable-network.ts'
import {
  analysisResult,
  chooseFiles,
  processImage,
  uploadPath,
  waitForOnDeviceModel,
} from '../../support/upload-page.ts'

test.use({ serviceWorkers: 'allow' })
test.skip(!hasLeafPhotos, noLeafPhotosReason)

const boardPath = '/account/addresses/community-posts'
const outboxPath = '/account/outbox'

/** Returns the first page of a browser. Its actions fail after a while, so that a failure names its step. */
async function openPage(browser: BrowserContext): Promise<Page> {
  const page = browser.pages()[0] ?? (await browser.newPage())
  page.setDefaultTimeout(15_000)
  return page
}

test('a day without a network and a restart of the browser: everything arrives once over a bad network', async ({
  playwright,
}) => {
  test.setTimeout(240_000)
  const network = await startUnreliableNetwork()
  const { expert, area } = await createMaizeExpert()
  const [author, moderator, farmer] = [await createFarmer(), await createExpert(), await createFarmer()]
  await createSlot(expert, daysFromNow(3, 10))
  const titles = { theirs: `Orange dots ${Date.now()}`, own: `Yellow beans ${Date.now()}` }
  const { id: postId } = await createPost(author, { title: titles.theirs })
  await moderatePost(moderator, postId, { action: 'approve' })

  const profile = await mkdtemp(join(tmpdir(), 'kutu-profile-'))
  // The context options of the project apply as well.
  const startBrowser = (): Promise<BrowserContext> =>
    playwright.chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: network.origin })
  let browser = await startBrowser()
  try {
    let page = await openPage(browser)
    const slotsAddress = `${slotsPath}?${new URLSearchParams({ expertise: area })}`

    await test.step('with a network: the screens are opened once', async () => {
      await signInByApi(page, farmer)
      await page.goto(uploadPath)
      await waitForOnDeviceModel(page)
      await page.goto(boardPath)
      await expect(page.getByRole('article', { name: titles.theirs })).toBeVisible()
      await page.goto(slotsAddress)
      await expect(findCard(page, expert.username)).toBeVisible()
      await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true))
      // A reload, so that the screens are read from the device as they will be offline.
      await page.reload()
      await expect(findCard(page, expert.username)).toBeVisible()
    })

    await test.step('without one: a booking, a comment, a post and two photos', async () => {
      network.setMode('offline')
      await findCard(page, expert.username).getByRole('button', { name: 'Book Slot' }).click()
      await findDialog(page).getByRole('button', { name: 'Book Slot' }).click()
      await expect(page.getByText('Your booking waits for a network.')).toBeVisible()

      await page.goto(boardPath)
      const card = page.getByRole('article', { name: titles.theirs })
      await card.getByRole('button', { name: 'Comment', exact: true }).click()
      await page.getByLabel(/^Comment/).fill('Mine had it too.')
      await page.getByRole('button', { name: 'Submit comment' }).click()
      await expect(findDialog(page)).toBeHidden()
      await writePost(page, titles.own)
      await expect(page.getByRole('link', { name: /wait to be sent/ })).toContainText('3')

      for (const photo of ['rust', 'otherRust'] as const) {
        await page.goto(uploadPath)
        await chooseFiles(page, leafPhotoPath(photo))
        await processImage(page)
        await expect(analysisResult(page).getByRole('heading', { name: /rust/i }).first()).toBeVisible()
      }
    })

    const waiting = () => page.getByRole('main').getByRole('listitem')
    await test.step('all of it survives a reload and a restart of the browser', async () => {
      await page.goto(outboxPath)
      await expect(waiting()).toHaveCount(5)
      await page.reload()
      await expect(waiting()).toHaveCount(5)
      await browser.close()
      browser = await startBrowser()
      page = await openPage(browser)
      await page.goto(outboxPath)
      await expect(waiting()).toHaveCount(5)
    })

    await test.step('with one request in three lost, everything arrives once', async () => {
      network.setMode('unreliable')
      await expect(page.getByText('Nothing waits')).toBeVisible({ timeout: 120_000 })
      const count = async (reader: typeof farmer, path: string) => ((await readAs(reader, path)) as unknown[]).length
      expect(await count(farmer, '/api/community/posts/mine/')).toBe(1)
      expect(await count(moderator, `/api/community/responses/moderate/${postId}/`)).toBe(1)
      expect(await count(farmer, bookingsApiPath)).toBe(1)
      const analyses = (await readAs(farmer, '/analysis/rust-detection/')) as { count: number }
      expect(analyses.count).toBe(2)
      expect(network.lost.requests).toBeGreaterThan(0)
      expect(network.lost.replies).toBeGreaterThan(0)
    })
  } finally {
    await browser.close()
    network.close()
    await rm(profile, { recursive: true, force: true })
  }
})
