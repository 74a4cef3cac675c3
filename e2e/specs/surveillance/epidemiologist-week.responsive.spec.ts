import type { Page } from '@playwright/test'
import { createFarmer, getAdmin, readAs, requestAs, signInByApi, type TestAccount } from '../../support/accounts.ts'
import { createComment, createPost, moderatePost } from '../../support/community.ts'
import { bookSlot, createSlot, daysFromNow } from '../../support/consultations.ts'
import { countEffort } from '../../support/effort.ts'
import { expect, expectNoHorizontalScroll, test } from '../../support/fixtures.ts'
import { hasLeafPhotos, noLeafPhotosReason } from '../../support/leaf-photos.ts'
import { waitForSms } from '../../support/sms.ts'
import {
  addPhotoOfLastWeek,
  backdateDecision,
  createExpertIn,
  createFarmerWithSms,
  createOpenWarning,
} from '../../support/surveillance.ts'

/**
 * The country, the district of the rise, and that of one confirmed five weeks ago. The widths and attempts share a server, and a disease
 * that rises in several districts of a country is no alarm.
 */
const places = {
  desktop: ['KE', 'Kenya', 'Lamu', 'Nyeri'],
  phone: ['TZ', 'Tanzania', 'Kagera', 'Tanga'],
  retry: ['ET', 'Ethiopia', 'Jimma', 'Arsi'],
} as const
const disease = { crop: 'maize', disease: 'common_rust' }

const getInbox = (page: Page) => page.getByRole('region', { name: 'What waits for you' })

/** Opens an item of the inbox; on a phone after the list of all. */
async function openItem(page: Page, title: string | RegExp): Promise<void> {
  const list = page.getByRole('link', { name: /^All \d/ })
  const row = getInbox(page).getByRole('link', { name: title })
  await expect(row.or(list).first()).toBeVisible()
  if (await list.isVisible()) await list.click()
  await row.click()
}

/** Puts off what other tests have left, which would fill the screens. */
async function snoozeOthers(page: Page, expert: TestAccount, own: readonly string[]): Promise<void> {
  const rows = await getInbox(page)
    .getByRole('link')
    .evaluateAll(links => links.map(link => ({ href: (link as HTMLAnchorElement).href, text: link.textContent ?? '' })))
  for (const { href, text } of rows.filter(row => !own.some(word => row.text.includes(word)))) {
    const id = new URL(href).searchParams.get('item')
    if (id) await requestAs(expert, 'PUT', `/api/dashboard/inbox/${id}/`, { action: 'snooze' })
    else throw new Error(`No item in ${text}`)
  }
  await page.reload()
  await expect(getInbox(page).getByRole('link').first()).toBeVisible()
}

/** Labels both photos, whose findings are hidden until then. */
async function labelPhotos(page: Page): Promise<void> {
  const photos = page.getByRole('region', { name: 'Photos of that week' })
  await expect(photos.getByRole('group', { name: 'What does the photo show?' })).toHaveCount(2)
  await expect(photos.getByText(/^Kutu’s answer:/)).toHaveCount(0)
  for (const left of [1, 0]) {
    await photos.getByRole('button', { name: 'Common rust of maize' }).first().click()
    await expect(photos.getByRole('group')).toHaveCount(left)
  }
  await expect(photos.getByText('You: Common rust of maize')).toHaveCount(2)
  await expect(photos.getByText('Kutu’s answer: Common rust of maize')).toHaveCount(2)
}

test('an epidemiologist takes a rise from its figures to the SMS, and says four weeks later if it was real', async ({
  page,
  browser,
  consoleErrors,
  takeScreenshot,
}, info) => {
  test.skip(!hasLeafPhotos, noLeafPhotosReason)
  const isDesktop = info.project.name === 'desktop'
  const [country, countryName, rise, past] = places[info.retry > 0 ? 'retry' : isDesktop ? 'desktop' : 'phone']
  const district = `${country}-${rise.toLowerCase()}`
  const title = `Common rust of maize in ${rise}`
  const farm = { district, crop: 'MAIZE' }
  const [epidemiologist, visitor, amina, farmer] = await Promise.all([
    createExpertIn(country),
    createExpertIn(country),
    createFarmerWithSms(farm, 'en'),
    createFarmer(),
  ])
  for (const photo of ['rust', 'otherRust'] as const) await addPhotoOfLastWeek(farm, visitor, photo)
  const old = await createOpenWarning({ district: `${country}-${past.toLowerCase()}`, ...disease })
  await requestAs(await getAdmin(), 'POST', `/api/surveillance/warnings/${old}/confirm/`, { weeks: 2 })
  await backdateDecision(old, 35)
  const warning = await createOpenWarning({ district, ...disease })
  const booking = await bookSlot(farmer, (await createSlot(epidemiologist, daysFromNow(2, 9))).id)
  const post = await createPost(farmer, { title: 'Brown powder' })
  await moderatePost(visitor, post.id, { action: 'approve' })
  const content = `Is it the rain? ${post.id}`
  await createComment(amina.account, post.id, content)
  const findState = async (account: TestAccount) =>
    (await readAs(account, `/api/surveillance/warnings/${warning}/`)) as {
      warning: { state: string; next_step: { step: string } | null }
    }

  const effort = await countEffort(page)
  await signInByApi(page, epidemiologist)
  await page.goto('/account')
  await expect(getInbox(page).getByRole('link').first()).toContainText('Warning to decide')
  await snoozeOthers(page, epidemiologist, [title, farmer.username, content])
  expect(await effort.seeScreen(), 'the inbox').toBeLessThan(3901)

  await test.step('Monday: the figures, the photos without their answers, and a visit', async () => {
    await openItem(page, title)
    await expect(page.getByText(/^22 of 40 farmers with photos report it \(55%\)\. \d+ would be usual\./)).toBeVisible()
    await labelPhotos(page)
    await expectNoHorizontalScroll(page)
    await effort.seeScreen()
    await takeScreenshot('week-evidence')
    await page.getByRole('button', { name: 'Not yet' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Visit fields').click()
    await dialog.getByRole('combobox', { name: 'Who visits' }).click()
    await dialog.getByRole('option', { name: visitor.username }).click()
    await dialog.getByLabel('On which day').fill(daysFromNow(1, 9).toISOString().slice(0, 10))
    await dialog.getByRole('button', { name: 'Visit fields' }).click()
    await expect(page.getByText(`${visitor.username} visits fields on`)).toBeVisible()
    expect((await findState(epidemiologist)).warning).toMatchObject({ state: 'open', next_step: { step: 'visit' } })
  })

  await test.step('Tuesday: a booking and a comment, one press each', async () => {
    await openItem(page, farmer.username)
    const approve = await effort.measure(async () => {
      await page.getByRole('button', { name: 'Approve Booking' }).click()
      await expect(page.getByText('Booking approved')).toBeVisible()
    })
    expect(approve.taps, 'presses for a booking').toBe(1)
    const bookings = (await readAs(farmer, '/api/consultations/consultations/')) as { id: string; status: string }[]
    expect(bookings.find(({ id }) => id === booking.id)?.status).toBe('approved')
    await openItem(page, content)
    const comment = await effort.measure(async () => {
      await page.getByRole('button', { name: /^Approve/ }).click()
      await expect(page.getByText('Comment has been approved')).toBeVisible()
    })
    expect(comment.taps, 'presses for a comment').toBe(1)
    // A long list of other tests' items beside it may push the button down a little.
    expect(comment.scrolled).toBeLessThan(200)
    const comments = (await readAs(farmer, `/api/community/posts/${post.id}/`)) as { farmer_comments: object[] }
    expect(comments.farmer_comments).toHaveLength(1)
  })

  await test.step('Wednesday: the visitor has seen the field, reads what farmers get, and warns them with one press', async () => {
    const visit = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
    consoleErrors.watch(visit)
    const visitorEffort = await countEffort(visit)
    await signInByApi(visit, visitor)
    await visit.goto('/account')
    await openItem(visit, title)
    await labelPhotos(visit)
    await expect(visit.getByText('2 of 2 photos that two experts checked show common rust of maize.')).toBeVisible()
    await expect(visit.getByText(/^[23] farmers at most in 1 district\. 1 SMS\./)).toBeVisible()
    await expect(visit.getByText(`in and around ${rise}.`)).toBeVisible()
    const decision = await visitorEffort.measure(async () => {
      await visit.getByRole('button', { name: 'Warn farmers' }).click()
      await expect(visit.getByText(/^Confirmed on .* It holds until/)).toBeVisible()
    })
    expect(decision, 'presses for a warning').toMatchObject({ taps: 1, keys: 0, texts: 0 })
    expect((await findState(visitor)).warning.state).toBe('confirmed')
    await expect(visit.getByRole('button', { name: 'Send these SMS' })).toHaveCount(0)
    await visitorEffort.report('the visit')
  })

  await test.step('Thursday: the second person sends the SMS', async () => {
    await page.goto('/account')
    await expect(getInbox(page).getByRole('link', { name: title })).toContainText('SMS wait for a second expert')
    await openItem(page, title)
    const sending = await effort.measure(async () => {
      await page.getByRole('button', { name: 'Send these SMS' }).click()
      await expect(page.getByText(/^A second expert agreed to the SMS on/)).toBeVisible()
    })
    expect(sending.taps, 'presses for the SMS').toBe(1)
    expect(await waitForSms(amina.number)).toContain(rise)
  })

  await test.step('Friday: what came of the warning of five weeks ago, and the trend', async () => {
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    if (isDesktop) await menu.getByRole('button', { name: 'Surveillance' }).click()
    else await menu.getByRole('button', { name: 'More' }).click()
    await page.getByRole('link', { name: 'Warnings', exact: true }).click()
    await page.getByText('Was it real?').click()
    await effort.seeScreen()
    await page
      .getByRole('link')
      .filter({ hasText: `${past}, ${countryName}` })
      .click()
    await page.getByRole('button', { name: 'Yes, seen in the field' }).click()
    await expect(page.getByText('Saved. It counts for this method.')).toBeVisible()
    await page.goBack()
    await page.getByText('Was it real?').click()
    await expect(page.getByText('How often were rises real?')).toBeVisible()
    await expect(page.getByRole('link').filter({ hasText: `${past}, ${countryName}` })).toHaveCount(0)
    const { rows } = (await readAs(epidemiologist, '/api/surveillance/warnings/outcomes/')) as {
      rows: {
        country: string
        crop: string
        method: string
        real: number
        predictive_value: { share: number } | null
      }[]
    }
    const known = rows.filter(each => each.country === country && each.crop === 'maize' && each.real > 0)
    expect(known.map(({ predictive_value }) => predictive_value?.share)).toContain(1)
    await expect(
      page
        .getByRole('table')
        .getByText(/^100% \(\d+%–100%\)$/)
        .first(),
    ).toBeVisible()
    await expectNoHorizontalScroll(page)
    await takeScreenshot('week-outcomes')

    await page.goto(`/account/outbreaks/trend?country=${country}&crop=maize&disease=common_rust&district=${district}`)
    await expect(page.getByText('55% of 40 farmers')).toBeVisible()
    await expect(page.getByText('Confirmed 6, Sure 16, Likely 0').first()).toBeVisible()
    await effort.seeScreen()
    await takeScreenshot('week-trend')
  })
  const { taps, pixels } = await effort.report('the epidemiologist’s week')
  expect(taps, 'taps of the week').toBeLessThanOrEqual(30)
  // The warnings list what other tests left, too.
  expect(pixels, 'height of the four screens').toBeLessThanOrEqual(isDesktop ? 9000 : 11_000)
})
