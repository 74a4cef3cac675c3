import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import ICAL from 'ical.js'
import { answerBooking, bookSlot, inDays, offerSlot } from '../appointments.ts'
import { answer, choose, notices, openUpload, processImage } from '../diagnosis.ts'
import { expect, test } from '../journey.ts'
import { hasLeaves, leaf, withoutLeaves } from '../leaves.ts'
import { newExpert, newFarmer, openSession, type Person, signIn } from '../people.ts'

const slots = '/account/addresses/slots'
const mine = '/account/addresses/my-bookings'
const booking = '/api/consultations/consultations/'

const card = (page: Page, name: string): Locator => page.getByRole('article', { name })
const dialog = (page: Page): Locator => page.getByRole('dialog')

/** An expert nobody else asks for, so that the filter by this area leads to them alone. */
async function expertOnMaize(): Promise<{ expert: Person; area: string }> {
  const area = `Maize rust ${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`
  const words = { areas_of_expertise: `${area}, Bean diseases`, languages_spoken: 'English, Luganda' }
  return { expert: await newExpert(words), area }
}

async function openSlots(page: Page, area: string): Promise<Person> {
  const farmer = await newFarmer()
  await openSession(page, farmer)
  await page.goto(`${slots}?${new URLSearchParams({ expertise: area })}`)
  await expect(page.getByRole('heading', { name: 'Slots', level: 1 })).toBeVisible()
  return farmer
}

async function book(page: Page, slot: Locator): Promise<void> {
  await slot.getByRole('button', { name: 'Book Slot' }).click()
  await dialog(page).getByRole('button', { name: 'Book Slot' }).click()
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

  await expect(page).toHaveURL(`${slots}?crop=MAIZE`)
  const crop = page.getByRole('button', { name: 'Remove: Experts who know maize' })
  await expect(crop).toBeVisible()
  await page.goto(`${slots}?${new URLSearchParams({ crop: 'MAIZE', expertise: area })}`)
  const slot = card(page, expert.username)
  await expect(slot).toContainText('Available')
  await expect(slot).toContainText(`${area}, Bean diseases`)
  await expect(slot).toContainText(/Availability Period\s*Start\s*\w{3} \d+ \w{3}, 14:00 EAT\s*End.* 16:00 EAT/)
  await expectAccessible('Slots')
  await shoot('slots')
  await crop.click()
  await expect(page).toHaveURL(`${slots}?${new URLSearchParams({ expertise: area })}`)

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
  expect(sent.filter(path => path === booking)).toHaveLength(1)
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
  await expect(appointment.getByRole('link', { name: 'E-mail' })).toHaveAttribute('href', `mailto:${expert.email}`)
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
  await openSlots(page, area)
  const [first, second] = [card(page, expert.username).first(), card(page, expert.username).last()]
  await expect(first).toContainText('09:00 EAT')
  await bookSlot(await newFarmer(), taken.id)

  expectRefusal(409, booking)
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

test('a booking whose answer got lost on the way is sent again and made once', async ({ page, expectRefusal }) => {
  // The server gets the booking and answers; the page never hears of it.
  let isLost = false
  await page.route(`**${booking}`, async route => {
    if (isLost || route.request().method() !== 'POST') return route.continue()
    isLost = true
    await route.fetch()
    await route.abort('connectionreset')
  })
  expectRefusal('lost', booking)
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
  await page.goto(mine)
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('a farmer cancels: a booking that waits at once, an appointment with a word to the expert', async ({
  page,
  shoot,
  expectAccessible,
}) => {
  const { expert } = await expertOnMaize()
  const farmer = await newFarmer()
  const [waiting, approved] = [inDays(6, 9), inDays(6, 14)]
  const { id: approvedSlot } = await offerSlot(expert, approved)
  const { id } = await bookSlot(farmer, approvedSlot)
  await answerBooking(expert, id, { action: 'approve', selected_date: approved.toISOString() })
  await bookSlot(farmer, (await offerSlot(expert, waiting)).id)
  await openSession(page, farmer)
  await page.goto(mine)
  await expect(page.getByRole('article')).toHaveCount(2)
  await shoot('my-bookings')

  const pending = page.getByRole('article').filter({ hasText: '09:00–11:00 EAT' })
  await pending.getByRole('button', { name: 'Cancel booking' }).click()
  await expectAccessible('the question before a cancellation')
  await dialog(page).getByRole('button', { name: 'Cancel booking' }).click()
  await expect(notices(page).getByText('Your booking has been cancelled')).toBeVisible()
  await expect(pending).toContainText('You cancelled it, and the slot is free again.')
  await expect(pending.getByRole('heading')).toBeFocused()

  const appointment = page.getByRole('article').filter({ hasText: '14:00–16:00 EAT' })
  await appointment.getByRole('button', { name: 'Cancel booking' }).click()
  await dialog(page).getByLabel('Why you cancel').fill('The rain took the road.')
  await shoot('cancel-booking')
  await dialog(page).getByRole('button', { name: 'Cancel booking' }).click()
  await expect(appointment).toContainText('Reason: The rain took the road.')
  await expect(appointment.getByRole('button', { name: 'Add to calendar' })).toBeHidden()
  await page.getByRole('group', { name: 'Show' }).getByText('Pending').click()
  await expect(page.getByText('None of this kind')).toBeVisible()
})

test('a visitor who follows the link to the experts signs in and comes back to the slots of that crop', async ({
  page,
}) => {
  await page.goto('/experts?crop=BEANS')
  await expect(page).toHaveURL('/auth')
  await signIn(page, await newFarmer())
  await expect(page).toHaveURL(`${slots}?crop=BEANS`)
  await expect(page.getByRole('button', { name: 'Remove: Experts who know beans' })).toBeVisible()
})

test('without slots, without bookings and without a network the screens say what to do', async ({
  page,
  shoot,
  expectRefusal,
  expectAccessible,
}) => {
  await openSlots(page, 'nobody knows this')
  await expect(page.getByText('No expert availability slots available.')).toBeVisible()
  await expectAccessible('no slots')
  await shoot('slots-none')
  await page.getByRole('button', { name: 'Show all slots' }).click()
  await expect(page).toHaveURL(slots)
  await page.goto(mine)
  await expect(page.getByText('You have not booked yet')).toBeVisible()
  await expectAccessible('no bookings')
  await shoot('my-bookings-none')

  expectRefusal('lost', booking)
  await page.route(`**${booking}?**`, route => route.abort('internetdisconnected'))
  await page.goto(mine)
  await expect(page.getByText('There is no connection. Check the network and try again.')).toBeVisible()
  await shoot('my-bookings-offline')
  await page.unroute(`**${booking}?**`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('You have not booked yet')).toBeVisible()
})

for (const language of ['sw', 'lg'])
  test(`slots and bookings are told in ${language}, and nothing is too wide`, async ({
    page,
    shoot,
    expectAccessible,
  }) => {
    const { expert, area } = await expertOnMaize()
    const farmer = await openSlots(page, area)
    await bookSlot(farmer, (await offerSlot(expert, inDays(7, 9))).id)
    await offerSlot(expert, inDays(7, 14))
    await page.addInitScript(chosen => localStorage.setItem('language', chosen), language)
    for (const [name, path] of [
      ['slots', `${slots}?${new URLSearchParams({ crop: 'MAIZE', expertise: area })}`],
      ['my-bookings', mine],
    ] as const) {
      await page.goto(path)
      await expect(card(page, expert.username).first()).toBeVisible()
      await expectAccessible(`${name} in ${language}`)
      const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
      expect(isTooWide, `${name} in ${language} scrolls sideways`).toBe(false)
      await shoot(`${name}-${language}`)
    }
  })
