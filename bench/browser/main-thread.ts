// Measures how long the main thread blocks while a photo is chosen, prepared, diagnosed and shown in the real app: tasks of
// 50 ms or more, at full speed and with 4x CPU throttling of the developer tools (which does not affect workers).
import type { Page } from '@playwright/test'
import { startChromium } from '../support/chromium.ts'
import { startKutu } from '../support/kutu-server.ts'
import { readIntegerOption } from '../support/load.ts'
import { choosePhoto, newPhone, openUploadScreen, processPhoto } from '../support/upload-screen.ts'
import { createPhotos } from '../support/uploads.ts'

const photosPerSpeed = readIntegerOption('photos', 5)
const speeds = [1, 4]

const photos = await createPhotos(
  [
    [1600, 1200],
    [4000, 3000],
  ],
  Math.ceil(photosPerSpeed / 2),
)
const kutu = await startKutu()
const browser = await startChromium()
try {
  for (const slowdown of speeds) {
    const context = await newPhone(browser)
    const page = await context.newPage()
    await openUploadScreen(page, kutu.url.replace('127.0.0.1', 'localhost'), kutu)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await observeLongTasks(page)
    for (const [i, photo] of photos.slice(0, photosPerSpeed).entries()) {
      await setPhase(page, 'choosing')
      await choosePhoto(page, withUniqueBytes(photo, i + slowdown * photosPerSpeed))
      await setPhase(page, 'answering')
      await processPhoto(page)
      await setPhase(page, 'showing')
      await page
        .getByText(/(in|to) your history/)
        .first()
        .waitFor({ timeout: 60_000 })
    }
    printReport(slowdown, await readLongTasks(page))
    await context.close()
  }
} finally {
  await browser.close()
  await kutu.stop()
}

/** Makes the bytes of a photo unique, because the server answers known bytes from the history. */
function withUniqueBytes(photo: Buffer, number: number): Buffer {
  return Buffer.concat([photo, Buffer.from(`photo ${number}`), Buffer.from([0xff, 0xd9])])
}

type LongTask = { phase: string; ms: number }

/** Runs in the page: records every long task with the current phase. */
function observeLongTasks(page: Page): Promise<void> {
  return page.evaluate(() => {
    const longTasks: LongTask[] = []
    Object.assign(window, { longTasks, phase: 'opening' })
    new PerformanceObserver(list => {
      for (const { duration } of list.getEntries())
        longTasks.push({ phase: String(Reflect.get(window, 'phase')), ms: duration })
    }).observe({ type: 'longtask' })
  })
}

function setPhase(page: Page, phase: string): Promise<void> {
  return page.evaluate(named => void Object.assign(window, { phase: named }), phase)
}

function readLongTasks(page: Page): Promise<LongTask[]> {
  return page.evaluate(() => Reflect.get(window, 'longTasks'))
}

function printReport(slowdown: number, longTasks: LongTask[]): void {
  const title = slowdown === 1 ? 'full speed' : `${slowdown} x slower`
  const longest = Math.max(0, ...longTasks.map(({ ms }) => ms))
  console.log(
    `${title}: ${photosPerSpeed} photos, ${longTasks.length} tasks of 50 ms or more, the longest ${longest.toFixed(0)} ms`,
  )
  for (const phase of ['choosing', 'answering', 'showing']) {
    const durations = longTasks.filter(task => task.phase === phase).map(({ ms }) => ms.toFixed(0))
    if (durations.length > 0) console.log(`  ${phase}: ${durations.join(', ')} ms`)
  }
}
