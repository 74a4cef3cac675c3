import { expect, type Locator, type Page } from '@playwright/test'
import { createExpert, createFarmer, signInByApi, type TestAccount } from './accounts.ts'

export const slotsPath = '/account/addresses/slots'
export const myBookingsPath = '/account/addresses/my-bookings'
/** Endpoint that books a slot. */
export const bookingsApiPath = '/api/consultations/consultations/'

export const findCard = (page: Page, name: string): Locator => page.getByRole('article', { name })
export const findDialog = (page: Page): Locator => page.getByRole('dialog')

/** Creates an expert with a unique area of expertise, so that the area filter finds only this expert. */
export async function createMaizeExpert(): Promise<{ expert: TestAccount; area: string }> {
  const area = `Maize rust ${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`
  const fields = { areas_of_expertise: `${area}, Bean diseases`, languages_spoken: 'English, Luganda' }
  return { expert: await createExpert(fields), area }
}

/** Opens the slots of that area as a new farmer. */
export async function openSlotsPage(page: Page, area: string): Promise<TestAccount> {
  const farmer = await createFarmer()
  await signInByApi(page, farmer)
  await page.goto(`${slotsPath}?${new URLSearchParams({ expertise: area })}`)
  await expect(page.getByRole('heading', { name: 'Slots', level: 1 })).toBeVisible()
  return farmer
}

/** Books a slot with the keyboard only. */
export async function bookWithKeyboard(page: Page, slot: Locator): Promise<void> {
  await slot.getByRole('button', { name: 'Book Slot' }).press('Enter')
  await findDialog(page).getByRole('button', { name: 'Book Slot' }).press('Enter')
}
