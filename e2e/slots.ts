import { expect, type Locator, type Page } from '@playwright/test'
import { newExpert, newFarmer, openSession, type Person } from './people.ts'

export const slotsPath = '/account/addresses/slots'
export const myBookingsPath = '/account/addresses/my-bookings'
/** The call that books. */
export const bookingCall = '/api/consultations/consultations/'

export const card = (page: Page, name: string): Locator => page.getByRole('article', { name })
export const dialog = (page: Page): Locator => page.getByRole('dialog')

/** An expert nobody else asks for, so that the filter by this area leads to them alone. */
export async function expertOnMaize(): Promise<{ expert: Person; area: string }> {
  const area = `Maize rust ${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`
  const words = { areas_of_expertise: `${area}, Bean diseases`, languages_spoken: 'English, Luganda' }
  return { expert: await newExpert(words), area }
}

/** A new farmer before the slots of that area. */
export async function openSlots(page: Page, area: string): Promise<Person> {
  const farmer = await newFarmer()
  await openSession(page, farmer)
  await page.goto(`${slotsPath}?${new URLSearchParams({ expertise: area })}`)
  await expect(page.getByRole('heading', { name: 'Slots', level: 1 })).toBeVisible()
  return farmer
}

/** By the keyboard alone. */
export async function book(page: Page, slot: Locator): Promise<void> {
  await slot.getByRole('button', { name: 'Book Slot' }).press('Enter')
  await dialog(page).getByRole('button', { name: 'Book Slot' }).press('Enter')
}
