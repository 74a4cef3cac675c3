// Compares the network on one and on two threads of ONNX Runtime Web, in a cross-origin isolated page of Chromium. The two
// workers run in turns.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { findModelDir, getShippedModelsDir, readModelFiles } from '../../packages/vision/src/node/model-files.ts'
import { serveFolders, startChromium } from '../support/chromium.ts'
import { root } from '../support/kutu-server.ts'
import { percentile, readIntegerOption } from '../support/load.ts'

const runs = readIntegerOption('runs', 60)

const model = await findModelDir(getShippedModelsDir(), undefined)
const { card } = await readModelFiles(model)
const folders = { ort: join(root, 'node_modules/onnxruntime-web/dist'), bench: join(root, 'bench'), model }
const server = await serveFolders(folders)
const browser = await startChromium()
try {
  const page = await browser.newPage()
  await page.goto(server.url)
  if (!(await page.evaluate(() => crossOriginIsolated))) throw new Error('The page is not isolated')
  const workerParams = { network: '/model/model.onnx', side: card.inputSize, views: card.views.length }
  for (const threads of [1, 2]) await startWorker(page, { ...workerParams, threads })
  const durationsByThreads = new Map<number, number[]>([1, 2].map(threads => [threads, []]))
  for (let i = 0; i < runs + 5; i++)
    for (const [threads, durations] of durationsByThreads) {
      const ms = await runNetwork(page, threads)
      if (i >= 5) durations.push(ms)
    }
  const [one = [], two = []] = durationsByThreads.values()
  console.log(`model ${card.version}, ${workerParams.views} views, ${availableParallelism()} processors`)
  for (const [threads, durations] of durationsByThreads)
    console.log(
      `${threads} thread${threads === 1 ? ' ' : 's'}: p50 ${percentile(durations, 0.5).toFixed(1)} ms, p95 ${percentile(durations, 0.95).toFixed(1)} ms`,
    )
  console.log(`two threads take ${(percentile(two, 0.5) / percentile(one, 0.5)).toFixed(2)} of the time of one (p50)`)
} finally {
  await browser.close()
  server.stop()
}

type WorkerParams = { network: string; side: number; views: number; threads: number }

function startWorker(page: Page, workerParams: WorkerParams): Promise<unknown> {
  return page.evaluate(params => {
    const worker = new Worker('/bench/browser/wasm-threads-worker.mjs', { type: 'module' })
    Object.assign(window, { [`worker${params.threads}`]: worker })
    return new Promise((resolve, reject) => {
      worker.onmessage = resolve
      worker.onerror = ({ message }) => reject(new Error(message))
      worker.postMessage(params)
    }).then(() => true)
  }, workerParams)
}

function runNetwork(page: Page, threads: number): Promise<number> {
  return page.evaluate(async name => {
    const worker: unknown = Reflect.get(window, name)
    if (!(worker instanceof Worker)) throw new Error(`There is no ${name}`)
    return new Promise<number>(resolve => {
      worker.onmessage = ({ data }) => resolve(data.ms)
      worker.postMessage('run')
    })
  }, `worker${threads}`)
}
