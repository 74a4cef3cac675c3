import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures.ts'
import { hasLeafPhotos, leafPhotoPath, noLeafPhotosReason } from '../../support/leaf-photos.ts'
import { analysisResult, chooseFiles, openUploadPage, processImage, toasts } from '../../support/upload-page.ts'

test.skip(!hasLeafPhotos, noLeafPhotosReason)

/** Mocks speech synthesis with the given voices. Spoken texts are collected; stopping adds `silence`. */
async function mockVoices(page: Page, ...languages: string[]): Promise<string[]> {
  const spokenTexts: string[] = []
  await page.exposeFunction('reportSpeech', (text: string) => spokenTexts.push(text))
  await page.addInitScript(voiceLanguages => {
    const reportSpeech = (text: string) => Reflect.get(window, 'reportSpeech')(text)
    const voices = voiceLanguages.map(lang => ({ lang, localService: true }))
    class Utterance {
      text: string
      voice: { lang: string } | undefined
      onend: (() => void) | undefined
      onerror: ((event: { error: string }) => void) | undefined
      constructor(text: string) {
        this.text = text
      }
    }
    const queue: Utterance[] = []
    const device = Object.assign(new EventTarget(), {
      getVoices: () => voices,
      speak: (utterance: Utterance) => {
        queue.push(utterance)
        reportSpeech(`${utterance.voice?.lang}: ${utterance.text}`)
      },
      cancel: () => {
        if (queue.splice(0).length > 0) reportSpeech('silence')
      },
      finish: () => {
        for (const utterance of queue.splice(0)) utterance.onend?.()
      },
      fail: () => queue[0]?.onerror?.({ error: 'network' }),
    })
    Object.defineProperty(window, 'speechSynthesis', { value: device })
    Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance })
  }, languages)
  return spokenTexts
}

/** Triggers an event that the device would fire itself. */
const triggerSpeechEvent = (page: Page, name: 'finish' | 'fail') =>
  page.evaluate(event => Reflect.get(Reflect.get(window, 'speechSynthesis'), event)(), name)

async function openAnswer(page: Page): Promise<void> {
  await openUploadPage(page)
  await chooseFiles(page, leafPhotoPath('rust'))
  await processImage(page)
  await expect(toasts(page).getByText('Image analysis successfully done')).toBeVisible()
  await expect(analysisResult(page).getByRole('heading', { level: 2 }).first()).toBeFocused()
}

/** Changes the language and waits for the answer in it: a new answer ends the reading of the old one. */
async function changeLanguage(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: from }).click()
  const translated = page.waitForResponse(response =>
    /\/analysis\/rust-detection\/[^/]+\/$/.test(new URL(response.url()).pathname),
  )
  await page.getByRole('button', { name: to, exact: true }).click()
  await translated
}

test('the answer and its three steps are read aloud until they end, are stopped or the page is left', async ({
  page,
}) => {
  const spokenTexts = await mockVoices(page, 'de-DE', 'en_GB', 'sw_KE')
  await openAnswer(page)
  await page.getByRole('button', { name: 'Listen' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => spokenTexts.length).toBe(5)
  expect(spokenTexts[0]).toMatch(/^en_GB: (Sure|Likely): .*rust.*\.$/i)
  expect(spokenTexts[1]).toBe('en_GB: Do this today')
  for (const number of [1, 2, 3]) expect(spokenTexts[number + 1]).toMatch(new RegExp(`^en_GB: Step ${number}: .{10}`))
  await expect(page.getByRole('button', { name: 'Stop' })).toBeFocused()
  await triggerSpeechEvent(page, 'finish')
  await expect(page.getByRole('button', { name: 'Listen' })).toBeFocused()

  spokenTexts.length = 0
  await page.keyboard.press('Enter')
  await expect.poll(() => spokenTexts.length).toBe(5)
  await page.keyboard.press('Enter')
  await expect.poll(() => spokenTexts.at(-1)).toBe('silence')

  await changeLanguage(page, 'Language: English', 'Kiswahili')
  await expect(page.getByRole('heading', { name: 'Fanya hivi leo' })).toBeVisible()
  spokenTexts.length = 0
  await page.getByRole('button', { name: 'Sikiliza' }).click()
  await expect.poll(() => spokenTexts.length).toBe(5)
  for (const piece of spokenTexts) expect(piece).toMatch(/^sw_KE: /)
  await page.getByRole('banner').getByRole('link', { name: 'Kutu' }).click()
  await expect(analysisResult(page)).toHaveCount(0)
  await expect.poll(() => spokenTexts.at(-1)).toBe('silence')
})

test('without a Luganda voice a Swahili one reads', async ({ page }) => {
  const spokenTexts = await mockVoices(page, 'en-GB', 'sw-KE')
  await openAnswer(page)
  await changeLanguage(page, 'Language: English', 'Luganda')
  await expect(page.getByRole('heading', { name: 'Kola kino leero' })).toBeVisible()
  await page.getByRole('button', { name: 'Wuliriza' }).click()
  await expect.poll(() => spokenTexts.length).toBe(5)
  for (const piece of spokenTexts) expect(piece).toMatch(/^sw-KE: /)
  await expect(page.getByRole('button', { name: 'Lekera awo' })).toBeFocused()
})

test('a device without any voice shows a message', async ({ page }) => {
  await mockVoices(page)
  await openAnswer(page)
  await page.getByRole('button', { name: 'Listen' }).click()
  await expect(toasts(page).getByText('This device has no English voice.')).toBeVisible()
})

test('a voice that fails midway is reported, and the answer can be read again', async ({ page }) => {
  const spokenTexts = await mockVoices(page, 'en-GB')
  await openAnswer(page)
  await page.getByRole('button', { name: 'Listen' }).click()
  await expect.poll(() => spokenTexts.length).toBe(5)
  await triggerSpeechEvent(page, 'fail')
  await expect(toasts(page).getByText('Reading aloud did not work. Try again.')).toBeVisible()
  spokenTexts.length = 0
  await page.getByRole('button', { name: 'Listen' }).click()
  await expect.poll(() => spokenTexts.length).toBe(5)
  await changeLanguage(page, 'Language: English', 'Kiswahili')
  await expect.poll(() => spokenTexts.at(-1)).toBe('silence')
})
