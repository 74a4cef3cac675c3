import { createExpert, signInByApi } from '../../support/accounts.ts'
import { createSlot } from '../../support/consultations.ts'
import { expect, expectNoHorizontalScroll, test } from '../../support/fixtures.ts'
import { toasts } from '../../support/upload-page.ts'

test('an expert sets working hours, and slots appear by themselves except where another slot is in the way', async ({
  page,
  takeScreenshot,
  expectFailure,
  expectAccessible,
}) => {
  const expert = await createExpert()
  // Two hours from 10:00 on, in the way of two of the slots.
  const tomorrow = new Date(`${new Date(Date.now() + 27 * 3600_000).toISOString().slice(0, 10)}T10:00:00+03:00`)
  await createSlot(expert, tomorrow)
  await signInByApi(page, expert)
  await page.goto('/account/addresses/availability-slots')
  await page.getByRole('link', { name: 'Working hours' }).click()
  await expect(page.getByRole('heading', { name: 'Working hours', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Add hours on Monday' }).click()
  await page.getByRole('button', { name: 'Copy the hours of Monday to all days' }).click()
  await page.getByLabel('Sunday until').fill('08:00')
  expectFailure(400, '/api/consultations/working-hours/')
  await page.getByRole('button', { name: 'Save working hours' }).click()
  await expect(page.getByText('The end must be after the start.', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Sunday from')).toBeFocused()
  // At the top, because axe would find rows too small that are half under the bar of the page.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible('working hours with a mistake')
  await page.getByLabel('Sunday until').fill('12:00')
  await page.getByRole('combobox', { name: 'Length of an appointment' }).click()
  await page.getByRole('option', { name: '60 minutes' }).click()
  await page.getByRole('button', { name: 'Save working hours' }).click()
  await expect(toasts(page).getByText(/^Working hours saved\. 8\d slots added, 0 removed\.$/)).toBeVisible()
  await expect(page.getByText('2 times are left out')).toBeVisible()
  await expect(page.getByText(/Your slot is in the way: .*10:00–12:00/).first()).toBeVisible()

  await page.getByRole('button', { name: 'Remove hours on Sunday' }).click()
  await page.getByRole('button', { name: 'Save working hours' }).click()
  await expect(toasts(page).getByText(/^Working hours saved\. 0 slots added, \d+ removed\.$/)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Saturday until')).toHaveValue('12:00')
  await expect(page.getByLabel('Sunday from')).toHaveCount(0)
  await expectAccessible('working hours')
  await expectNoHorizontalScroll(page, 'working hours')
  await takeScreenshot('working-hours')
})
