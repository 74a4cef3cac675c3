import { answerBooking, bookSlot, inDays, offerSlot } from '../appointments.ts'
import { notices } from '../diagnosis.ts'
import { expect, test } from '../journey.ts'
import { newFarmer, openSession, signIn } from '../people.ts'
import { expectPhoto, givePhoto } from '../portrait.ts'
import { bookingCall, card, dialog, expertOnMaize, myBookingsPath, openSlots, slotsPath } from '../slots.ts'

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
  await givePhoto(expert)
  await openSession(page, farmer)
  await page.addInitScript(() => localStorage.setItem('dataSaver', 'on'))
  await page.goto(myBookingsPath)
  await expect(page.getByRole('article')).toHaveCount(2)
  await shoot('my-bookings')

  const pending = page.getByRole('article').filter({ hasText: '09:00–11:00 EAT' })
  await expect(pending.locator('img')).toHaveCount(0)
  await pending.getByRole('button', { name: `Show the photo: ${expert.username}` }).click()
  await expectPhoto(pending)
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
  await expect(page).toHaveURL(`${slotsPath}?crop=BEANS`)
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
  await expect(page).toHaveURL(slotsPath)
  await page.goto(myBookingsPath)
  await expect(page.getByText('You have not booked yet')).toBeVisible()
  await expectAccessible('no bookings')
  await shoot('my-bookings-none')

  expectRefusal('lost', bookingCall)
  await page.route(`**${bookingCall}?**`, route => route.abort('internetdisconnected'))
  await page.goto(myBookingsPath)
  await expect(page.getByText('There is no connection. Check the network and try again.')).toBeVisible()
  await shoot('my-bookings-offline')
  await page.unroute(`**${bookingCall}?**`)
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
      ['slots', `${slotsPath}?${new URLSearchParams({ crop: 'MAIZE', expertise: area })}`],
      ['my-bookings', myBookingsPath],
    ] as const) {
      await page.goto(path)
      await expect(card(page, expert.username).first()).toBeVisible()
      await expectAccessible(`${name} in ${language}`)
      const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
      expect(isTooWide, `${name} in ${language} scrolls sideways`).toBe(false)
      await shoot(`${name}-${language}`)
    }
  })
