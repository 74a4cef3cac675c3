import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Contribution, selectHoldout, seriesLength } from '@kutu/vision/refit/holdout'
import { expect, type Locator, type Page } from '@playwright/test'
import { drawLeaf } from '../../server/src/testing/images/synthetic-photos.ts'
import { origin } from '../runner/test-server.ts'
import { createExpert, getAccessToken, getAdmin, getUserId, requestAs, type TestAccount } from './accounts.ts'

export const trainingPath = '/account/addresses/model-training'
export const reviewPath = `${trainingPath}/review`
export const sessionsPath = `${trainingPath}/sessions`

/** Draws yellowed leaves, which the shipped model takes for healthy, and returns the paths of the files. */
async function drawYellowedLeaves(count: number, firstSeed: number): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kutu-leaves-'))
  return Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const path = join(folder, `${i}.jpg`)
      await writeFile(
        path,
        await drawLeaf({ seed: firstSeed + i, yellowed: true })
          .jpeg()
          .toBuffer(),
      )
      return path
    }),
  )
}

/** Photos uploaded by the expert, by another one at another place, and by a farmer. */
export async function drawTeachingPhotos(): Promise<{ expert: string[]; other: string[]; farmer: string[] }> {
  const [expert, other, farmer] = await Promise.all(
    [25, 12, 20].map((count, i) => drawYellowedLeaves(count, 6001 + 100 * i)),
  )
  return { expert: expert ?? [], other: other ?? [], farmer: farmer ?? [] }
}

const somebody = 'somebody'

/**
 * Creates the experts who upload these photos, at two places. Which photos a session holds back is drawn by the experts' ids,
 * so accounts are created until one series of the first expert is held back: with other draws the photos that are left
 * teach too little to prove a gain.
 */
export async function createTeachingExperts(photos: {
  expert: string[]
  other: string[]
}): Promise<{ expert: TestAccount; other: TestAccount }> {
  // One of these five series is drawn. Where no series of anybody is drawn, one of the expert's would be held back instead, but
  // other tests leave photos in the database.
  const somebodys = Array.from({ length: 5 * seriesLength }, (_, ordinal) => ({
    hash: `${somebody}${ordinal}`,
    uploader: somebody,
    ordinal,
  }))
  for (;;) {
    const expert = await createExpert({ institution: 'KALRO Mwea' })
    const other = await createExpert({ institution: 'NARO Kawanda' })
    const images = await Promise.all([listContributions(expert, photos.expert), listContributions(other, photos.other)])
    const heldOut = [...selectHoldout([...images.flat(), ...somebodys])].filter(path => !path.startsWith(somebody))
    if (heldOut.length === seriesLength && heldOut.every(path => photos.expert.includes(path))) return { expert, other }
  }
}

async function listContributions(account: TestAccount, paths: string[]): Promise<Contribution[]> {
  const uploader = await getUserId(account)
  return paths.map((hash, ordinal) => ({ hash, uploader, ordinal }))
}

export const contributionsSection = (page: Page): Locator => page.getByRole('region', { name: 'Your contributions' })
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
  label: string,
): Promise<void> {
  await batchSection(page).getByRole('heading').click()
  await selectOption(batchSection(page), 'Label of all photos', label)
  await selectOption(batchSection(page), 'Crop of all photos', 'Maize')
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
    body.set('crop_type', 'MAIZE')
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
