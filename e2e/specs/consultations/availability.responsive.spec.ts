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

test('an expert divides a morning into appointments, which several farmers book', async ({
  page,
  takeScreenshot,
  expectAccessible,
}) => {
  await openCreateSlot(page, await createExpert())
  const start = daysFromNow(10, 8)
  await field(page, 'Start Date').fill(toInputValue(start))
  await page.getByRole('button', { name: '2 hours' }).click()
  await page.getByRole('combobox', { name: 'Divide into appointments' }).click()
  await page.getByRole('option', { name: '30 minutes' }).click()
  await expect(page.getByRole('list', { name: 'These 4 slots will be created' }).getByRole('listitem')).toHaveText([
    /08:00–08:30/,
    /08:30–09:00/,
    /09:00–09:30/,
    /09:30–10:00/,
  ])
  await expectAccessible('a stretch of time divided into appointments')
  await takeScreenshot('create-slot-divided')
  const creation = page.waitForResponse(response => response.request().method() === 'POST')
  await page.getByRole('button', { name: 'Submit' }).click()
  const { results } = (await (await creation).json()) as { results: { id: string }[] }
  await expect(toasts(page).getByText('4 availability slots have been created')).toBeVisible()
  await expect(rows(page)).toHaveCount(4)
  for (const { id } of results.slice(0, 2)) await bookSlot(await createFarmer(), id)
  await page.reload()
  await expect(rows(page).filter({ hasText: 'See booking' })).toHaveCount(2)
})

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
  await page.getByRole('button', { name: '1 hour' }).click()
  await expect(field(page, 'End Date')).toHaveValue(`${day}T15:00`)
  await expect(page.getByRole('list', { name: 'This slot will be created' })).toContainText('14:00–15:00 EAT')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(toasts(page).getByText('Availability slot has been created')).toBeVisible()
  expect(postedBodies.pop()).toEqual({ start_time: `${day} 14:00:00+03:00`, end_time: `${day} 15:00:00+03:00` })
  await expect(field(page, 'Start Date')).toHaveValue('')
  await expect(rows(page)).toHaveText([/14:00.EAT.*15:00.EAT.*Active.*Not Booked.*Deactivate/s])
})

test('an expert creates a weekly series after one with a conflict', { tag: '@phone' }, async ({
  page,
  takeScreenshot,
  expectFailure,
  expectAccessible,
}) => {
  const expert = await createExpert()
  await createSlot(expert, daysFromNow(10, 14))
  await openCreateSlot(page, expert)
  await field(page, 'Start Date').fill(toInputValue(daysFromNow(3, 14)).replace('14:00', '14:30'))
  await page.getByRole('button', { name: '1 hour' }).click()
  await page.getByRole('checkbox', { name: 'Repeat weekly' }).check()
  await field(page, 'Number of weeks').fill('12')
  await expect(page.getByRole('list', { name: 'These 12 slots will be created' }).getByRole('listitem')).toHaveCount(12)
  expectFailure(409, `${slotsApiPath}weekly/`)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Nothing was created: 1 date clashes')).toBeVisible()
  const requestedSlots = page.getByRole('list', { name: 'The 12 slots you requested' }).getByRole('listitem')
  await expect(requestedSlots.nth(1)).toContainText(
    /Week 2: you already have an active slot from .*14:00 EAT to .*16:00 EAT/,
  )
  await expect(requestedSlots.filter({ hasText: 'already have' })).toHaveCount(1)
  await expect(rows(page)).toHaveCount(1)
  await expectAccessible('a series of which one date clashes')
  await takeScreenshot('create-slot-clash')

  await field(page, 'Start Date').fill(toInputValue(daysFromNow(3, 16)))
  await page.getByRole('button', { name: '30 minutes' }).click()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(toasts(page).getByText('12 availability slots have been created')).toBeVisible()
  await expect(rows(page)).toHaveCount(10)
  await expect(page.getByText('1 to 10 of 13')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(rows(page)).toHaveCount(3)
  await expectAccessible('the table of slots')
})

test('an expert deactivates a slot', async ({ page, takeScreenshot, expectAccessible }) => {
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

test('a booked slot links to its booking, and is deactivated together with it', async ({
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

  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expectAccessible('a selected slot')
  await takeScreenshot('selected-slots')
  await page.getByRole('button', { name: 'Deactivate 1 slot' }).click()
  await dialog(page).getByRole('button', { name: 'Deactivate' }).click()
  await expect(rows(page).filter({ hasText: '14:00' })).toContainText('Inactive')
})

test('an expert outside East Africa enters local times and sees the times farmers see', { tag: '@phone' }, async ({
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
  await page.getByRole('button', { name: '1 hour' }).click()
  await expect(page.getByText('You are not on East Africa Time (EAT).')).toBeVisible()
  const hour = offset === '+02:00' ? 13 : 14
  await expect(page.getByRole('list', { name: 'This slot will be created' })).toContainText(
    new RegExp(`12:00–13:00.CES?T.*${hour}:00–${hour + 1}:00 EAT in East Africa`, 's'),
  )
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
