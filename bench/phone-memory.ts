// Memory of the phone's side in Chromium: what the page's process holds before the model is open, with it, and after many
// answers to photos of 12 megapixels. Needs Linux.
import { readFileSync } from 'node:fs'
import { answerPhoto, builtAssets, openWorker, renderersOf, serveFolders, startChromium } from './chromium.ts'
import { numberGiven } from './load.ts'
import { drawnPhotos } from './uploads.ts'

const answers = numberGiven('photos', 30)

const assets = builtAssets()
const server = await serveFolders({ assets })
const browser = await startChromium()
try {
  const page = await browser.newPage()
  await page.goto(server.url)
  const photos = await drawnPhotos([[4000, 3000]], 3)
  const empty = await held()
  console.log(`an empty page: ${empty.toFixed(0)} MB`)
  await openWorker(page, assets, photos, 2)
  const open = await held()
  console.log(`with the model open: ${open.toFixed(0)} MB, ${(open - empty).toFixed(0)} MB more`)
  let most = 0
  for (let i = 1; i <= answers; i++) {
    await answerPhoto(page, i)
    const now = await held()
    most = Math.max(most, now)
    if (i === 1 || i === answers) console.log(`after ${i} photos of 12 megapixels: ${now.toFixed(0)} MB`)
  }
  console.log(
    `the most after any of them: ${most.toFixed(0)} MB, ${(most - empty).toFixed(0)} MB more than the empty page`,
  )
} finally {
  await browser.close()
  server.stop()
}

/** Megabytes of the largest page process, its share of what several processes have in common included. */
async function held(): Promise<number> {
  const pids = await renderersOf(browser)
  const sizes = pids.map(pid => {
    const found = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))
    return Number(found?.[1] ?? 0) / 1024
  })
  return Math.max(...sizes)
}
