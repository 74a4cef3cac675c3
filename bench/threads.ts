// Whether a second thread makes the network faster on the phone: ONNX Runtime Web in a cross-origin isolated page of
// Chromium, one worker with one thread and one with two, by turns.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { findModelDir, readModelFiles, shippedModelsDir } from '../packages/vision/src/node/model-files.ts'
import { serveFolders, startChromium } from './chromium.ts'
import { root } from './kutu-server.ts'
import { numberGiven, percentile } from './load.ts'

const runs = numberGiven('runs', 60)

const model = await findModelDir(shippedModelsDir(), undefined)
const { card } = await readModelFiles(model)
const folders = { ort: join(root, 'node_modules/onnxruntime-web/dist'), bench: join(root, 'bench'), model }
const server = await serveFolders(folders)
const browser = await startChromium()
try {
  const page = await browser.newPage()
  await page.goto(server.url)
  if (!(await page.evaluate(() => crossOriginIsolated))) throw new Error('The page is not isolated')
  const wanted = { network: '/model/model.onnx', side: card.inputSize, views: card.views.length }
  for (const threads of [1, 2]) await openNetwork(page, { ...wanted, threads })
  const times = new Map<number, number[]>([1, 2].map(threads => [threads, []]))
  for (let i = 0; i < runs + 5; i++)
    for (const [threads, found] of times) {
      const ms = await run(page, threads)
      if (i >= 5) found.push(ms)
    }
  const [one = [], two = []] = times.values()
  console.log(`model ${card.version}, ${wanted.views} views, ${availableParallelism()} processors`)
  for (const [threads, found] of times)
    console.log(
      `${threads} thread${threads === 1 ? ' ' : 's'}: p50 ${percentile(found, 0.5).toFixed(1)} ms, p95 ${percentile(found, 0.95).toFixed(1)} ms`,
    )
  console.log(`two threads take ${(percentile(two, 0.5) / percentile(one, 0.5)).toFixed(2)} of the time of one (p50)`)
} finally {
  await browser.close()
  server.stop()
}

type Wanted = { network: string; side: number; views: number; threads: number }

function openNetwork(page: Page, wanted: Wanted): Promise<unknown> {
  return page.evaluate(asked => {
    const worker = new Worker('/bench/threads-worker.mjs', { type: 'module' })
    Object.assign(window, { [`worker${asked.threads}`]: worker })
    return new Promise((resolve, reject) => {
      worker.onmessage = resolve
      worker.onerror = ({ message }) => reject(new Error(message))
      worker.postMessage(asked)
    }).then(() => true)
  }, wanted)
}

function run(page: Page, threads: number): Promise<number> {
  return page.evaluate(async name => {
    const worker: unknown = Reflect.get(window, name)
    if (!(worker instanceof Worker)) throw new Error(`There is no ${name}`)
    return new Promise<number>(resolve => {
      worker.onmessage = ({ data }) => resolve(data.ms)
      worker.postMessage('run')
    })
  }, `worker${threads}`)
}
