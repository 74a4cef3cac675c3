import type { Page } from '@playwright/test'
import { createExpert, createFarmer, signInByApi, type TestAccount } from '../../support/accounts.ts'
import { createComment, createPost, moderatePost } from '../../support/community.ts'
import { bookSlot, createSlot, daysFromNow } from '../../support/consultations.ts'
import { expect, test } from '../../support/fixtures.ts'
import { findScreenPaths } from '../../support/screens.ts'

const payloads = [
  '<img src=x onerror="window.wasRun=1">',
  '"><script>window.wasRun=1</script>',
  '{{constructor}}<svg onload=wasRun=1>',
]
const [image = '', script = '', svg = ''] = payloads

/** Opens screens and expects that nothing of the stored texts became an element, a link or a call. */
async function expectOnlyText(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
    const found = await page.evaluate(() => ({
      wasRun: 'wasRun' in window,
      elements: document.querySelectorAll('[onerror], [onload], img[src="x"], a[href^="javascript:" i]').length,
    }))
    expect(found, path).toEqual({ wasRun: false, elements: 0 })
  }
}

async function openAs(page: Page, account: TestAccount, paths: readonly string[]): Promise<void> {
  await signInByApi(page, account)
  await expectOnlyText(page, paths)
}

test('texts with markup and scripts stay texts on every screen of farmers and experts', async ({ browser }) => {
  test.setTimeout(180_000)
  const farmer = await createFarmer()
  const expert = await createExpert({ bio: image, areas_of_expertise: script, certifications: svg, institution: image })
  const post = await createPost(farmer, { title: image, content: `${script} ${svg}` })
  await moderatePost(expert, post.id, { action: 'approve' })
  await createComment(expert, post.id, svg)
  await createComment(farmer, post.id, script)
  await createPost(farmer, { title: script, content: image })
  const slot = await createSlot(expert, daysFromNow(3, 10))
  await bookSlot(farmer, slot.id)
  const paths = findScreenPaths('/account').filter(path => !path.startsWith('/account/admin/'))

  const farmerPage = await (await browser.newContext()).newPage()
  await openAs(farmerPage, farmer, paths)
  await farmerPage.goto('/account/addresses/community-posts')
  await expect(farmerPage.getByText(image).first()).toBeVisible()

  const expertPage = await (await browser.newContext()).newPage()
  await openAs(expertPage, expert, [...paths, `/account/addresses/${post.id}`])
  await expertPage.goto(`/account/addresses/${post.id}`)
  await expect(expertPage.getByText(svg).first()).toBeVisible()
})
