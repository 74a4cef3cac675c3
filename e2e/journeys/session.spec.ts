import type { Page } from '@playwright/test'
import { expect, test } from '../journey.ts'
import { newFarmer, signIn } from '../people.ts'

/** An access token whose time is over, as one that was left in the browser for an hour. */
const expire = (page: Page, { refreshToken }: { refreshToken?: string } = {}) =>
  page.evaluate(refresh => {
    const [head = '', body = '', tail = ''] = (localStorage.getItem('accessToken') ?? '').split('.')
    const payload = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/')))
    const old = btoa(JSON.stringify({ ...payload, exp: payload.iat - 3600, iat: payload.iat - 7200 }))
    localStorage.setItem('accessToken', [head, old.replaceAll('=', ''), tail].join('.'))
    if (refresh) localStorage.setItem('refreshToken', refresh)
  }, refreshToken)

test('a signed-out visitor returns to the wanted page after signing in', async ({ page }) => {
  const farmer = await newFarmer()
  await page.goto('/account/profile?from=letter#top')
  await expect(page).toHaveURL('/auth')
  await signIn(page, farmer)
  await expect(page).toHaveURL('/account/profile?from=letter#top')
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await page.goto('/auth')
  await expect(page).toHaveURL('/account')
})

test('an expired session renews itself silently', async ({ page }) => {
  await page.goto('/auth')
  await signIn(page, await newFarmer())
  await expect(page).toHaveURL('/account')
  const before = await page.evaluate(() => localStorage.getItem('refreshToken'))
  await expire(page)
  await page.goto('/account/profile')
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('refreshToken'))).not.toBe(before)
  await expect(page).toHaveURL('/account/profile')
})

test('a session that cannot be renewed ends at the sign-in, which leads back to the wanted page', async ({
  page,
  expectRefusal,
}) => {
  const farmer = await newFarmer()
  await page.goto('/auth')
  await signIn(page, farmer)
  await expect(page).toHaveURL('/account')
  expectRefusal(401, '/api/auth/refresh-token')
  await expire(page, { refreshToken: 'of-another-day' })
  await page.goto('/account/addresses/education-resources')
  await expect(page).toHaveURL('/auth')
  await signIn(page, farmer)
  await expect(page).toHaveURL('/account/addresses/education-resources')
})
