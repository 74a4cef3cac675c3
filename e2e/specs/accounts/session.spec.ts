import type { Page, Route } from '@playwright/test'
import { createExpert, createFarmer, signIn, signInByApi } from '../../support/accounts.ts'
import { bookSlot, createSlot } from '../../support/consultations.ts'
import { expect, test } from '../../support/fixtures.ts'

const refreshPath = '/api/auth/refresh-token'

/** Replaces the access token by one that expired an hour ago. */
const expireAccessToken = (page: Page, { refreshToken }: { refreshToken?: string } = {}) =>
  page.evaluate(refresh => {
    const [head = '', body = '', tail = ''] = (localStorage.getItem('accessToken') ?? '').split('.')
    const payload = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/')))
    const expiredBody = btoa(JSON.stringify({ ...payload, exp: payload.iat - 3600, iat: payload.iat - 7200 }))
    localStorage.setItem('accessToken', [head, expiredBody.replaceAll('=', ''), tail].join('.'))
    localStorage.setItem('tokensSince', '0')
    if (refresh) localStorage.setItem('refreshToken', refresh)
  }, refreshToken)

test('a signed-out visitor returns to the requested page after signing in', async ({ page }) => {
  const farmer = await createFarmer()
  await page.goto('/account/profile?from=email#top')
  await expect(page).toHaveURL('/auth')
  await signIn(page, farmer)
  await expect(page).toHaveURL('/account/profile?from=email#top')
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await page.goto('/auth')
  await expect(page).toHaveURL('/account')
})

test('an expired session is refreshed silently, even when responses are lost', async ({ page, expectFailure }) => {
  await page.goto('/auth')
  await signIn(page, await createFarmer())
  await expect(page).toHaveURL('/account')
  const before = await page.evaluate(() => localStorage.getItem('refreshToken'))
  // A proxy answers in place of the server twice, then the server's own response is lost.
  const keys: string[] = []
  const failures: ((route: Route) => Promise<void>)[] = [
    route => route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Buy data</h1>' }),
    route => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    async route => {
      await route.fetch()
      await route.abort()
    },
  ]
  await page.route(refreshPath, async route => {
    keys.push(route.request().headers()['idempotency-key'] ?? 'none')
    await (failures.shift() ?? (each => each.continue()))(route)
  })
  for (const status of [403, 502, 'lost'] as const) expectFailure(status, refreshPath)
  // Only now, or a call of the page that is still open would refresh it before.
  await expireAccessToken(page)
  await page.goto('/account/profile')
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await expect.poll(() => failures.length).toBe(0)
  await page.reload()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('refreshToken'))).not.toBe(before)
  await expect(page).toHaveURL('/account/profile')
  expect(keys.length).toBeGreaterThanOrEqual(4)
  expect(new Set(keys).size).toBe(1)
})

test('on a phone whose clock is a day ahead an upcoming appointment is not over, and no token is refreshed early', async ({
  page,
}) => {
  const [farmer, expert] = [await createFarmer(), await createExpert()]
  const tomorrow = new Date(Date.now() + 20 * 3600_000)
  await bookSlot(farmer, (await createSlot(expert, tomorrow)).id)
  const refreshRequests: string[] = []
  page.on('request', request => request.url().endsWith(refreshPath) && refreshRequests.push(request.url()))
  await page.clock.setSystemTime(Date.now() + 24 * 3600_000)
  await page.goto('/auth')
  await signIn(page, farmer)
  await expect(page).toHaveURL('/account')
  await page.goto('/account/addresses/my-bookings')
  const booking = page.getByRole('article', { name: expert.username })
  await expect(booking.getByText('Pending', { exact: true })).toBeVisible()
  await expect(booking.getByRole('button', { name: /Cancel/ })).toBeVisible()
  expect(refreshRequests).toEqual([])
})

test('another user who signs in after a session ended sees nothing of the first user', async ({
  page,
  context,
  expectFailure,
}) => {
  // The first tab may send one more request before it learns that the session ended in the other.
  for (const path of [refreshPath, '/api/notifications/', '/api/auth/me']) expectFailure(401, path)
  const [first, second] = [await createFarmer('first'), await createFarmer('second')]
  await page.goto('/account/profile')
  await signIn(page, first)
  const findAccountLink = (username: string) => page.getByRole('link', { name: `Account of ${username}` })
  await expect(findAccountLink(first.username)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/account/profile')
  await other.getByRole('button', { name: 'More' }).click()
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(other).toHaveURL('/auth')
  await expect(page).toHaveURL('/auth')
  await signIn(page, second)
  await expect(findAccountLink(second.username)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Notifications/ })).toBeVisible()
  await expect(findAccountLink(first.username)).toBeHidden()
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}').username)
  expect(stored).toBe(second.username)
})

test('a session that cannot be refreshed ends at sign-in, which returns to the requested page', async ({
  page,
  expectFailure,
}) => {
  const farmer = await createFarmer()
  await page.goto('/auth')
  await signIn(page, farmer)
  await expect(page).toHaveURL('/account')
  expectFailure(401, '/api/auth/refresh-token')
  await expireAccessToken(page, { refreshToken: 'of-another-day' })
  await page.goto('/account/addresses/education-resources')
  await expect(page).toHaveURL('/auth')
  await signIn(page, farmer)
  await expect(page).toHaveURL('/account/addresses/education-resources')
})

test('a notification stream that has gone silent is reopened', async ({ page }) => {
  await page.clock.install()
  const streams: string[] = []
  page.on('response', response => response.url().endsWith('/notifications/stream') && streams.push(response.url()))
  await signInByApi(page, await createFarmer())
  await page.goto('/account')
  await expect.poll(() => streams.length).toBe(1)
  await page.clock.fastForward(61_000)
  await expect.poll(() => streams.length).toBe(2)
})
