// How long a phone takes to answer: the built worker in Chromium at the full speed of this machine, and made 4 and 6
// times slower. Timed from the page, as the screen waits for it; beside it the processor time that an answer costs, which
// a busy machine hardly changes.
import type { Browser, Page } from '@playwright/test'
import { answerPhoto, builtAssets, openWorker, renderersOf, serveFolders, startChromium, timeLoop } from './chromium.ts'
import { numberGiven, percentile } from './load.ts'
import { processorTime, slowedDown } from './slow-down.ts'
import { drawnPhotos } from './uploads.ts'

const count = numberGiven('photos', 20)
const rounds = numberGiven('rounds', 3)
const threads = numberGiven('threads', 2)
const speeds = [1, 4, 6]
const kinds = [
  { name: '1600 x 1200', size: [1600, 1200] },
  { name: '4000 x 3000', size: [4000, 3000] },
] as const
const most = 400

const assets = builtAssets()
const server = await serveFolders({ assets })
const browser = await startChromium()
try {
  for (const { name, size } of kinds) {
    const page = await browser.newPage()
    await page.goto(server.url)
    await openWorker(page, assets, await drawnPhotos([size], 4), threads)
    for (let i = 0; i < 6; i++) await answerPhoto(page, i)
    console.log(
      `\nphotos of ${name} px${size[0] > 1600 ? ', first reduced to 1600 px by the phone' : ''}; ${threads} threads at most`,
    )
    await measure(page, browser)
    await page.close()
  }
} finally {
  await browser.close()
  server.stop()
}

type Row = { preparing: number[]; answering: number[]; loopPace: number[]; processor: number[] }

/** By turns, so that whatever else the machine does falls on every speed. */
async function measure(page: Page, browser: Browser): Promise<void> {
  const rows = new Map<number, Row>(
    speeds.map(times => [times, { preparing: [], answering: [], loopPace: [], processor: [] }]),
  )
  for (let round = 0; round < rounds; round++)
    for (const [times, row] of rows) {
      const pids = await renderersOf(browser)
      await slowedDown(pids, times, () => fill(row, page, pids))
    }
  for (const [times, row] of rows) tell(times, row)
}

async function fill(row: Row, page: Page, pids: number[]): Promise<void> {
  const before = processorTime(pids)
  const loop = await timeLoop(page)
  row.loopPace.push(loop / (processorTime(pids) - before))
  for (let i = 0; i < count; i++) {
    const used = processorTime(pids)
    const { preparing, answering, isLeaf } = await answerPhoto(page, i)
    row.processor.push(processorTime(pids) - used)
    if (!isLeaf) throw new Error('A drawn leaf was not taken for one: nothing was measured')
    row.preparing.push(preparing)
    row.answering.push(answering)
  }
}

function tell(times: number, { preparing, answering, loopPace, processor }: Row): void {
  const spread = (values: number[]) =>
    `p50 ${percentile(values, 0.5).toFixed(0).padStart(4)} p95 ${percentile(values, 0.95).toFixed(0).padStart(4)} ms`
  const both = preparing.map((value, i) => value + (answering[i] ?? 0))
  console.log(
    `${times === 1 ? 'full speed' : `${times} x slower`}: answer ${spread(answering)}, made ready ${spread(preparing)}, ` +
      `both ${spread(both)}; processor time of both ${spread(processor)}`,
  )
  console.log(`  a loop takes ${percentile(loopPace, 0.5).toFixed(1)} times its processor time`)
  if (times !== 4) return
  const p95 = percentile(answering, 0.95)
  console.log(`  the answer's p95 is ${p95 <= most ? 'within' : 'over'} the target of ${most} ms`)
}
