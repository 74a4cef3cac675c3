// Measures the time of a diagnosis on a phone and the memory of its page: the built worker in Chromium at full speed and slowed down 4
// and 6 times. The times are measured in the page. The CPU time of an answer is printed as well, because other load hardly changes it.
import { readFileSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { answerPhoto, getRendererPids, openWorker, serveAssets, startChromium, timeLoop } from '../support/chromium.ts'
import { readCpuTime, withCpuThrottling } from '../support/cpu-throttle.ts'
import { formatPercentiles, percentile, readIntegerOption } from '../support/measure.ts'
import { createPhotos } from '../support/uploads.ts'

const count = readIntegerOption('photos', 20)
const rounds = readIntegerOption('rounds', 3)
const speeds = [1, 4, 6]
const photoKinds = [
  { name: '1600 x 1200', size: [1600, 1200] },
  { name: '4000 x 3000', size: [4000, 3000] },
] as const
const targetMs = 400

const server = await serveAssets()
const browser = await startChromium()
try {
  for (const { name, size } of photoKinds) {
    const page = await browser.newPage()
    await page.goto(server.url)
    await openWorker(page, await createPhotos([size], 8))
    const opened = await measureMemory(browser)
    for (let i = 0; i < 8; i++) await answerPhoto(page, i)
    console.log(`\nphotos of ${name} px${size[0] > 1600 ? ', first reduced to 1600 px by the phone' : ''}`)
    await measure(page, browser)
    console.log(`  memory of the page: with the model ${opened} MB, at the end ${await measureMemory(browser)} MB`)
    await page.close()
  }
} finally {
  await browser.close()
  server.stop()
}

type Samples = { prepareMs: number[]; answerMs: number[]; loopRatios: number[]; cpuMs: number[] }

/** Measures the speeds in turns, so that other load on the machine affects all of them. */
async function measure(page: Page, browser: Browser): Promise<void> {
  const rows = new Map<number, Samples>(
    speeds.map(slowdown => [slowdown, { prepareMs: [], answerMs: [], loopRatios: [], cpuMs: [] }]),
  )
  for (let round = 0; round < rounds; round++)
    for (const [slowdown, row] of rows) {
      const pids = await getRendererPids(browser)
      await withCpuThrottling(pids, slowdown, () => recordRow(row, page, pids))
    }
  for (const [slowdown, row] of rows) printRow(slowdown, row)
}

async function recordRow(row: Samples, page: Page, pids: number[]): Promise<void> {
  const loopCpuBefore = readCpuTime(pids)
  const loop = await timeLoop(page)
  row.loopRatios.push(loop / (readCpuTime(pids) - loopCpuBefore))
  for (let i = 0; i < count; i++) {
    const cpuBefore = readCpuTime(pids)
    const { prepareMs, answerMs, isLeaf } = await answerPhoto(page, i)
    row.cpuMs.push(readCpuTime(pids) - cpuBefore)
    if (!isLeaf) throw new Error('The model did not recognize a synthetic leaf: nothing was measured')
    row.prepareMs.push(prepareMs)
    row.answerMs.push(answerMs)
  }
}

function printRow(slowdown: number, { prepareMs, answerMs, loopRatios, cpuMs }: Samples): void {
  const totalMs = prepareMs.map((value, i) => value + (answerMs[i] ?? 0))
  console.log(
    `${slowdown === 1 ? 'full speed' : `${slowdown} x slower`}: answer ${formatPercentiles(answerMs)}, made ready ${formatPercentiles(prepareMs)}, ` +
      `both ${formatPercentiles(totalMs)}; processor time of both ${formatPercentiles(cpuMs)}`,
  )
  console.log(`  a loop takes ${percentile(loopRatios, 0.5).toFixed(1)} times its processor time`)
  if (slowdown !== 4) return
  const p95 = percentile(answerMs, 0.95)
  console.log(`  the answer's p95 is ${p95 <= targetMs ? 'within' : 'over'} the target of ${targetMs} ms`)
}

/** Returns the proportional set size (PSS) of the largest renderer process in MB. */
async function measureMemory(browser: Browser): Promise<number> {
  const sizes = (await getRendererPids(browser)).map(pid => {
    const match = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))
    return Number(match?.[1] ?? 0) / 1024
  })
  return Math.round(Math.max(...sizes))
}
