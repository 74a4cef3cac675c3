import { origin } from '../../runner/test-server.ts'
import { createExpert, createFarmer, getAdmin, requestAs, signInByApi } from '../../support/accounts.ts'
import { expect, test } from '../../support/fixtures.ts'
import { createOpenWarning } from '../../support/surveillance.ts'
import { fetchWeather, startWeatherServer } from '../../support/weather-server.ts'

/** A district for each width and attempt: they share a database. No spec of warnings uses one of these or a neighbor. */
const places = { phone: ['Narok', 'Kwale'], desktop: ['Turkana', 'Garissa'] } as const
const subject = 'country=KE&crop=maize&disease=common_rust'

test('with a weather service, map, evidence and the notice of a warning say how the weather suits the disease', async ({
  browser,
  consoleErrors,
  expectAccessible,
  takeScreenshot,
}, { project, retry }) => {
  test.setTimeout(180_000)
  const name = places[project.name === 'desktop' ? 'desktop' : 'phone'][Math.min(retry, 1)] ?? ''
  const district = `KE-${name.toLowerCase()}`
  const farmer = await createFarmer()
  const farm = { farm_location: name, farm_size: 1, crop_types: ['MAIZE', 'WHEAT'], district }
  await requestAs(farmer, 'PUT', '/api/account/farm/', farm)
  const rust = await createOpenWarning({ district, crop: 'maize', disease: 'common_rust' })
  const stripeRust = await createOpenWarning({ district, crop: 'wheat', disease: 'stripe_rust' })
  const server = await startWeatherServer()
  const openPage = async (baseURL: string) => {
    const { viewport } = project.use
    const context = await browser.newContext({ baseURL, viewport: viewport ?? null, locale: 'en-GB' })
    const page = await context.newPage()
    consoleErrors.watch(page)
    return page
  }
  try {
    await fetchWeather(district)
    const page = await openPage(server.origin)
    const expert = await createExpert()
    // Only experts of the country see the evidence of a warning that nobody has decided on.
    await requestAs(expert, 'PUT', '/api/surveillance/expert-country/', { country: 'KE' })
    await signInByApi(page, expert)
    await page.goto(`/account/outbreaks?${subject}`)
    const row = page.getByRole('table', { name: 'Weather this week' }).getByRole('row').filter({ hasText: name })
    await expect(row).toContainText('Suits the disease well')
    await expect(page.getByText('It is no report of disease.')).toBeVisible()
    await expectAccessible('The map with weather', page)
    await takeScreenshot('outbreak-map-weather', page)

    await page.goto(`/account/disease-warnings/${rust}`)
    const evidence = page.getByRole('region', { name: 'Risk from weather' })
    await expect(evidence.getByText('Suits the disease well')).toHaveCount(2)
    await takeScreenshot('warning-evidence-weather', page)
    await page.goto(`/account/disease-warnings/${stripeRust}`)
    await expect(evidence.getByText('Hardly suits the disease')).toHaveCount(2)

    for (const id of [rust, stripeRust])
      await requestAs(await getAdmin(), 'POST', `/api/surveillance/warnings/${id}/confirm/`, { weeks: 2 })
    const phone = await openPage(server.origin)
    await signInByApi(phone, farmer)
    await phone.goto(`/account/warnings/${rust}`)
    await expect(phone.getByText('The weather this week suits this disease.')).toBeVisible()
    await expectAccessible('A warning with weather', phone)
    await takeScreenshot('warning-notice-weather', phone)
    // A low risk could keep farmers from looking at their plants.
    await phone.goto(`/account/warnings/${stripeRust}`)
    await expect(phone.getByRole('heading', { name: 'Three steps now' })).toBeVisible()
    await expect(phone.getByText(/weather this week/i)).toHaveCount(0)

    // The server without a weather service shows nothing of what is stored.
    const visitor = await openPage(origin)
    await visitor.goto(`/map?${subject}`)
    await visitor.getByText('Figures').click()
    await expect(visitor.getByRole('row').filter({ hasText: name })).toBeVisible()
    await expect(visitor.getByText(/weather/i)).toHaveCount(0)
    await visitor.goto(`${server.origin}/map?${subject}`)
    await visitor.getByText('Figures').click()
    // Tables have a name for paper, which the screen hides.
    await expect(visitor.getByText('Weather this week').filter({ visible: true }).first()).toBeVisible()
  } finally {
    // An open page would go on asking a server that is gone.
    await Promise.all(browser.contexts().map(context => context.close()))
    await server.close()
  }
})
