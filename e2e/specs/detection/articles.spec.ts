import { expect, test } from '../../support/fixtures.ts'

test('anyone reads an article without an account: the disease, the treatment and the sources', async ({
  page,
  takeScreenshot,
  expectAccessible,
}) => {
  await page.goto('/learn')
  await expect(page.getByRole('link', { name: 'Common rust of maize' })).toBeVisible()
  await takeScreenshot('learn')
  await expectAccessible('the list of articles')
  expect(await page.getByRole('listitem').count()).toBeGreaterThanOrEqual(18)
  await page.getByRole('link', { name: 'Common rust of maize' }).click()
  await expect(page.getByRole('heading', { name: 'Common rust of maize', level: 1 })).toBeVisible()
  for (const title of ['What you see', 'Do today'])
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await takeScreenshot('article')
  await expectAccessible('an article')

  await page.getByText('Spray only if').click()
  await page.getByText('Kenya', { exact: true }).click()
  await expect(page.getByText('Pest Control Products Board').first()).toBeVisible()
  await page.getByText('Uganda', { exact: true }).click()
  await expect(page.getByText('Uganda’s national register').first()).toBeVisible()
  await page.getByText('Sources', { exact: true }).click()
  await expect(page.getByText('Checked against its sources on 21 Nov 2026')).toBeVisible()
  await expectAccessible('an article with open folds')
})

test('every listed article exists, and an unknown one says so', async ({ page, expectAccessible }) => {
  await page.goto('/learn')
  const addresses = await page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll(links => links.map(link => new URL(link instanceof HTMLAnchorElement ? link.href : '').pathname))
  for (const address of addresses) {
    await page.locator(`main a[href="${address}"]`).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { name: 'Do today' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/learn')
  }
  await page.goto('/learn/no-such-card')
  await expect(page.getByText('This article does not exist')).toBeVisible()
  await expectAccessible('an unknown article')
})

test('an article is shared; without a share sheet its URL is copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'share', { value: undefined }))
  await page.goto('/learn/beans-rust')
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('The link is copied. Paste it where you like.')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(copied).pathname).toBe('/learn/beans-rust')
})

test.describe('after the app was opened once', () => {
  test.use({ serviceWorkers: 'allow' })

  test('articles can be read offline in every language', async ({ page, context }) => {
    await page.goto('/learn')
    await page.evaluate(() => navigator.serviceWorker.ready)
    await context.setOffline(true)
    await page.goto('/learn/wheat-stripe-rust')
    await expect(page.getByRole('heading', { name: 'Stripe rust of wheat', level: 1 })).toBeVisible()
    await expect(page.getByText('You are offline.')).toBeVisible()
    await page.evaluate(() => localStorage.setItem('language', 'lg'))
    await page.goto('/learn/rice-blast')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Obulwadde bwa blast ku muceere')
  })

  test('offline, a toast leaves the bar that says so free', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'share', { value: undefined }))
    await page.goto('/learn/beans-rust')
    await page.evaluate(() => navigator.serviceWorker.ready)
    await context.setOffline(true)
    await expect(page.getByText('You are offline.')).toBeVisible()
    await page.getByRole('button', { name: 'Share' }).click()
    const toast = page.getByText('The link is copied. Paste it where you like.')
    await expect(toast).toBeVisible()
    const [bar, box] = [await page.getByText('You are offline.').boundingBox(), await toast.boundingBox()]
    expect(box?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? Number.NaN))
  })
})
