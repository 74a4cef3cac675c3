import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { answer, choose, notices, openUpload, processImage, readyAlone } from '../diagnosis.ts'
import { expect, test } from '../journey.ts'
import { hasLeaves, leaf, withoutLeaves } from '../leaves.ts'

test.skip(!hasLeaves, withoutLeaves)

const papers = ['A4', 'A5', 'A6', 'Letter'] as const
const pictures = fileURLToPath(new URL('../screenshots/', import.meta.url))
const sheet = (page: Page) => page.getByRole('article').filter({ hasText: 'Kutu:' })

/** A photo as a phone takes it: with a block of facts about where and when. */
async function photoWithExif(): Promise<Buffer> {
  const photo = await readFile(leaf('rust'))
  const exif = Buffer.from('Exif\0\0II*\0\x08\0\0\0\0\0\0\0\0\0', 'latin1')
  const length = exif.length + 2
  return Buffer.concat([
    photo.subarray(0, 2),
    Buffer.from([0xff, 0xe1, length >> 8, length & 255]),
    exif,
    photo.subarray(2),
  ])
}

async function openAnswer(page: Page, crop = 'Maize'): Promise<void> {
  await openUpload(page)
  await page.getByText(crop, { exact: true }).click()
  await choose(page, { name: 'leaf.jpg', mimeType: 'image/jpeg', buffer: await photoWithExif() })
  await processImage(page)
  await expect(notices(page).getByText('Image analysis successfully done')).toBeVisible()
  await expect(answer(page).getByRole('heading', { level: 2 }).first()).toBeFocused()
}

/** Whatever says who is signed in here. */
async function personalWords(page: Page): Promise<string[]> {
  const user = await page.evaluate(() => localStorage.getItem('user') ?? '{}')
  const { email, username, id } = JSON.parse(user)
  expect(email).toContain('@')
  return [email, username, id]
}

async function changeLanguage(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: from }).click()
  await page.getByRole('button', { name: to, exact: true }).click()
}

/** Pages in a PDF as Chromium writes it. */
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0

/** The sheet as it stands while the page is printed on a small paper, told in CSS pixels. */
async function layOut(page: Page): Promise<void> {
  await page.setViewportSize({ width: 559, height: 794 })
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
}

async function putAway(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: null })
}

/** The words under which the steps stand on the screen, by language. */
const languages = [
  ['English', /^What to do/],
  ['Kiswahili', /^La kufanya/],
  ['Luganda', /^Eby’okukola/],
] as const

const isDrawn = (picture: Element) => picture instanceof HTMLImageElement && picture.naturalWidth > 0

async function expectWholeSheet(page: Page): Promise<void> {
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(sheet(page).getByRole('listitem')).toHaveCount(3)
  expect(await sheet(page).getByRole('img').evaluate(isDrawn)).toBe(true)
  const words = await sheet(page).innerText()
  for (const personal of [...(await personalWords(page)), 'Mbale']) expect(words).not.toContain(personal)
  expect(words).toMatch(/\d{1,3}\.\d{2}%/)
  expect(words).toMatch(/\d{4}.* \d{2}:\d{2} EAT/)
  expect(words).toMatch(/\d{4}\.\d{2}\.\d{2}/)
  expect(words).toContain('/experts')
}

// Rust of maize said to be on beans is an answer that Kutu is not sure of: then other, longer steps are told.
for (const crop of ['Maize', 'Beans'])
  test(`a result of ${crop.toLowerCase()} prints as one page without menu or name, in each size and language`, async ({
    page,
  }, { project }) => {
    await openAnswer(page, crop)
    const screen = page.viewportSize()
    let current = 'English'
    for (const [language, heading] of languages) {
      if (language !== current) await changeLanguage(page, current, language)
      current = language
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
      const path = `${pictures}${project.name}/result-sheet-${crop}-${language}`
      for (const format of papers) {
        const pdf = await page.pdf({ format, path: `${path}-${format}.pdf` })
        expect(pagesOf(pdf), `${language} on ${format}`).toBe(1)
      }
      await layOut(page)
      await expectWholeSheet(page)
      await page.screenshot({ path: `${path}.png` })
      await putAway(page)
      if (screen) await page.setViewportSize(screen)
    }
    await expect(sheet(page)).toHaveCount(0)
  })

test('the button prints the sheet, and afterwards the page is as it was', async ({ page, shoot, expectAccessible }) => {
  await page.addInitScript(() => {
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'))
      document.title = `printed ${document.querySelectorAll('body > article img').length}`
      window.dispatchEvent(new Event('afterprint'))
    }
  })
  await openAnswer(page)
  await shoot('answer-to-pass-on')
  await expectAccessible('an answer that can be passed on')
  for (const button of await answer(page).getByRole('button').all())
    expect((await button.boundingBox())?.height, await button.innerText()).toBeGreaterThanOrEqual(48)
  await page.getByRole('button', { name: 'Print' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle('printed 1')
  await expect(page.locator('body > article')).toHaveCount(0)
})

type Sent = { title: string; text: string; url: string; files: string[]; head: string }

/** A device with a share sheet, which hands everything back to the journey. */
async function withShareSheet(page: Page): Promise<Sent[]> {
  const sent: Sent[] = []
  await page.exposeFunction('sent', (what: Sent) => sent.push(what))
  await page.addInitScript(() => {
    const hand = (what: object) => Reflect.get(window, 'sent')(what)
    navigator.canShare = () => true
    navigator.share = async ({ title, text, url, files = [] } = {}) => {
      const [first] = files
      const head = first ? String.fromCharCode(...new Uint8Array(await first.arrayBuffer()).slice(0, 4000)) : ''
      await hand({ title, text, url, files: files.map(({ type }) => type), head })
    }
  })
  return sent
}

test('an answer is shared in words, and with the photo only where the farmer says so', async ({
  page,
  shoot,
  expectAccessible,
}) => {
  const sent = await withShareSheet(page)
  await openAnswer(page)
  await page.getByRole('button', { name: 'Share the answer' }).click()
  await expect.poll(() => sent.length).toBe(1)
  const photo = page.getByRole('checkbox', { name: 'Share the photo, too' })
  await expect(photo).not.toBeChecked()
  await photo.focus()
  await page.keyboard.press('Space')
  await expect(photo).toBeChecked()
  await shoot('answer-with-its-photo')
  await expectAccessible('an answer to be shared with its photo')
  await page.getByRole('button', { name: 'Share the answer' }).click()
  await expect.poll(() => sent.length).toBe(2)
  const [words, withPhoto] = sent
  expect(words?.files).toEqual([])
  expect(words?.text).toMatch(/(Sure|Likely): .*rust.* \(\d{1,3}\.\d{2}%\)\.\n1\. .+\n2\. .+\n3\. /i)
  expect(words?.url).toMatch(/\/learn\/[a-z-]+$/)
  expect(withPhoto?.files).toEqual(['image/jpeg'])
  expect(withPhoto?.head).not.toContain('Exif')

  const link = await page.getByRole('link', { name: 'Send by WhatsApp' }).getAttribute('href')
  const whatsApp = new URL(link ?? '')
  expect(whatsApp.origin).toBe('https://wa.me')
  expect(whatsApp.searchParams.get('text')).toBe(`${words?.text} ${words?.url}`)
  const said = JSON.stringify([words, withPhoto, whatsApp.searchParams.get('text')])
  for (const personal of [...(await personalWords(page)), 'Mbale', '+256']) expect(said).not.toContain(personal)
})

test('without a network the phone’s own answer prints as one page, and its photo is on it', async ({
  page,
  context,
  expectRefusal,
}) => {
  const own = ['/api/auth/me', '/api/auth/refresh-token', '/api/dashboard/', '/api/notifications/']
  for (const path of [...own, '/analysis/rust-detection/']) expectRefusal('lost', path)
  await openUpload(page)
  await readyAlone(page)
  await context.setOffline(true)
  await choose(page, leaf('rust'))
  await processImage(page)
  await expect(notices(page).getByText('Answered on this phone')).toBeVisible()
  await expect(answer(page).getByRole('heading', { name: /rust/i }).first()).toBeFocused()
  expect(pagesOf(await page.pdf({ format: 'A5' }))).toBe(1)
  await layOut(page)
  expect(await sheet(page).getByRole('img').evaluate(isDrawn)).toBe(true)
  await expect(sheet(page)).toContainText('Model version')
  await putAway(page)
})
