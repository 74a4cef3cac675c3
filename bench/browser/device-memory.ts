// Measures the memory of the page process in Chromium: before the model is open, with the model, and after many diagnoses
// of 12 megapixel photos. Needs Linux.
import { readFileSync } from 'node:fs'
import {
  answerPhoto,
  findBuiltAssets,
  getRendererPids,
  openWorker,
  serveFolders,
  startChromium,
} from '../support/chromium.ts'
import { readIntegerOption } from '../support/load.ts'
import { createPhotos } from '../support/uploads.ts'

const answerCount = readIntegerOption('photos', 30)

const assets = findBuiltAssets()
const server = await serveFolders({ assets })
const browser = await startChromium()
try {
  const page = await browser.newPage()
  await page.goto(server.url)
  const photos = await createPhotos([[4000, 3000]], 3)
  const emptyPage = await measureRendererMemory()
  console.log(`an empty page: ${emptyPage.toFixed(0)} MB`)
  await openWorker(page, assets, photos)
  const withModel = await measureRendererMemory()
  console.log(`with the model open: ${withModel.toFixed(0)} MB, ${(withModel - emptyPage).toFixed(0)} MB more`)
  let peak = 0
  for (let i = 1; i <= answerCount; i++) {
    await answerPhoto(page, i)
    const resident = await measureRendererMemory()
    peak = Math.max(peak, resident)
    if (i === 1 || i === answerCount) console.log(`after ${i} photos of 12 megapixels: ${resident.toFixed(0)} MB`)
  }
  console.log(`peak: ${peak.toFixed(0)} MB, ${(peak - emptyPage).toFixed(0)} MB more than the empty page`)
} finally {
  await browser.close()
  server.stop()
}

/** Returns the proportional set size (PSS) of the largest renderer process in MB. */
async function measureRendererMemory(): Promise<number> {
  const pids = await getRendererPids(browser)
  const sizes = pids.map(pid => {
    const match = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))
    return Number(match?.[1] ?? 0) / 1024
  })
  return Math.max(...sizes)
}
