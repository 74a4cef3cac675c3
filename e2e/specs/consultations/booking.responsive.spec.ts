import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import ICAL from 'ical.js'
import { createFarmer, signInByApi } from '../../support/accounts.ts'
import { bookSlot, createSlot, daysFromNow } from '../../support/consultations.ts'
import { expect, test } from '../../support/fixtures.ts'
import { hasLeafPhotos, leafPhotoPath, noLeafPhotosReason } from '../../support/leaf-photos.ts'
import { expectPhoto, uploadProfilePhoto } from '../../support/profile-photo.ts'
import {
  bookingsApiPath,
  bookWithKeyboard,
  createMaizeExpert,
  findCard,
  findDialog,
  openSlotsPage,
  slotsPath,
} from '../../support/slots-page.ts'
import { analysisResult, chooseFiles, openUploadPage, processImage, toasts } from '../../support/upload-page.ts'

async function selectOption(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Parses a downloaded iCalendar file. */
async function parseCalendarEvent(path: string) {
  const event = new ICAL.Component(ICAL.parse(await readFile(path, 'utf8'))).getFirstSubcomponent('vevent')
  if (!event) throw new Error('The file contains no event')
  const { uid, startDate, endDate } = new ICAL.Event(event)
  return { uid, start: startDate.toJSDate(), end: endDate.toJSDate(), status: event.getFirstPropertyValue('status') }
}

test('a farmer books an expert for a diagnosed crop, gets an appointment and adds it to the calendar', {
  tag: '@phone',
}, async ({ page, browser, consoleErrors, takeScreenshot, expectAccessible }) => {
  test.skip(!hasLeafPhotos, noLeafPhotosReason)
  const { expert, area } = await createMaizeExpert()
  const start = daysFromNow(3, 14)
  await createSlot(expert, start)
  await openUploadPage(page)
  await page.getByText('Maize', { exact: true }).click()
  await chooseFiles(page, leafPhotoPath('rust'))
  await processImage(page)
  const book = analysisResult(page).getByRole('link', { name: 'Book a Slot' })
  // The phone answers first; the analysis has an id once the server has it.
  await expect(book).toHaveAttribute('href', /analysis=/)
  await book.click()

  await expect(page).toHaveURL(new RegExp(`${slotsPath}\\?crop=MAIZE&analysis=[-0-9a-f]+$`))
  await expect(page.getByRole('combobox', { name: 'Crop' })).toHaveText('Maize')
  await page.goto(`${slotsPath}?${new URLSearchParams({ crop: 'MAIZE', expertise: area })}`)
  const slot = findCard(page, expert.username)
  await expect(slot).toContainText('Available')
  await expect(slot).toContainText(`${area}, Bean diseases`)
  await expect(slot).toContainText(/Availability Period\s*Start\s*\w{3} \d+ \w{3}, 14:00 EAT\s*End.* 16:00 EAT/)
  await slot.getByText('Details').click()
  await expectAccessible('Slots')
  await takeScreenshot('slots')
  await selectOption(page, 'Crop', 'All')
  await expect(page).toHaveURL(`${slotsPath}?${new URLSearchParams({ expertise: area })}`)

  const postedPaths: string[] = []
  page.on('request', request => request.method() === 'POST' && postedPaths.push(new URL(request.url()).pathname))
  await slot.getByRole('button', { name: 'Book Slot' }).click()
  await expect(findDialog(page)).toContainText(expert.username)
  await expect(findDialog(page)).toContainText('14:00–16:00 EAT')
  await expectAccessible('the question before a booking')
  await takeScreenshot('book-slot')
  await findDialog(page).getByRole('button', { name: 'Book Slot' }).dblclick()
  await expect(toasts(page).getByText('Slot booking submitted for approval')).toBeVisible()
  await expect(slot).toContainText('Booked')
  await expect(slot).toContainText('You have booked this slot.')
  await expect(slot.getByRole('heading')).toBeFocused()
  expect(postedPaths.filter(path => path === bookingsApiPath)).toHaveLength(1)
  await takeScreenshot('slot-booked')

  await slot.getByRole('link', { name: 'My bookings' }).click()
  await expect(findCard(page, expert.username)).toContainText('Waiting for the expert to confirm')
  await expectAccessible('My bookings')
  await takeScreenshot('my-bookings-pending')

  const expertPage = await browser.newPage()
  consoleErrors.watch(expertPage)
  await signInByApi(expertPage, expert)
  await expertPage.goto('/account/addresses/bookings')
  await expertPage
    .getByRole('button', { name: /^Other time for the booking of / })
    .first()
    .click()
  const scheduled = expertPage.getByLabel('Scheduled Date and Time')
  await scheduled.fill((await scheduled.inputValue()).replace('T14:00', 'T14:30'))
  await expertPage.getByRole('button', { name: 'Schedule' }).click()
  await expect(toasts(expertPage).getByText('Booking approved')).toBeVisible()
  await expertPage.close()

  await page.goto('/account/notifications')
  await page.getByRole('main').getByRole('link').filter({ hasText: expert.username }).first().click()
  await expect(page.getByRole('heading', { name: 'Booking', level: 1 })).toBeVisible()
  const appointment = findCard(page, expert.username)
  await expect(appointment).toContainText('Approved')
  await expect(appointment).toContainText(/Scheduled time\s*\w{3} \d+ \w{3}, 14:30 EAT/)
  await expect(appointment.getByRole('link', { name: 'Call +256772123456' })).toHaveAttribute(
    'href',
    'tel:+256772123456',
  )
  await expect(appointment.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    'https://wa.me/256772123456',
  )
  await expect(appointment.getByRole('link', { name: 'Email' })).toHaveAttribute('href', `mailto:${expert.email}`)
  await expectAccessible('an appointment')
  await takeScreenshot('my-booking-approved')

  const downloadPromise = page.waitForEvent('download')
  await appointment.getByRole('button', { name: 'Add to calendar' }).click()
  const file = await downloadPromise
  expect(file.suggestedFilename()).toMatch(/^kutu-\d{4}-\d{2}-\d{2}\.ics$/)
  const entry = await parseCalendarEvent(await file.path())
  const halfHourMs = 30 * 60_000
  expect(entry.start).toEqual(new Date(start.getTime() + halfHourMs))
  expect(entry.end).toEqual(new Date(start.getTime() + 3 * halfHourMs))
  expect(entry.status).toBe('CONFIRMED')
})

test('the second farmer sees that the slot is taken and books the next free one in place', { tag: '@phone' }, async ({
  page,
  takeScreenshot,
  expectFailure,
  expectAccessible,
}) => {
  const { expert, area } = await createMaizeExpert()
  const takenSlot = await createSlot(expert, daysFromNow(4, 9))
  await createSlot(expert, daysFromNow(4, 12))
  await uploadProfilePhoto(expert)
  await openSlotsPage(page, area)
  const card = findCard(page, expert.username)
  await expectPhoto(card)
  await expect(card).toContainText('09:00 EAT')
  await bookSlot(await createFarmer(), takenSlot.id)

  expectFailure(409, bookingsApiPath)
  await bookWithKeyboard(page, card.getByRole('listitem').first())
  await expect(card).toContainText('Someone booked this slot first.')
  await expect(card).toContainText('Booked')
  await expect(toasts(page).getByText('Someone booked this slot first.')).toBeVisible()
  const alternative = card.getByRole('button', { name: /12:00–14:00 EAT/ })
  await expect(alternative).toBeVisible()
  await expectAccessible('a slot that is taken')
  await takeScreenshot('slot-taken')
  await alternative.click()
  await findDialog(page).getByRole('button', { name: 'Book Slot' }).click()
  await expect(toasts(page).getByText('Slot booking submitted for approval')).toBeVisible()
  await expect(card).toContainText('You have booked this slot.')
})

test('a farmer filters the slots by expertise and language, and removes the filters', async ({
  page,
  takeScreenshot,
  expectAccessible,
}) => {
  const { expert, area } = await createMaizeExpert()
  for (const day of [8, 9]) await createSlot(expert, daysFromNow(day, 9))
  await signInByApi(page, await createFarmer())
  await page.goto(slotsPath)
  await expect(page.getByRole('heading', { name: 'Slots', level: 1 })).toBeVisible()
  await page.getByText('Filter').click()
  const card = findCard(page, expert.username)
  const times = card.getByRole('button', { name: /^Book Slot: / })
  await selectOption(page, 'Expertise', area)
  await selectOption(page, 'Language spoken', 'Luganda')
  await expect(times).toHaveCount(2)
  await expectAccessible('the filters of the slots')
  await takeScreenshot('slots-filtered')
  await selectOption(page, 'Expertise', 'All')
  await selectOption(page, 'Language spoken', 'All')
  await expect(page).toHaveURL(slotsPath)
})
