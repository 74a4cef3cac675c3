import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { createExpert, createFarmer, signInByApi } from '../../support/accounts.ts'
import { bookSlot, createSlot, daysFromNow } from '../../support/consultations.ts'
import { expect, expectNoHorizontalScroll, test } from '../../support/fixtures.ts'
import { toasts } from '../../support/upload-page.ts'

const bookingsPath = '/account/addresses/bookings'
const manageApiPath = '/api/consultations/consultations/manage/'
const dialog = (page: Page): Locator => page.getByRole('dialog')
const card = (page: Page, name: string): Locator => page.getByRole('article', { name })

test('an expert approves a booking at a time within its slot, reschedules it, adds it to the calendar and cancels it', async ({
  page,
  takeScreenshot,
  expectFailure,
  expectAccessible,
}) => {
  const [expert, farmer] = [await createExpert(), await createFarmer()]
  await bookSlot(farmer, (await createSlot(expert, daysFromNow(4, 14))).id)
  await signInByApi(page, expert)
  await page.goto(bookingsPath)
  const booking = card(page, farmer.username)
  await expect(booking).toContainText('Pending')
  await expect(booking.getByRole('link', { name: farmer.email })).toHaveAttribute('href', `mailto:${farmer.email}`)
  await expect(booking).toContainText(/Booking Period.*Start: .*14:00.EAT.*End: .*16:00.EAT.*Selected: Not set/s)
  await expectAccessible('Bookings')
  await takeScreenshot('bookings-pending')

  await booking.getByRole('button', { name: /^Other time/ }).click()
  const time = dialog(page).getByLabel('Scheduled Date and Time')
  await expect(time).toBeFocused()
  await expect(time).toHaveValue(/T14:00$/)
  await expect(time).toHaveAttribute('max', /T15:59$/)
  const day = (await time.inputValue()).slice(0, 10)
  await time.fill(`${day}T16:30`)
  expectFailure(400, manageApiPath)
  await dialog(page).getByRole('button', { name: 'Schedule' }).click()
  await expect(dialog(page).getByText('Choose a time within the slot.', { exact: true })).toBeVisible()
  await expectAccessible('the scheduling of a booking')
  await takeScreenshot('approve-booking')
  await time.fill(`${day}T15:15`)
  await expect(dialog(page)).toContainText('15:15–16:00 EAT')
  await dialog(page).getByRole('button', { name: 'Schedule' }).click()
  await expect(toasts(page).getByText('Booking approved')).toBeVisible()
  await expect(booking).toContainText('Approved')
  await expect(booking).toContainText(/Selected: .*15:15.EAT/)
  await expect(booking.getByRole('button', { name: /(Approve|Cancel) Booking/ })).toHaveCount(0)
  await expectAccessible('an approved booking')
  await takeScreenshot('bookings-approved')

  const downloadPromise = page.waitForEvent('download')
  await booking.getByRole('button', { name: 'Add to calendar' }).click()
  expect(await readFile(await (await downloadPromise).path(), 'utf8')).toContain(
    `DTSTART:${day.replaceAll('-', '')}T121500Z`,
  )

  await booking.getByRole('button', { name: /^Change time/ }).click()
  await expect(time).toHaveValue(`${day}T15:15`)
  await time.fill(`${day}T14:45`)
  await page.keyboard.press('Enter')
  await expect(toasts(page).getByText('The time has been changed')).toBeVisible()
  await expect(booking).toContainText(/Selected: .*14:45.EAT/)

  await expect(booking.getByRole('link', { name: /^Call/ })).toHaveAttribute('href', 'tel:+256772123456')
  await expectNoHorizontalScroll(page)

  await booking.getByRole('button', { name: /^Cancel appointment/ }).click()
  await dialog(page).getByLabel('Add a reason').fill('The road is under water.')
  await takeScreenshot('cancel-appointment')
  await dialog(page).getByRole('button', { name: 'Cancel appointment' }).click()
  await expect(toasts(page).getByText('The appointment has been cancelled')).toBeVisible()
  await page.getByRole('link', { name: 'Past', exact: true }).click()
  await expect(booking).toContainText(/Rejected.*You cancelled this appointment\..*The road is under water\./s)
  await expectAccessible('past bookings')
  await expect(booking.getByRole('button')).toHaveCount(0)
})

test('an expert rejects a booking after a network error, and the slot is free again', async ({
  page,
  takeScreenshot,
  expectFailure,
}) => {
  const [expert, farmer] = [await createExpert(), await createFarmer()]
  await bookSlot(farmer, (await createSlot(expert, daysFromNow(5, 9))).id)
  await signInByApi(page, expert)
  await page.goto(bookingsPath)
  await card(page, farmer.username)
    .getByRole('button', { name: /^Decline · Cancel Booking/ })
    .click()
  await dialog(page).getByRole('button', { name: 'Keep it' }).click()
  await expect(card(page, farmer.username)).toContainText('Pending')
  await page.keyboard.press('Enter')
  const rejectButton = dialog(page).getByRole('button', { name: 'Cancel Booking' })
  await dialog(page).getByLabel('Add a reason').fill('I am at the other end of the district.')
  expectFailure('lost', manageApiPath)
  await page.route(`**${manageApiPath}`, route => route.abort('internetdisconnected'), { times: 1 })
  await rejectButton.click()
  await expect(toasts(page).getByText('Error', { exact: true })).toBeVisible()
  await expect(dialog(page).getByLabel('Add a reason'), 'the typed text is kept').toHaveValue(/^I am at the other end/)
  await rejectButton.click()
  await expect(toasts(page).getByText('Booking rejected')).toBeVisible()
  await expect(page.getByText('No bookings available.')).toBeVisible()
  await page.getByRole('link', { name: 'Past', exact: true }).click()
  await expect(card(page, farmer.username)).toContainText(/Rejected.*I am at the other end of the district\./s)
  await takeScreenshot('bookings-rejected')
  await page.goto('/account/addresses/availability-slots')
  await expect(page.getByRole('row').last()).toContainText(/Active.*Not Booked/s)
})
