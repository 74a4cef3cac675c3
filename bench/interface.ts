// How long the interface stands still while a photo is chosen, made ready, answered and shown, in the real app: the tasks
// on the page's thread that take 50 ms or more, at the full speed of this machine and with that thread made 4 times slower
// (which the developer tools can do, unlike for workers).
import type { Page } from '@playwright/test'
import { startChromium } from './chromium.ts'
import { startKutu } from './kutu-server.ts'
import { numberGiven } from './load.ts'
import { choosePhoto, newPhone, openUploadScreen, processPhoto } from './upload-screen.ts'
import { drawnPhotos } from './uploads.ts'

const photosEach = numberGiven('photos', 5)
const speeds = [1, 4]

const photos = await drawnPhotos(
  [
    [1600, 1200],
    [4000, 3000],
  ],
  Math.ceil(photosEach / 2),
)
const kutu = await startKutu()
const browser = await startChromium()
try {
  for (const times of speeds) {
    const context = await newPhone(browser)
    const page = await context.newPage()
    await openUploadScreen(page, kutu.url.replace('127.0.0.1', 'localhost'), kutu)
    const tools = await context.newCDPSession(page)
    await tools.send('Emulation.setCPUThrottlingRate', { rate: times })
    await watch(page)
    for (const [i, photo] of photos.slice(0, photosEach).entries()) {
      await mark(page, 'choosing')
      await choosePhoto(page, numbered(photo, i + times * photosEach))
      await mark(page, 'answering')
      await processPhoto(page)
      await mark(page, 'showing')
      await page
        .getByText(/(in|to) your history/)
        .first()
        .waitFor({ timeout: 60_000 })
    }
    report(times, await found(page))
    await context.close()
  }
} finally {
  await browser.close()
  await kutu.stop()
}

/** No two photos with the same bytes: a known one is answered from the history. */
function numbered(photo: Buffer, number: number): Buffer {
  return Buffer.concat([photo, Buffer.from(`photo ${number}`), Buffer.from([0xff, 0xd9])])
}

type Seen = { phase: string; ms: number }

/** Runs in the page: notes every long task with what was going on. */
function watch(page: Page): Promise<void> {
  return page.evaluate(() => {
    const seen: Seen[] = []
    Object.assign(window, { seen, phase: 'opening' })
    new PerformanceObserver(list => {
      for (const { duration } of list.getEntries())
        seen.push({ phase: String(Reflect.get(window, 'phase')), ms: duration })
    }).observe({ type: 'longtask' })
  })
}

function mark(page: Page, phase: string): Promise<void> {
  return page.evaluate(named => void Object.assign(window, { phase: named }), phase)
}

function found(page: Page): Promise<Seen[]> {
  return page.evaluate(() => Reflect.get(window, 'seen'))
}

function report(times: number, seen: Seen[]): void {
  const title = times === 1 ? 'full speed' : `${times} x slower`
  const longest = Math.max(0, ...seen.map(({ ms }) => ms))
  console.log(
    `${title}: ${photosEach} photos, ${seen.length} tasks of 50 ms or more, the longest ${longest.toFixed(0)} ms`,
  )
  for (const phase of ['choosing', 'answering', 'showing']) {
    const here = seen.filter(task => task.phase === phase).map(({ ms }) => ms.toFixed(0))
    if (here.length > 0) console.log(`  ${phase}: ${here.join(', ')} ms`)
  }
}
