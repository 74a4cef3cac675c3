import type { Page } from '@playwright/test'
import { answer, choose, notices, openUpload, processImage } from '../diagnosis.ts'
import { expect, test } from '../journey.ts'
import { hasLeaves, leaf, withoutLeaves } from '../leaves.ts'

test.skip(!hasLeaves, withoutLeaves)

/** A device with these voices. What it says stands in the journey's list, `silence` where it was stopped. */
async function withVoices(page: Page, ...languages: string[]): Promise<string[]> {
  const heard: string[] = []
  await page.exposeFunction('hear', (what: string) => heard.push(what))
  await page.addInitScript(spoken => {
    const hear = (what: string) => Reflect.get(window, 'hear')(what)
    const voices = spoken.map(lang => ({ lang, localService: true }))
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
        hear(`${utterance.voice?.lang}: ${utterance.text}`)
      },
      cancel: () => {
        if (queue.splice(0).length > 0) hear('silence')
      },
      finish: () => {
        for (const utterance of queue.splice(0)) utterance.onend?.()
      },
      fail: () => queue[0]?.onerror?.({ error: 'network' }),
    })
    Object.defineProperty(window, 'speechSynthesis', { value: device })
    Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance })
  }, languages)
  return heard
}

/** What a device does of its own accord. */
const happens = (page: Page, what: 'finish' | 'fail') =>
  page.evaluate(event => Reflect.get(Reflect.get(window, 'speechSynthesis'), event)(), what)

async function openAnswer(page: Page): Promise<void> {
  await openUpload(page)
  await choose(page, leaf('rust'))
  await processImage(page)
  await expect(notices(page).getByText('Image analysis successfully done')).toBeVisible()
  await expect(answer(page).getByRole('heading', { level: 2 }).first()).toBeFocused()
}

async function changeLanguage(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: from }).click()
  await page.getByRole('button', { name: to, exact: true }).click()
}

test('the answer and its three steps are read aloud, until they are read, stopped or left', async ({ page }) => {
  const heard = await withVoices(page, 'de-DE', 'en_GB', 'sw_KE')
  await openAnswer(page)
  await page.getByRole('button', { name: 'Read aloud' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => heard.length).toBe(5)
  expect(heard[0]).toMatch(/^en_GB: (Sure|Likely): .*rust.*\. Confidence \d{1,3}\.\d{2}%\.$/i)
  expect(heard[1]).toBe('en_GB: What to do today')
  for (const number of [1, 2, 3]) expect(heard[number + 1]).toMatch(new RegExp(`^en_GB: Step ${number}: .{10}`))
  await expect(page.getByRole('button', { name: 'Stop reading' })).toBeFocused()
  await happens(page, 'finish')
  await expect(page.getByRole('button', { name: 'Read aloud' })).toBeFocused()

  heard.length = 0
  await page.keyboard.press('Enter')
  await expect.poll(() => heard.length).toBe(5)
  await page.keyboard.press('Enter')
  await expect.poll(() => heard.at(-1)).toBe('silence')

  await changeLanguage(page, 'Language: English', 'Kiswahili')
  await expect(page.getByRole('heading', { name: 'La kufanya leo' })).toBeVisible()
  heard.length = 0
  await page.getByRole('button', { name: 'Soma kwa sauti' }).click()
  await expect.poll(() => heard.length).toBe(5)
  for (const piece of heard) expect(piece).toMatch(/^sw_KE: /)
  await page.getByRole('banner').getByRole('link', { name: 'Kutu' }).click()
  await expect(answer(page)).toHaveCount(0)
  await expect.poll(() => heard.at(-1)).toBe('silence')
})

test('where the device has no Luganda voice it says so, and another reads only if it is asked to', async ({
  page,
  shoot,
  expectAccessible,
}) => {
  const heard = await withVoices(page, 'en-GB', 'sw-KE')
  await openAnswer(page)
  await changeLanguage(page, 'Language: English', 'Luganda')
  await expect(page.getByRole('heading', { name: 'Eby’okukola leero' })).toBeVisible()
  await page.getByRole('button', { name: 'Soma mu ddoboozi', exact: true }).click()
  await expect(page.getByText('Essimu eno terina ddoboozi lya Luganda.')).toBeVisible()
  expect(heard).toEqual([])
  await shoot('no-luganda-voice')
  await expectAccessible('an answer that no voice reads')
  await page.getByRole('button', { name: 'Soma mu ddoboozi lya Kiswahili' }).click()
  await expect.poll(() => heard.length).toBe(5)
  for (const piece of heard) expect(piece).toMatch(/^sw-KE: /)
  await expect(page.getByRole('button', { name: 'Lekera awo okusoma' })).toBeFocused()
})

test('a device without any voice says so instead of staying silent', async ({ page }) => {
  await withVoices(page)
  await openAnswer(page)
  await page.getByRole('button', { name: 'Read aloud' }).click()
  await expect(answer(page).getByText('This device has no English voice.')).toBeVisible()
})

test('a voice that fails in the middle is told, and the answer can be read again', async ({ page }) => {
  const heard = await withVoices(page, 'en-GB')
  await openAnswer(page)
  await page.getByRole('button', { name: 'Read aloud' }).click()
  await expect.poll(() => heard.length).toBe(5)
  await happens(page, 'fail')
  await expect(answer(page).getByText('Reading aloud did not work. Try again.')).toBeVisible()
  heard.length = 0
  await page.getByRole('button', { name: 'Read aloud' }).click()
  await expect.poll(() => heard.length).toBe(5)
  await changeLanguage(page, 'Language: English', 'Kiswahili')
  await expect.poll(() => heard.at(-1)).toBe('silence')
})
