import { createFarmer, signIn, signInByApi } from '../../support/accounts.ts'
import { answerBooking, bookSlot, createSlot, daysFromNow } from '../../support/consultations.ts'
import { expect, expectNoHorizontalScroll, test } from '../../support/fixtures.ts'
import { expectPhoto, uploadProfilePhoto } from '../../support/profile-photo.ts'
import {
  bookingsApiPath,
  createMaizeExpert,
  findCard,
  findDialog,
  myBookingsPath,
  openSlotsPage,
  slotsPath,
} from '../../support/slots-page.ts'
import { toasts } from '../../support/upload-page.ts'

test('a farmer cancels a pending booking, and an appointment with a reason', async ({
  page,
  takeScreenshot,
  expectAccessible,
}) => {
  const { expert } = await createMaizeExpert()
  const farmer = await createFarmer()
  const [waiting, approved] = [daysFromNow(6, 9), daysFromNow(6, 14)]
  const { id: approvedSlot } = await createSlot(expert, approved)
  const { id } = await bookSlot(farmer, approvedSlot)
  await answerBooking(expert, id, { action: 'approve', selected_date: approved.toISOString() })
  await bookSlot(farmer, (await createSlot(expert, waiting)).id)
  await uploadProfilePhoto(expert)
  await signInByApi(page, farmer)
  await page.addInitScript(() => localStorage.setItem('dataSaver', 'on'))
  await page.goto(myBookingsPath)
  await expect(page.getByRole('article')).toHaveCount(2)
  await takeScreenshot('my-bookings')

  const pending = page.getByRole('article').filter({ hasText: '09:00–11:00 EAT' })
  await expect(pending.locator('img')).toHaveCount(0)
  await pending.getByRole('button', { name: `Show the photo: ${expert.username}` }).click()
  await expectPhoto(pending)
  await pending.getByRole('button', { name: 'Cancel booking' }).click()
  await expectAccessible('the question before a cancellation')
  await findDialog(page).getByRole('button', { name: 'Cancel booking' }).click()
  await expect(toasts(page).getByText('Your booking has been cancelled')).toBeVisible()
  await expect(pending).toHaveCount(0)
  await expect(page.locator('body')).not.toBeFocused()
  const past = page.getByRole('group').filter({ hasText: 'You cancelled this booking.' })
  await expect(past).not.toHaveAttribute('open')

  const appointment = page.getByRole('article').filter({ hasText: '14:00–16:00 EAT' })
  await appointment.getByRole('button', { name: 'Cancel booking' }).click()
  await findDialog(page).getByLabel('Reason for cancelling').fill('The rain took the road.')
  await takeScreenshot('cancel-booking')
  await findDialog(page).getByRole('button', { name: 'Cancel booking' }).click()
  await expect(appointment).toHaveCount(0)
  await past.getByRole('link', { name: /14:00 EAT/ }).click()
  const cancelled = findCard(page, expert.username)
  await expect(cancelled).toContainText('Reason: The rain took the road.')
  await expect(cancelled.getByRole('button', { name: 'Add to calendar' })).toBeHidden()
})

test('a visitor who follows the link to the experts signs in and returns to the slots for that crop', async ({
  page,
}) => {
  await page.goto('/experts?crop=BEANS')
  await expect(page).toHaveURL('/auth')
  await signIn(page, await createFarmer())
  await expect(page).toHaveURL(`${slotsPath}?crop=BEANS`)
  await expect(page.getByRole('combobox', { name: 'Crop' })).toHaveText('Beans')
})

test('the screens explain what to do without slots, without bookings and offline', async ({
  page,
  takeScreenshot,
  expectFailure,
  expectAccessible,
}) => {
  await openSlotsPage(page, 'nobody knows this')
  await expect(page.getByText('No expert availability slots available.')).toBeVisible()
  await expectAccessible('no slots')
  await takeScreenshot('slots-none')
  await page.getByRole('button', { name: 'Show all slots' }).click()
  await expect(page).toHaveURL(slotsPath)

  expectFailure('lost', bookingsApiPath)
  await page.route(`**${bookingsApiPath}?**`, route => route.abort('internetdisconnected'))
  await page.goto(myBookingsPath)
  await expect(page.getByText('There is no connection. Check the network and try again.')).toBeVisible()
  await takeScreenshot('my-bookings-offline')
  await page.unroute(`**${bookingsApiPath}?**`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No bookings yet')).toBeVisible()
  await expectAccessible('no bookings')
  await takeScreenshot('my-bookings-none')
})

for (const language of ['sw', 'lg'])
  test(`slots and bookings are translated to ${language} and fit the screen`, async ({ page, takeScreenshot }) => {
    const { expert, area } = await createMaizeExpert()
    const farmer = await openSlotsPage(page, area)
    await bookSlot(farmer, (await createSlot(expert, daysFromNow(7, 9))).id)
    await createSlot(expert, daysFromNow(7, 14))
    await page.addInitScript(locale => localStorage.setItem('language', locale), language)
    for (const [name, path] of [
      ['slots', `${slotsPath}?${new URLSearchParams({ crop: 'MAIZE', expertise: area })}`],
      ['my-bookings', myBookingsPath],
    ] as const) {
      await page.goto(path)
      await expect(findCard(page, expert.username).first()).toBeVisible()
      await expectNoHorizontalScroll(page, `${name} in ${language}`)
      await takeScreenshot(`${name}-${language}`)
    }
  })
