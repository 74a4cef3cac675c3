import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import ICAL from 'ical.js'
import { bookSlot, inDays, offerSlot } from '../appointments.ts'
import { answer, choose, notices, openUpload, processImage } from '../diagnosis.ts'
import { expect, test } from '../journey.ts'
import { hasLeaves, leaf, withoutLeaves } from '../leaves.ts'
import { newFarmer, openSession } from '../people.ts'
import { expectPhoto, givePhoto } from '../portrait.ts'
import { book, bookingCall, card, dialog, expertOnMaize, myBookingsPath, openSlots, slotsPath } from '../slots.ts'

async function pick(page: Page, list: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: list }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** What a calendar makes of a file that a page handed out. */
async function entryOf(path: string) {
  const event = new ICAL.Component(ICAL.parse(await readFile(path, 'utf8'))).getFirstSubcomponent('vevent')
  if (!event) throw new Error('no event in the file')
  const { uid, startDate, endDate } = new ICAL.Event(event)
  return { uid, start: startDate.toJSDate(), end: endDate.toJSDate(), status: event.getFirstPropertyValue('status') }
}

test('from a diagnosis to an appointment: a slot of an expert who knows the crop, booked, approved, in the calendar', async ({
  page,
  browser,
  complaints,
  shoot,
  expectAccessible,
}) => {
  test.skip(!hasLeaves, withoutLeaves)
  const { expert, area } = await expertOnMaize()
  const start = inDays(3, 14)
  await offerSlot(expert, start)
  await openUpload(page)
  await page.getByText('Maize', { exact: true }).click()
  await choose(page, leaf('rust'))
  await processImage(page)
  await answer(page).getByRole('link', { name: 'Book an expert' }).click()

  await expect(page).toHaveURL(`${slotsPath}?crop=MAIZE`)
  const crop = page.getByRole('button', { name: 'Remove: Experts who know maize' })
  await expect(crop).toBeVisible()
  await page.goto(`${slotsPath}?${new URLSearchParams({ crop: 'MAIZE', expertise: area })}`)
  const slot = card(page, expert.username)
  await expect(slot).toContainText('Available')
  await expect(slot).toContainText(`${area}, Bean diseases`)
  await expect(slot).toContainText(/Availability Period\s*Start\s*\w{3} \d+ \w{3}, 14:00 EAT\s*End.* 16:00 EAT/)
  await expectAccessible('Slots')
  await shoot('slots')
  await crop.click()
  await expect(page).toHaveURL(`${slotsPath}?${new URLSearchParams({ expertise: area })}`)

  const sent: string[] = []
  page.on('request', request => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  await slot.getByRole('button', { name: 'Book Slot' }).click()
  await expect(dialog(page)).toContainText(expert.username)
  await expect(dialog(page)).toContainText('14:00–16:00 EAT')
  await expectAccessible('the question before a booking')
  await shoot('book-slot')
  await dialog(page).getByRole('button', { name: 'Book Slot' }).dblclick()
  await expect(notices(page).getByText('Slot booking submitted for approval')).toBeVisible()
  await expect(slot).toContainText('Booked')
  await expect(slot).toContainText('You have booked this slot.')
  await expect(slot.getByRole('heading')).toBeFocused()
  expect(sent.filter(path => path === bookingCall)).toHaveLength(1)
  await shoot('slot-booked')

  await slot.getByRole('link', { name: 'My bookings' }).click()
  await expect(card(page, expert.username)).toContainText('Waits for the expert, who approves it and sets the time.')
  await expectAccessible('My bookings')
  await shoot('my-bookings-pending')

  const office = await browser.newPage()
  complaints.watch(office)
  await openSession(office, expert)
  await office.goto('/account/addresses/bookings')
  await office
    .getByRole('button', { name: /^Approve Booking of / })
    .first()
    .click()
  const scheduled = office.getByLabel('Scheduled Date and Time')
  await scheduled.fill((await scheduled.inputValue()).replace('T14:00', 'T14:30'))
  await office.getByRole('button', { name: 'Schedule' }).click()
  await expect(notices(office).getByText('Booking approved')).toBeVisible()
  await office.close()

  await page.goto('/account/notifications')
  await page.getByRole('main').getByRole('link').filter({ hasText: expert.username }).first().click()
  await expect(page.getByRole('heading', { name: 'Booking', level: 1 })).toBeVisible()
  const appointment = card(page, expert.username)
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
  await shoot('my-booking-approved')

  const coming = page.waitForEvent('download')
  await appointment.getByRole('button', { name: 'Add to calendar' }).click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(/^kutu-\d{4}-\d{2}-\d{2}\.ics$/)
  const entry = await entryOf(await file.path())
  const half = 30 * 60_000
  expect(entry.start).toEqual(new Date(start.getTime() + half))
  expect(entry.end).toEqual(new Date(start.getTime() + 3 * half))
  expect(entry.status).toBe('CONFIRMED')
})

test('the second farmer learns that the slot is taken, sees its new state and books the next free one in place', async ({
  page,
  shoot,
  expectRefusal,
  expectAccessible,
}) => {
  const { expert, area } = await expertOnMaize()
  const taken = await offerSlot(expert, inDays(4, 9))
  await offerSlot(expert, inDays(4, 12))
  await givePhoto(expert)
  await openSlots(page, area)
  const [first, second] = [card(page, expert.username).first(), card(page, expert.username).last()]
  await expectPhoto(first)
  await expect(first).toContainText('09:00 EAT')
  await bookSlot(await newFarmer(), taken.id)

  expectRefusal(409, bookingCall)
  await book(page, first)
  await expect(first).toContainText('Someone booked this slot first.')
  await expect(first).toContainText('Booked')
  await expect(notices(page).getByText('Someone booked this slot first.')).toBeVisible()
  const other = first.getByRole('listitem').getByRole('button')
  await expect(other).toContainText('12:00–14:00 EAT')
  await expectAccessible('a slot that is taken')
  await shoot('slot-taken')
  await other.click()
  await dialog(page).getByRole('button', { name: 'Book Slot' }).click()
  await expect(notices(page).getByText('Slot booking submitted for approval')).toBeVisible()
  await expect(second).toContainText('You have booked this slot.')
  await expect(first).not.toContainText('You have booked this slot.')
})

test('a farmer who booked the slot in another window learns that it is theirs', async ({ page, expectRefusal }) => {
  const { expert, area } = await expertOnMaize()
  const { id } = await offerSlot(expert, inDays(4, 16))
  const farmer = await openSlots(page, area)
  await expect(card(page, expert.username)).toContainText('Available')
  await bookSlot(farmer, id)
  expectRefusal(409, bookingCall)
  await book(page, card(page, expert.username))
  await expect(notices(page).getByText('Slot booking submitted for approval')).toBeVisible()
  await expect(card(page, expert.username)).toContainText('You have booked this slot.')
})

test('a farmer narrows the slots by expertise, language and day, and widens them again', async ({
  page,
  shoot,
  expectAccessible,
}) => {
  const { expert, area } = await expertOnMaize()
  const [early, late] = [inDays(8, 9), inDays(9, 9)]
  const { id } = await offerSlot(expert, early)
  await offerSlot(expert, late)
  await openSession(page, await newFarmer())
  await page.goto(slotsPath)
  await expect(page.getByRole('heading', { name: 'Slots', level: 1 })).toBeVisible()
  const fold = page.getByRole('button', { name: 'Filter the slots' })
  if (await fold.isVisible()) await fold.click()
  await pick(page, 'Expertise', area)
  await pick(page, 'Language spoken', 'Luganda')
  await expect(card(page, expert.username)).toHaveCount(2)
  await page.getByLabel('Day', { exact: true }).fill(late.toISOString().slice(0, 10))
  await expect(card(page, expert.username)).toHaveCount(1)
  await expectAccessible('the filters of the slots')
  await shoot('slots-filtered')

  await page.getByRole('button', { name: /^Remove: \w+day \d+/ }).press('Enter')
  await expect(card(page, expert.username)).toHaveCount(2)
  await bookSlot(await newFarmer(), id)
  await page.getByText('Free ones only').click()
  await expect(card(page, expert.username)).toHaveCount(1)
  await page.goto(`${slotsPath}?${new URLSearchParams({ expertise: area, show: 'free' })}`)
  await expect(card(page, expert.username)).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove: Free ones only' }).click()
  await expect(card(page, expert.username)).toHaveCount(2)
})

test('a booking whose answer got lost on the way is sent again and made once', async ({ page, expectRefusal }) => {
  // The server gets the booking and answers; the page never hears of it.
  let isLost = false
  await page.route(`**${bookingCall}`, async route => {
    if (isLost || route.request().method() !== 'POST') return route.continue()
    isLost = true
    await route.fetch()
    await route.abort('connectionreset')
  })
  expectRefusal('lost', bookingCall)
  const { expert, area } = await expertOnMaize()
  await offerSlot(expert, inDays(5, 10))
  await openSlots(page, area)
  const keys: (string | undefined)[] = []
  page.on('request', request => request.method() === 'POST' && keys.push(request.headers()['idempotency-key']))
  await book(page, card(page, expert.username))
  await expect(notices(page).getByText('There is no connection. Check the network and try again.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Book Slot' }).click()
  await expect(notices(page).getByText('Slot booking submitted for approval')).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
  await page.goto(myBookingsPath)
  await expect(page.getByRole('article')).toHaveCount(1)
})
