import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { createFarmer, signInByApi } from '../../support/accounts.ts'
import { expect, test } from '../../support/fixtures.ts'

test.use({ serviceWorkers: 'allow' })

type Icon = { src: string; sizes: string; type: string; purpose?: string }
type Manifest = { name: string; start_url: string; scope: string; display: string; theme_color: string; icons: Icon[] }

/** Waits until the model is downloaded in the background; otherwise each page would go on with the download. */
async function waitForModel(page: Page): Promise<void> {
  const countFiles = () => page.evaluate(async () => (await (await caches.open('on-device-model')).keys()).length)
  await expect.poll(countFiles).toBeGreaterThan(0)
  // The lock of the download that is in progress.
  await page.evaluate(() => navigator.locks.request('kutu-model-download', { mode: 'exclusive' }, () => undefined))
}

/** Waits until the service worker controls the page. */
const waitForServiceWorker = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise(resolve =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      )
    return true
  })

test('the browser offers to install the app', async ({ page, context }) => {
  await page.goto('/auth')
  await waitForServiceWorker(page)
  const devtools = await context.newCDPSession(page)
  const { errors } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // Test contexts are incognito, which is the only reason not to be installable.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter(id => id !== 'in-incognito')).toEqual([])
})

test('the installed app opens in its own window, in the color of its pages', async ({ page, request }) => {
  await page.goto('/auth')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = (await (await request.get(href ?? '')).json()) as Manifest
  expect(manifest).toMatchObject({ name: 'Kutu', start_url: '/', scope: '/', display: 'standalone' })
  await expect(page.locator('meta[name=theme-color]')).toHaveAttribute('content', manifest.theme_color)
  await expect(page.locator('link[rel=apple-touch-icon]')).toHaveAttribute('href', '/icons/180.png')
})

test('the icons have their declared sizes, and the maskable icon can be cropped', async ({ request }) => {
  const { icons } = (await (await request.get('/manifest.webmanifest')).json()) as Manifest
  const pngIcons = icons.filter(({ type }) => type === 'image/png')
  expect(pngIcons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  for (const { src, sizes } of [...pngIcons, { src: '/icons/180.png', sizes: '180x180' }]) {
    const { width, height } = await sharp(await (await request.get(src)).body()).metadata()
    expect(`${width}x${height}`, src).toBe(sizes)
  }
  const maskable = pngIcons.find(({ purpose }) => purpose === 'maskable')
  const image = sharp(await (await request.get(maskable?.src ?? '')).body())
  expect((await image.clone().stats()).isOpaque).toBe(true)
  // The artwork fits into the circle of 80% that no launcher mask cuts into.
  const { info } = await image.trim().toBuffer({ resolveWithObject: true })
  expect(Math.hypot(info.width, info.height)).toBeLessThanOrEqual(512 * 0.8)
})

test('once opened, the app starts offline at any URL and says that it is offline', async ({
  page,
  context,
  expectFailure,
}) => {
  expectFailure('lost', '/api/privacy/')
  await page.goto('/auth')
  await waitForServiceWorker(page)
  await context.setOffline(true)
  const titles = { '/': 'Sign in', '/auth/forgot-password': 'Forgot', '/terms': 'Terms' }
  for (const [path, title] of Object.entries(titles)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
    await expect(page.getByText('You are offline.')).toBeVisible()
  }
  await context.setOffline(false)
  await expect(page.getByText('You are offline.')).toBeHidden()
})

test('a farmer can use the menu and its screens offline', async ({ page, context, expectFailure, takeScreenshot }) => {
  for (const path of ['/api/auth/me', '/api/notifications/', '/api/dashboard/stats/', '/api/community/posts/'])
    expectFailure('lost', path)
  for (const path of ['/api/community/posts/mine/', '/api/consultations/consultations/', '/api/community/stats/'])
    expectFailure('lost', path)
  for (const path of ['/analysis/rust-detection/', '/analysis/active-model/']) expectFailure('lost', path)
  await signInByApi(page, await createFarmer())
  await page.goto('/account')
  await waitForServiceWorker(page)
  await waitForModel(page)
  await context.setOffline(true)
  const screens = {
    '/account': 'Farmer',
    '/account/addresses/image-analysis': 'Upload Image',
    '/account/addresses/community-posts': 'Make Post',
  }
  for (const [path, title] of Object.entries(screens)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
    await expect(page.getByText('You are offline.')).toBeVisible()
    await expect(page.getByRole('navigation').first()).toBeAttached()
  }
  await takeScreenshot('board-offline')
})
