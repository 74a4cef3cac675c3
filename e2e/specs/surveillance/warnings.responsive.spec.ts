import { createExpert, createFarmer, getAdmin, readAs, requestAs, signInByApi } from '../../support/accounts.ts'
import { expect, test } from '../../support/fixtures.ts'
import { createOpenWarning } from '../../support/surveillance.ts'

type Attempt = { project: { name: string }; retry: number }
/**
 * Returns a district for the width and the attempt: they share a server, and a warning cannot be decided twice. None is a
 * neighbor of another.
 */
const pick = (districts: readonly [string, string, string, string], { project, retry }: Attempt): string =>
  districts[(project.name === 'desktop' ? 0 : 1) + 2 * Math.min(retry, 1)] ?? ''

test('an expert of the country reads the figures of a rise and warns the farmers, and visitors see it', async ({
  page,
  browser,
  consoleErrors,
  expectAccessible,
  takeScreenshot,
}, info) => {
  const name = pick(['Moroto', 'Kitgum', 'Arua', 'Kisoro'], info)
  await createOpenWarning({ district: `UG-${name.toLowerCase()}`, crop: 'maize', disease: 'common_rust' })
  await signInByApi(page, await createExpert())
  await page.goto('/account/disease-warnings')
  await expect(page.getByText('No such warnings')).toBeVisible()
  await expectAccessible('The warnings of an expert without a country')
  await takeScreenshot('warnings-empty')
  await page.getByRole('combobox', { name: 'Your country' }).click()
  await page.getByRole('option', { name: 'Uganda' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  const entry = page.getByRole('link').filter({ hasText: `${name}, Uganda` })
  await expect(entry).toContainText('Common rust of maize')
  await expectAccessible('The list of warnings')
  await takeScreenshot('warnings-list')
  await entry.click()
  await expect(page.getByRole('heading', { name: `Common rust of maize in ${name}`, level: 1 })).toBeVisible()
  await expect(page.getByRole('img', { name: /22 reports in the last week/ })).toBeVisible()
  await expectAccessible('The figures of a warning')
  await takeScreenshot('warning-evidence')
  await expect(page.getByRole('heading', { name: 'Warn the farmers?' })).toBeVisible()
  await page.getByText('3 weeks').click()
  await page.getByRole('button', { name: 'Warn farmers' }).click()
  await expect(page.getByText('The farmers will be warned.')).toBeVisible()
  await expect(page.getByText(/^Confirmed on .* It holds until/)).toBeVisible()

  const visitor = await (await browser.newContext()).newPage()
  consoleErrors.watch(visitor)
  await visitor.goto('/map')
  const warnings = visitor.getByRole('region', { name: 'Warnings in Uganda' })
  await expect(warnings.getByRole('listitem').filter({ hasText: name })).toContainText('Common rust of maize')
  await expectAccessible('The public map with a warning', visitor)
  await takeScreenshot('public-map-warning', visitor)
})

test(
  'a farmer near a confirmed warning reads what to do',
  { tag: '@phone' },
  async ({ page, expectAccessible, takeScreenshot }, info) => {
    const district = pick(['TZ-lindi', 'TZ-kigoma', 'TZ-mbeya', 'TZ-mara'], info)
    const farmer = await createFarmer()
    await signInByApi(page, farmer)
    await page.goto('/account/warnings')
    await expect(page.getByText('Choose your district')).toBeVisible()
    const farm = { farm_location: 'Here', farm_size: 1, crop_types: ['MAIZE'], district }
    await requestAs(farmer, 'PUT', '/api/account/farm/', farm)
    await page.reload()
    await expect(page.getByText('No warnings near you')).toBeVisible()
    await expectAccessible('The warnings of a farmer, without one')
    await takeScreenshot('my-warnings-empty')
    const id = await createOpenWarning({ district, crop: 'maize', disease: 'gray_leaf_spot' })
    await requestAs(await getAdmin(), 'POST', `/api/surveillance/warnings/${id}/confirm/`, { weeks: 2 })
    const countUnread = async () =>
      ((await readAs(farmer, '/api/notifications/?kind=warnings')) as { count: number }).count
    await expect.poll(countUnread).toBe(1)
    await page.goto('/account/notifications')
    await page.getByRole('link', { name: /^Warning until/ }).click()
    await expect(page.getByRole('heading', { name: 'Gray leaf spot', level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Three steps now' })).toBeVisible()
    await expect(page.locator('ol > li')).toHaveCount(3)
    await expectAccessible('A warning for farmers')
    await takeScreenshot('warning-notice')
    await page.getByRole('link', { name: 'All warnings near you' }).click()
    await expect(page.getByRole('link', { name: /Gray leaf spot/ })).toBeVisible()
    await expectAccessible('The warnings of a farmer')
    await takeScreenshot('my-warnings')
  },
)

test(
  'an expert withdraws a warning, and farmers and visitors see that it no longer holds',
  { tag: '@phone' },
  async ({ page, browser, consoleErrors, expectAccessible, takeScreenshot }, info) => {
    const name = pick(['Kotido', 'Hoima', 'Masaka', 'Kabale'], info)
    const district = `UG-${name.toLowerCase()}`
    const farmer = await createFarmer()
    const farm = { farm_location: 'Here', farm_size: 1, crop_types: ['BEANS'], district }
    await requestAs(farmer, 'PUT', '/api/account/farm/', farm)
    const id = await createOpenWarning({ district, crop: 'beans', disease: 'rust' })
    const expert = await createExpert()
    await requestAs(expert, 'PUT', '/api/surveillance/expert-country/', { country: 'UG' })
    await signInByApi(page, expert)
    await page.goto(`/account/disease-warnings/${id}`)
    await page.getByRole('button', { name: 'Warn farmers' }).click()
    await expect(page.getByText(/^Confirmed on .* It holds until/)).toBeVisible()

    const ofFarmer = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
    const visitor = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
    for (const each of [ofFarmer, visitor]) consoleErrors.watch(each)
    await signInByApi(ofFarmer, farmer)
    await ofFarmer.goto('/account/warnings')
    const entry = ofFarmer.getByRole('link', { name: /Bean rust/ })
    await expect(entry).toContainText('Warning until')
    await visitor.goto('/map?country=UG&crop=beans&disease=rust')
    const onMap = visitor
      .getByRole('region', { name: 'Warnings in Uganda' })
      .getByRole('listitem')
      .filter({ hasText: name })
    await expect(onMap).toContainText('Bean rust')
    const countUnread = async () =>
      ((await readAs(farmer, '/api/notifications/?kind=warnings')) as { count: number }).count
    await expect.poll(countUnread).toBe(1)

    await takeScreenshot('warning-confirmed')
    await page.getByRole('button', { name: 'Withdraw warning' }).click()
    const dialog = page.getByRole('dialog', { name: 'Withdraw this warning?' })
    await dialog.getByLabel('Why is it withdrawn?').fill('The photos show anthracnose, not rust.')
    await expectAccessible('The question before a warning is withdrawn')
    await takeScreenshot('warning-withdraw')
    await dialog.getByRole('button', { name: 'Withdraw warning' }).click()
    await expect(page.getByText(/^Withdrawn on/)).toBeVisible()
    await expect(page.getByText('Reason: The photos show anthracnose, not rust.')).toBeVisible()
    await expectAccessible('A withdrawn warning, for experts')
    await takeScreenshot('warning-withdrawn')
    await page.goto('/account/disease-warnings?state=withdrawn')
    await expect(page.getByRole('link').filter({ hasText: `${name}, Uganda` })).toContainText('Reason: The photos')
    await takeScreenshot('warnings-withdrawn-list')
    await page.goto('/account/outbreaks/summary?country=UG')
    await expect(page.getByRole('heading', { name: 'Withdrawn warnings' })).toBeVisible()
    await expectAccessible('The weekly summary with a withdrawn warning')
    await takeScreenshot('week-summary-withdrawn')

    const reply = visitor.waitForResponse(response => response.url().includes('/api/surveillance/map/warnings/'))
    await visitor.reload()
    expect(JSON.stringify(await (await reply).json())).not.toContain(district)
    await visitor.getByText('Figures').click()
    await expect(visitor.getByRole('rowheader', { name, exact: true })).toBeVisible()
    await expect(onMap).toHaveCount(0)
    await takeScreenshot('public-map-withdrawn', visitor)
    await expect.poll(countUnread).toBe(2)
    await ofFarmer.reload()
    await expect(entry).toContainText('This warning no longer holds.')
    await expect(entry).not.toContainText('Warning until')
    await expectAccessible('The warnings of a farmer, with a withdrawn one', ofFarmer)
    await takeScreenshot('my-warnings-withdrawn', ofFarmer)
    await ofFarmer.goto('/account/notifications')
    const notification = ofFarmer.getByRole('link', { name: /^This warning no longer holds/ })
    await expect(notification).toBeVisible()
    await takeScreenshot('notification-withdrawn', ofFarmer)
    await notification.click()
    await expect(ofFarmer.getByRole('heading', { name: 'Bean rust', level: 1 })).toBeVisible()
    await expect(ofFarmer.getByRole('heading', { name: 'Three steps now' })).toHaveCount(0)
    await expectAccessible('A withdrawn warning, for farmers', ofFarmer)
    await takeScreenshot('warning-notice-withdrawn', ofFarmer)
  },
)
