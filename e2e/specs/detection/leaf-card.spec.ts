import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, savesScreenshots, test } from '../../support/fixtures.ts'
import { hasLeafPhotos, leafPhotoPath, noLeafPhotosReason } from '../../support/leaf-photos.ts'
import {
  analysisResult,
  chooseFiles,
  openUploadPage,
  processImage,
  toasts,
  waitForOnDeviceModel,
} from '../../support/upload-page.ts'

test.skip(!hasLeafPhotos, noLeafPhotosReason)

/** Adds an EXIF block to a photo, as a phone's camera does. */
async function photoWithExif(): Promise<Buffer> {
  const photo = await readFile(leafPhotoPath('rust'))
  const exif = Buffer.from('Exif\0\0II*\0\x08\0\0\0\0\0\0\0\0\0', 'latin1')
  const length = exif.length + 2
  return Buffer.concat([
    photo.subarray(0, 2),
    Buffer.from([0xff, 0xe1, length >> 8, length & 255]),
    exif,
    photo.subarray(2),
  ])
}

type SharedContent = { title: string; text: string; url?: string; pictures: string[] }

/** Replaces the share sheet, and records what is shared and every word that is drawn on a canvas. */
async function recordShare(page: Page): Promise<{ sent: SharedContent[]; words: string[] }> {
  const sent: SharedContent[] = []
  const words: string[] = []
  await page.exposeFunction('recordShare', (content: SharedContent) => sent.push(content))
  await page.exposeFunction('recordWord', (word: string) => words.push(word))
  await page.addInitScript(() => {
    const { fillText } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.fillText = function (...args) {
      Reflect.get(window, 'recordWord')(args[0])
      fillText.apply(this, args)
    }
    navigator.canShare = () => true
    navigator.share = async ({ title, text, url, files = [] } = {}) => {
      const pictures = files.map(async file =>
        btoa(Array.from(new Uint8Array(await file.arrayBuffer()), byte => String.fromCharCode(byte)).join('')),
      )
      await Reflect.get(window, 'recordShare')({ title, text, url, pictures: await Promise.all(pictures) })
    }
  })
  return { sent, words }
}

/** Saves a shared picture beside the screenshots, and checks its size and that it says nothing about the camera. */
async function expectPicture(picture: Buffer, name: string): Promise<void> {
  if (savesScreenshots)
    await sharp(picture).toFile(fileURLToPath(new URL(`../../screenshots/${name}.png`, import.meta.url)))
  const { format, width, height, exif } = await sharp(picture).metadata()
  expect({ format, width, exif }).toEqual({ format: 'jpeg', width: 1080, exif: undefined })
  expect(height).toBeGreaterThan(1200)
}

async function processLeaf(page: Page, crop: string): Promise<void> {
  await page.getByText(crop, { exact: true }).click()
  await chooseFiles(page, { name: 'leaf.jpg', mimeType: 'image/jpeg', buffer: await photoWithExif() })
  await processImage(page)
  await expect(analysisResult(page).getByRole('heading', { level: 2 }).first()).toBeFocused()
}

test('without a network, Share makes one picture of the answer that names neither farmer nor place', async ({
  page,
  context,
  expectFailure,
}, { project }) => {
  const apiPaths = ['/api/auth/me', '/api/auth/refresh-token', '/api/dashboard/', '/api/notifications/']
  for (const path of [...apiPaths, '/analysis/rust-detection/', '/icons/192.png']) expectFailure('lost', path)
  const { sent, words } = await recordShare(page)
  await openUploadPage(page)
  await waitForOnDeviceModel(page)
  await context.setOffline(true)
  await processLeaf(page, 'Maize')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect.poll(() => sent.length).toBe(1)
  const [content] = sent
  const host = new URL(page.url()).host
  expect(content?.text).toMatch(/(Sure|Likely): .*rust.*\.\nDo this today: .+\nAsk your own leaf: http:.+\/try$/i)
  await expectPicture(Buffer.from(content?.pictures[0] ?? '', 'base64'), `leaf-card-${project.name}`)
  const drawn = words.join(' ')
  expect(drawn).toMatch(/(Sure|Likely) .*rust.* Do this today .+ Ask your own leaf/i)
  expect(drawn).toContain(`${host}/try`)
  const { email, username } = JSON.parse(await page.evaluate(() => localStorage.getItem('user') ?? '{}'))
  expect(email).toContain('@')
  for (const personal of [email, username, 'Mbale', '+256', '%'])
    expect(`${drawn} ${content?.text}`).not.toContain(personal)
})

test('the picture of a doubtful answer names no disease; without a share sheet it is saved and the words copied', async ({
  page,
  context,
  takeScreenshot,
}, { project }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { words } = await recordShare(page)
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await openUploadPage(page)
  // A maize photo declared as beans gives an uncertain answer.
  await processLeaf(page, 'Beans')
  await expect(analysisResult(page).getByRole('heading', { name: 'We cannot tell yet' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const picture = await readFile(await (await download).path())
  await expectPicture(picture, `leaf-card-doubtful-${project.name}`)
  await expect(toasts(page).getByText('The picture is saved, and the message is copied.')).toBeVisible()
  await takeScreenshot('answer-shared')
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toMatch(/cannot tell yet\.\nDo this next: .+\nAsk your own leaf: http:.+\/try$/)
  expect(words.join(' ')).toMatch(/^Not sure We cannot tell yet Do this next/)
  expect(`${text} ${words.join(' ')}`).not.toMatch(/rust|spot|blight|mildew/i)
})
