import type { Page } from '@playwright/test'
import { buildAccount } from '../../support/accounts.ts'
import { expect, test } from '../../support/fixtures.ts'
import { hasLeafPhotos, leafPhotoPath, noLeafPhotosReason } from '../../support/leaf-photos.ts'
import { extractCode, waitForEmail } from '../../support/mailbox.ts'
import { startSlowNetwork } from '../../support/slow-network.ts'
import { analysisResult, historyRows, uploadPath, waitForOnDeviceModel } from '../../support/upload-page.ts'

test.skip(!hasLeafPhotos, noLeafPhotosReason)

const analysesApiPath = '/analysis/rust-detection/'

/** Records every request that could take something off the phone. */
function recordSent(page: Page): string[] {
  const sent: string[] = []
  page.on('request', request => {
    if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname)
  })
  return sent
}

async function checkLeaf(page: Page): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Take a photo' }).click()
  await (await chooser).setFiles(leafPhotoPath('rust'))
}

test('a newcomer on a slow network gets an answer with three taps, and then an account that has it once', async ({
  page,
  takeScreenshot,
}) => {
  test.setTimeout(400_000)
  const network = await startSlowNetwork(400_000 / 8)
  const sent = recordSent(page)
  const startedAt = Date.now()
  const secondsSince = (time: number) => ((Date.now() - time) / 1000).toFixed(1)
  let taps = 0
  let characters = 0
  const tap = async (role: 'link' | 'button', name: string) => {
    taps += 1
    await page.getByRole(role, { name, exact: true }).click()
  }
  const type = async (label: string, text: string) => {
    taps += 1
    characters += text.length
    await page.getByLabel(label, { exact: true }).fill(text)
  }

  await page.goto(`${network.origin}/`)
  await tap('link', 'Check a leaf now')
  await page.getByRole('button', { name: 'Take a photo' }).waitFor()
  const openedIn = secondsSince(startedAt)
  // The second tap opens the camera, the third takes the photo.
  taps += 2
  await checkLeaf(page)
  await expect(analysisResult(page)).toBeVisible({ timeout: 240_000 })
  expect(taps).toBe(3)
  expect(sent).toEqual([])
  const answer = `${taps} taps, ${characters} characters, ${secondsSince(startedAt)} s (screen after ${openedIn} s)`
  await takeScreenshot('trial-answer')

  const answeredAt = Date.now()
  taps = 0
  const farmer = buildAccount('farmer')
  await tap('button', 'Save this answer')
  await type('Email', farmer.email)
  await type('Username', farmer.username)
  await type('Password', farmer.password)
  await tap('button', 'Use the same password')
  await page.getByLabel('Farm location').fill('Mbale')
  await page.getByLabel('Farm size in acres').fill('2')
  taps += 2
  characters += 'Mbale2'.length
  await tap('button', 'Sign Up')
  await expect(page).toHaveURL(/verify-email/, { timeout: 60_000 })
  await type('Verification code', extractCode(await waitForEmail(farmer.email)))
  await tap('button', 'Verify')
  await expect(page).toHaveURL(/activation/, { timeout: 60_000 })
  // The addresses of photos have the server's origin, not that of the slow network, so the home screen shall load none.
  await page.evaluate(() => localStorage.setItem('dataSaver', 'on'))
  await tap('button', 'Activate')
  await expect(page).toHaveURL(/\/account$/, { timeout: 60_000 })
  const account = `${taps} taps, ${characters} characters, ${secondsSince(answeredAt)} s`
  console.log(`400 kbit/s: answer ${answer}; account after it ${account}`)

  await expect.poll(() => sent.filter(path => path === analysesApiPath).length, { timeout: 60_000 }).toBe(1)
  network.close()
})

test('the saved answer is in the history after the sign-up, and a reload sends nothing again', async ({ page }) => {
  const sent = recordSent(page)
  await page.goto('/try')
  await checkLeaf(page)
  await expect(analysisResult(page)).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Save this answer' }).click()
  const farmer = buildAccount('farmer')
  await page.getByLabel('Email').fill(farmer.email)
  await page.getByLabel('Username').fill(farmer.username)
  await page.getByLabel('Password', { exact: true }).fill(farmer.password)
  await page.getByRole('button', { name: 'Use the same password' }).click()
  await page.getByLabel('Farm location').fill('Mbale')
  await page.getByLabel('Farm size in acres').fill('2')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL('/auth/verify-email')
  await page.getByLabel('Verification code').fill(extractCode(await waitForEmail(farmer.email)))
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(page.getByText('Your email is verified. Press Activate to finish.')).toBeVisible()
  const filed = page.waitForResponse(
    response => response.request().method() === 'POST' && response.url().endsWith(analysesApiPath),
  )
  await page.getByRole('button', { name: 'Activate' }).click()
  await expect(page).toHaveURL('/account')
  await expect(page.getByText('Is this leaf yours?')).toHaveCount(0)
  expect((await filed).status()).toBe(201)
  await expect.poll(() => sent.filter(path => path === analysesApiPath).length).toBe(1)
  await expect(page.getByText('1 waits to be sent')).toHaveCount(0)
  await page.goto(uploadPath)
  await expect(historyRows(page)).toHaveCount(1)
  await page.reload()
  await expect(historyRows(page)).toHaveCount(1)
  expect(sent.filter(path => path === analysesApiPath)).toHaveLength(1)
})

test.describe('after the first visit', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a leaf is checked without a network and without an account', async ({ page, context, expectFailure }) => {
    const sent = recordSent(page)
    await page.goto('/try')
    await waitForOnDeviceModel(page)
    await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)
    expectFailure('lost', '/analysis/active-model/')
    await context.setOffline(true)
    await page.reload()
    await checkLeaf(page)
    await expect(analysisResult(page)).toBeVisible({ timeout: 60_000 })
    await expect(analysisResult(page).getByRole('heading', { level: 2 })).toContainText(/rust/i)
    expect(sent).toEqual([])
  })
})
