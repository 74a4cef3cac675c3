import type { Browser, Page } from '@playwright/test'
import { createExpert, getAdmin, requestAs, signInByApi } from '../../support/accounts.ts'
import { expect, expectNoHorizontalScroll, test } from '../../support/fixtures.ts'
import { waitForSms } from '../../support/sms.ts'
import { createFarmerWithSms, createOpenWarning } from '../../support/surveillance.ts'

/** The two widths and the second attempts share a server, and a warning cannot be decided twice. */
const districts = ['KE-narok', 'KE-kilifi', 'KE-turkana', 'KE-wajir'] as const

const extractStopLink = (sms: string): string => /http\S+\/stop#\w+$/.exec(sms)?.[0] ?? ''

/** Opens a page in a browser that has never seen Kutu, as the phone that got the SMS. */
async function openUnknownBrowser(
  browser: Browser,
  { consoleErrors }: { consoleErrors: { watch: (page: Page) => void } },
) {
  const page = await (await browser.newContext()).newPage()
  consoleErrors.watch(page)
  return page
}

test('a farmer stops the SMS about diseases with the link in one, without signing in', async ({
  page,
  browser,
  consoleErrors,
  expectFailure,
  expectAccessible,
  takeScreenshot,
}, info) => {
  const district = districts[(info.project.name === 'desktop' ? 0 : 1) + 2 * Math.min(info.retry, 1)] ?? ''
  const [amina, juma, nakato] = await Promise.all(
    ['en', 'sw', 'lg'].map(each => createFarmerWithSms({ district, crop: 'BEANS' }, each)),
  )
  if (!amina || !juma || !nakato) throw new Error('three farmers are needed')
  const warning = await createOpenWarning({ district, crop: 'beans', disease: 'rust' })
  await requestAs(await getAdmin(), 'POST', `/api/surveillance/warnings/${warning}/confirm/`, { weeks: 2 })
  await test.step('a second person reads them, and agrees', async () => {
    const expert = await createExpert()
    await requestAs(expert, 'PUT', '/api/surveillance/expert-country/', { country: 'KE' })
    const desk = await openUnknownBrowser(browser, { consoleErrors })
    await signInByApi(desk, expert)
    await desk.goto(`/account/disease-warnings/${warning}`)
    await expect(desk.getByText('SMS wait for a second expert')).toBeVisible()
    await expectAccessible('SMS that wait for a second person', desk)
    await takeScreenshot('sms-waiting', desk)
    await desk.getByRole('button', { name: 'Send these SMS' }).click()
    await expect(desk.getByText(/^A second expert agreed to the SMS on/)).toBeVisible()
  })
  const link = extractStopLink(await waitForSms(amina.number))

  const phone = await openUnknownBrowser(browser, { consoleErrors })
  await phone.goto(link)
  await expect(phone.getByRole('heading', { name: 'SMS about diseases near you', level: 1 })).toBeVisible()
  await expect(phone.getByText('They warn you when a disease spreads near your farm.')).toBeVisible()
  await expect(phone.getByText('Only these stop. Your other messages stay as they are.')).toBeVisible()
  await expectAccessible('The page that stops SMS', phone)
  await expectNoHorizontalScroll(phone)
  await takeScreenshot('stop-sms', phone)
  await phone.getByRole('button', { name: 'Stop these SMS' }).click()
  await expect(phone.getByText('You get no more SMS about diseases.')).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Get these SMS again' })).toBeVisible()
  await expectAccessible('SMS that were stopped', phone)
  await takeScreenshot('stop-sms-stopped', phone)

  await test.step('a second visit says that they are stopped', async () => {
    await phone.goto('about:blank')
    await phone.goto(link)
    await expect(phone.getByText('You get no more SMS about diseases.')).toBeVisible()
    await expect(phone.getByRole('button', { name: 'Get these SMS again' })).toBeVisible()
    await takeScreenshot('stop-sms-again', phone)
  })

  await test.step('the page speaks the language of the farmer', async () => {
    for (const [farmer, language, label] of [
      [juma, 'sw', 'Acha SMS hizi'],
      [nakato, 'lg', 'Komya SMS zino'],
    ] as const) {
      const other = await openUnknownBrowser(browser, { consoleErrors })
      await other.goto(extractStopLink(await waitForSms(farmer.number)))
      await expect(other.getByRole('button', { name: label })).toBeVisible()
      await expect(other.locator('html')).toHaveAttribute('lang', language)
      await expectNoHorizontalScroll(other, `the page in ${language}`)
      await takeScreenshot(`stop-sms-${language}`, other)
    }
  })

  await test.step('a link that is cut off says so, and what to do', async () => {
    expectFailure(400, '/api/surveillance/warning-sms/')
    const other = await openUnknownBrowser(browser, { consoleErrors })
    await other.goto(link.slice(0, -4))
    await expect(other.getByRole('alert')).toContainText('This link does not work.')
    await expectAccessible('A broken link of an SMS', other)
    await takeScreenshot('stop-sms-broken', other)
    await other.getByRole('link', { name: 'Open Notifications' }).click()
    await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  })

  await test.step('the settings show it', async () => {
    await signInByApi(page, amina.account)
    await page.goto('/account/notifications')
    const warnings = page.getByRole('group', { name: 'Disease warnings near me' })
    await expect(warnings.getByRole('checkbox', { name: 'SMS' })).not.toBeChecked()
    await expect(warnings.getByRole('checkbox', { name: 'In the app' })).toBeChecked()
  })
})
