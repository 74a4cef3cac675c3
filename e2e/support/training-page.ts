import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Contribution, selectHoldout, seriesLength } from '@kutu/vision/refit/holdout'
import { expect, type Locator, type Page } from '@playwright/test'
import { origin } from '../runner/test-server.ts'
import { createExpert, getAccessToken, getAdmin, getUserId, requestAs, type TestAccount } from './accounts.ts'

export const trainingPath = '/account/addresses/model-training'
export const reviewPath = `${trainingPath}/review`
export const sessionsPath = `${trainingPath}/sessions`

/**
 * Photos of rice damaged by a beetle (hispa), which the shipped model was not trained on: it classifies more than half
 * of them as healthy.
 */
const hispaPhotoIds = [
  '004 005 006 007 008 009 011 012 015 016 018 019 021 022 023 024 026 027 028 030 032 036 038 039 040',
].flatMap(names => names.split(' '))

const getHispaPhotoPath = (name: string): string =>
  join(process.env.LEAF_DATA ?? '', 'extra', 'rice__hispa', `${name}.jpg`)
/** Photos uploaded by the expert. */
export const hispaPhotoPaths = hispaPhotoIds.map(getHispaPhotoPath)
/** Photos of the same damage that another expert, at another place, uploads. */
export const otherHispaPhotoPaths = '044 045 049 051 052 056 057 059 061 063 064 067'.split(' ').map(getHispaPhotoPath)
/** Photos of the same damage that the expert does not upload. Which of them a session corrects depends on the model. */
export const farmerHispaPhotoPaths = '043 048 054 060 065 070 075 081 088 094 099 105 110 117 123 129 134 139 145 151'
  .split(' ')
  .map(getHispaPhotoPath)

/**
 * Creates the experts who upload these photos, at two places. Which photos a session holds back is drawn by the experts' ids,
 * so accounts are created until one series of the first expert is held back: with other draws the photos that are left
 * teach too little to prove a gain.
 */
export async function createTeachingExperts(): Promise<{ expert: TestAccount; other: TestAccount }> {
  for (;;) {
    const expert = await createExpert({ institution: 'KALRO Mwea' })
    const other = await createExpert({ institution: 'NARO Kawanda' })
    const images = await Promise.all([
      listContributions(expert, hispaPhotoPaths),
      listContributions(other, otherHispaPhotoPaths),
    ])
    const heldOut = [...selectHoldout(images.flat())]
    if (heldOut.length === seriesLength && heldOut.every(path => hispaPhotoPaths.includes(path)))
      return { expert, other }
  }
}

async function listContributions(account: TestAccount, paths: string[]): Promise<Contribution[]> {
  const uploader = await getUserId(account)
  return paths.map((hash, ordinal) => ({ hash, uploader, ordinal }))
}

export const contributionsSection = (page: Page): Locator => page.getByRole('region', { name: 'Your contributions' })
export const trainingStatus = (page: Page): Locator =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Training progress' }) })
export const batchSection = (page: Page): Locator =>
  page.locator('details', { has: page.getByRole('heading', { name: 'Many photos at once' }) })

/** Selects an option of a select field. */
export async function selectOption(scope: Page | Locator, label: string, option: string): Promise<void> {
  await scope.getByRole('combobox', { name: label, exact: true }).click()
  await scope.getByRole('option', { name: option, exact: true }).click()
}

export const chooseTrainingPhoto = (page: Page, file: string | { name: string; mimeType: string; buffer: Buffer }) =>
  page.getByLabel('Choose a photo', { exact: true }).setInputFiles(file)

export async function chooseTrainingPhotos(
  page: Page,
  files: string[] | { name: string; mimeType: string; buffer: Buffer }[],
): Promise<void> {
  await batchSection(page).getByRole('heading').click()
  await page.getByLabel('Choose photos', { exact: true }).setInputFiles(files)
}

/** Lets another expert give all photos of an expert that wait for a second opinion the same label. */
export async function labelAsSecondExpert(owner: TestAccount, label: string): Promise<void> {
  const headers = { authorization: `Bearer ${await getAccessToken(owner)}` }
  const path = '/analysis/upload-training-images/?state=waiting&page_size=200'
  const { results } = (await (await fetch(`${origin}${path}`, { headers })).json()) as { results: { id: string }[] }
  const second = await createExpert()
  for (const { id } of results)
    await requestAs(second, 'PUT', `/analysis/training-queue/${id}/`, { action: 'correct', label })
}

/** Waits until the list of training sessions is loaded and none is running. */
export async function waitForSessionsToEnd(sessions: Locator): Promise<void> {
  await expect(sessions.getByRole('article').first()).toBeVisible({ timeout: 60_000 })
  await expect(sessions.getByText(/^(Waiting to start|Running)$/)).toHaveCount(0, { timeout: 150_000 })
}

/** Submits photos as an expert, one after the other. */
export async function submitTrainingPhotos(expert: TestAccount, paths: string[], label: string): Promise<void> {
  const headers = { authorization: `Bearer ${await getAccessToken(expert)}` }
  for (const path of paths) {
    const body = new FormData()
    body.set('label', label)
    body.set('crop_type', 'RICE')
    body.set('image', new Blob([await readFile(path)], { type: 'image/jpeg' }), 'leaf.jpg')
    const response = await fetch(`${origin}/analysis/upload-training-images/`, { method: 'POST', headers, body })
    if (!response.ok) throw new Error(`A photo was rejected with ${response.status}: ${await response.text()}`)
  }
}

/** Reactivates the shipped model, because other tests read its figures. */
export async function activateShippedModel(): Promise<void> {
  const active = await (await fetch(`${origin}/analysis/active-model/`)).json()
  await requestAs(await getAdmin(), 'PUT', `/analysis/models/${active.base_version}/activate/`, {})
}
