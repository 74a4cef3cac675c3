import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { callAs, newExpert } from './people.ts'
import { origin } from './product.ts'

export const trainingPath = '/account/addresses/model-training'
export const reviewPath = `${trainingPath}/review`
export const sessionsPath = `${trainingPath}/sessions`

/**
 * Leaves of rice eaten by a beetle, a kind of harm that the shipped model was never shown: it takes more than half of
 * them for healthy ones.
 */
const hispa = [
  '004 005 006 007 008 009 011 012 015 016 018 019 021 022 023 024 026 027 028 030 032 036 038 039 040',
].flatMap(names => names.split(' '))

const hispaLeaf = (name: string): string => join(process.env.LEAF_DATA ?? '', 'extra', 'rice__hispa', `${name}.jpg`)
/** What an expert uploads. The farmer's own photo is another one. */
export const hispaLeaves = hispa.map(hispaLeaf)
export const farmersHispaLeaf = hispaLeaf('136')

export const contributions = (page: Page): Locator => page.getByRole('region', { name: 'Your contributions' })
export const standing = (page: Page): Locator =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Where the training stands' }) })
export const batch = (page: Page): Locator =>
  page.locator('details', { has: page.getByRole('heading', { name: 'Many photos at once' }) })

/** Chooses an entry of one of the kit's lists by the keyboard. */
export async function pick(scope: Page | Locator, label: string, option: string): Promise<void> {
  await scope.getByRole('combobox', { name: label, exact: true }).click()
  await scope.getByRole('option', { name: option, exact: true }).click()
}

export const choosePhoto = (page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) =>
  page.getByLabel('Choose a photo', { exact: true }).setInputFiles(file)

export async function chooseSeveral(
  page: Page,
  files: string[] | { name: string; mimeType: string; buffer: Buffer }[],
): Promise<void> {
  await batch(page).getByRole('heading').click()
  await page.getByLabel('Choose photos', { exact: true }).setInputFiles(files)
}

/** Waits until the list of sessions has come and none of them is under way. */
export async function expectNoSession(sessions: Locator): Promise<void> {
  await expect(sessions.getByRole('article').first()).toBeVisible({ timeout: 60_000 })
  await expect(sessions.getByText(/^(Waiting to begin|Under way)$/)).toHaveCount(0, { timeout: 60_000 })
}

/** Lets the shipped version answer again: other journeys read its figures. */
export async function answerAsShipped(): Promise<void> {
  const active = await (await fetch(`${origin}/analysis/active-model/`)).json()
  await callAs(await newExpert(), 'PUT', `/analysis/models/${active.base_version}/activate/`, {})
}
