import { expect, type Locator, type Page } from '@playwright/test'
import { createExpert, createFarmer, signInByApi, type TestAccount } from './accounts.ts'

export const slotsPath = '/account/addresses/slots'
export const myBookingsPath = '/account/addresses/my-bookings'
/** The call that books. */
export const bookingsApiPath = '/api/consultations/consultations/'

export const findCard = (page: Page, name: string): Locator => page.getByRole('article', { name })
export const findDialog = (page: Page): Locator => page.getByRole('dialog')

/** An expert nobody else asks for, so that the filter by this area leads to them alone. */
export async function createMaizeExpert(): Promise<{ expert: TestAccount; area: string }> {
  const area = `Maize rust ${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`
  const fields = { areas_of_expertise: `${area}, Bean diseases`, languages_spoken: 'English, Luganda' }
  return { expert: await createExpert(fields), area }
}

/** A new farmer before the slots of that area. */
export async function openSlotsPage(page: Page, area: string): Promise<TestAccount> {
  const farmer = await createFarmer()
  await signInByApi(page, farmer)
  await page.goto(`${slotsPath}?${new URLSearchParams({ expertise: area })}`)
  await expect(page.getByRole('heading', { name: 'Slots', level: 1 })).toBeVisible()
  return farmer
}

/** By the keyboard alone. */
export async function bookWithKeyboard(page: Page, slot: Locator): Promise<void> {
  await slot.getByRole('button', { name: 'Book Slot' }).press('Enter')
  await findDialog(page).getByRole('button', { name: 'Book Slot' }).press('Enter')
}
