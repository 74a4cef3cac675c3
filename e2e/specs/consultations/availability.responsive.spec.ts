import type { Locator, Page } from '@playwright/test'
import {
  createExpert,
  createFarmer,
  createUnapprovedExpert,
  requestAs,
  signInByApi,
  type TestAccount,
} from '../../support/accounts.ts'
import { bookSlot, createSlot, daysFromNow } from '../../support/consultations.ts'
import { expect, expectNoHorizontalScroll, test } from '../../support/fixtures.ts'
import { toasts } from '../../support/upload-page.ts'

const createSlotPath = '/account/addresses/availability-slots'
const slotsApiPath = '/api/consultations/availability-slots/'

/** Formats an instant as the value of a date-time input in Kampala's time zone. */
const toInputValue = (date: Date): string => new Date(date.getTime() + 3 * 60 * 60_000).toISOString().slice(0, 16)
const dialog = (page: Page): Locator => page.getByRole('dialog')
/** Table rows below the header; on a phone they look like cards but keep their role. */
const rows = (page: Page): Locator => page.getByRole('row').filter({ has: page.getByRole('rowheader') })
const field = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true })

async function openCreateSlot(page: Page, expert: TestAccount): Promise<void> {
  await signInByApi(page, expert)
  await page.goto(createSlotPath)
  await expect(page.getByRole('heading', { name: 'Create Slot', level: 1 })).toBeVisible()
}

test('an expert who leaves out the times is told so, and creates a slot', async ({
  page,
  takeScreenshot,
  expectFailure,
  expectAccessible,
}) => {
  const postedBodies: unknown[] = []
  page.on('request', request => request.method() === 'POST' && postedBodies.push(request.postDataJSON()))
  await openCreateSlot(page, await createExpert())
  await expect(page.getByText('No slots yet')).toBeVisible()
  await expect(page.getByText('Times are in EAT (Africa/Kampala).')).toBeVisible()
  expectFailure(400, slotsApiPath)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(field(page, 'Start Date')).toBeFocused()
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(2)
  expect(postedBodies.pop()).toEqual({ start_time: '', end_time: '' })
  await expectAccessible('Create Slot with mistakes')
  await takeScreenshot('create-slot-mistakes')

  const start = daysFromNow(10, 14)
  const [day] = toInputValue(start).split('T')
  await field(page, 'Start Date').fill(toInputValue(start))
  await field(page, 'End Date').fill(`${day}T15:00`)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(toasts(page).getByText('Availability slot has been created')).toBeVisible()
  expect(postedBodies.pop()).toEqual({ start_time: `${day} 14:00:00+03:00`, end_time: `${day} 15:00:00+03:00` })
  await expect(field(page, 'Start Date')).toHaveValue('')
  await expect(rows(page)).toHaveText([/14:00.EAT.*15:00.EAT.*Active.*Not Booked.*Deactivate/s])
})

test('an expert deactivates a slot', { tag: '@phone' }, async ({ page, takeScreenshot, expectAccessible }) => {
  const expert = await createExpert()
  for (const hour of [9, 16]) await createSlot(expert, daysFromNow(4, hour))
  await openCreateSlot(page, expert)
  const last = rows(page).last()
  await last.getByRole('button', { name: /^Deactivate/ }).click()
  await expect(dialog(page)).toContainText('16:00–18:00 EAT')
  await expectAccessible('the question before a slot is deactivated')
  await takeScreenshot('deactivate-slot')
  await page.keyboard.press('Escape')
  await expect(last.getByRole('button', { name: /^Deactivate/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('button', { name: 'Deactivate' }).click()
  await expect(toasts(page).getByText('Availability slot has been deactivated')).toBeVisible()
  await expect(last).toContainText('Inactive')
  await expect(last.getByRole('button')).toHaveCount(0)
})

test('a booked slot links to its booking, and is deactivated together with it', { tag: '@phone' }, async ({
  page,
  takeScreenshot,
  expectAccessible,
}) => {
  const [expert, farmer] = [await createExpert(), await createFarmer()]
  await bookSlot(farmer, (await createSlot(expert, daysFromNow(4, 9))).id)
  await createSlot(expert, daysFromNow(4, 14))
  await openCreateSlot(page, expert)
  const booked = rows(page).filter({ hasText: '09:00' })
  await expect(booked).toHaveText(/09:00.EAT.*Active.*Booked.*Deactivate.*See booking/s)
  await expect(rows(page).filter({ hasText: '14:00' })).toHaveText(/Not Booked.*Deactivate/s)
  await expect(page.getByRole('table')).toContainText(/Start Time.*End Time.*Availability Status.*Booking Status/s)
  await expectAccessible('Create Slot')
  await takeScreenshot('create-slot')
  await booked.getByRole('link', { name: /^See booking/ }).click()
  await expect(page.getByRole('article', { name: farmer.username })).toContainText('Pending')

  await openCreateSlot(page, expert)
  await booked.getByRole('button', { name: /^Deactivate/ }).click()
  await expect(dialog(page)).toContainText('We cancel the booking and notify the farmer.')
  await takeScreenshot('deactivate-booked-slot')
  await dialog(page).getByRole('button', { name: 'Deactivate' }).click()
  await expect(booked).toContainText('Inactive')
  await expect(booked).toContainText('Not Booked')
})

test('an expert outside East Africa enters local times', { tag: '@phone' }, async ({
  browser,
  consoleErrors,
  takeScreenshot,
}) => {
  const context = await browser.newContext({ timezoneId: 'Europe/Berlin', serviceWorkers: 'block' })
  const page = await context.newPage()
  consoleErrors.watch(page)
  await openCreateSlot(page, await createExpert())
  // Noon UTC is an hour or two behind East Africa in both summer and winter.
  const noon = new Date(`${daysFromNow(5, 12).toISOString().slice(0, 10)}T12:00:00Z`)
  const day = noon.toISOString().slice(0, 10)
  const offset = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', timeZoneName: 'longOffset' })
    .format(noon)
    .slice(-6)
  await field(page, 'Start Date').fill(`${day}T12:00`)
  await field(page, 'End Date').fill(`${day}T13:00`)
  await takeScreenshot('create-slot-far', page)
  const requestPromise = page.waitForRequest(
    request => request.method() === 'POST' && request.url().endsWith(slotsApiPath),
  )
  await page.getByRole('button', { name: 'Submit' }).click()
  expect((await requestPromise).postDataJSON()).toMatchObject({ start_time: `${day} 12:00:00${offset}` })
  await expect(rows(page)).toHaveText([/12:00.CES?T/])
  await context.close()
})

test('an expert who is not approved yet reads that farmers do not see the slots', { tag: '@phone' }, async ({
  page,
  takeScreenshot,
  expectAccessible,
}) => {
  const expert = await createUnapprovedExpert()
  await createSlot(expert, daysFromNow(6, 9))
  await openCreateSlot(page, expert)
  await expect(page.getByText('An administrator is checking your account.')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await expectAccessible('Create Slot of an unapproved expert')
  await takeScreenshot('create-slot-unapproved')
  await page.goto('/account/addresses/bookings')
  await expect(page.getByText('An administrator is checking your account.')).toBeVisible()
  await expect(page.getByText('No bookings available.')).toBeVisible()
  await expectAccessible('Bookings of an unapproved expert')
  await takeScreenshot('bookings-none')
})

test('Create Slot says that it is offline, and loads after a retry', { tag: '@phone' }, async ({
  page,
  expectFailure,
}) => {
  const expert = await createExpert()
  await createSlot(expert, daysFromNow(6, 9))
  expectFailure('lost', slotsApiPath)
  await page.route(`**${slotsApiPath}?**`, route => route.abort('internetdisconnected'))
  await openCreateSlot(page, expert)
  await expect(page.getByText('There is no connection. Check the network and try again.')).toBeVisible()
  await page.unroute(`**${slotsApiPath}?**`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows(page)).toHaveCount(1)
})

for (const language of ['sw', 'lg'])
  test(`the expert's slots and bookings are translated to ${language} and fit the screen`, { tag: '@phone' }, async ({
    page,
    takeScreenshot,
  }) => {
    const [expert, farmer] = [await createExpert(), await createFarmer()]
    await bookSlot(farmer, (await createSlot(expert, daysFromNow(4, 9))).id)
    const { id } = await bookSlot(farmer, (await createSlot(expert, daysFromNow(4, 14))).id)
    await requestAs(expert, 'PUT', '/api/consultations/consultations/manage/', { booking_id: id, action: 'reject' })
    await signInByApi(page, expert)
    await page.addInitScript(locale => localStorage.setItem('language', locale), language)
    for (const [name, path, items, count] of [
      ['create-slot', createSlotPath, rows(page), 2],
      ['bookings', '/account/addresses/bookings', page.getByRole('article'), 1],
      ['past-bookings', '/account/addresses/bookings?status=past', page.getByRole('article'), 1],
    ] as const) {
      await page.goto(path)
      await expect(items).toHaveCount(count)
      await expectNoHorizontalScroll(page, `${name} in ${language}`)
      await takeScreenshot(`${name}-${language}`)
    }
  })
