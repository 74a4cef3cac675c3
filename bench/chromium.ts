import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { basename, extname, join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { parseCard } from '../packages/vision/src/card.ts'
import type { SentSize } from '../packages/vision/src/sent-size.ts'
import { root } from './kutu-server.ts'

const installed = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update']
const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
}

/** A browser without a window: the one installed here, else the one Playwright fetched. */
export const startChromium = (): Promise<Browser> =>
  chromium.launch({ args: flags, ...(existsSync(installed) && { executablePath: installed }) })

/** The processes that draw pages and run their scripts. */
export async function renderersOf(browser: Browser): Promise<number[]> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
}

/** As the server sends them: with these a page may use several threads. */
const isolating = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }

/** Serves folders as they are, each under the first part of its path, and an empty page for all else. */
export async function serveFolders(folders: Record<string, string>) {
  const server = createServer((request, response) => {
    const [, folder = '', ...rest] = (request.url ?? '/').split('/')
    const file = join(folders[folder] ?? '', ...rest)
    const isFile = folders[folder] !== undefined && existsSync(file)
    const type = isFile ? (types[extname(file)] ?? 'application/octet-stream') : 'text/html'
    response.writeHead(200, { ...isolating, 'content-type': type })
    response.end(isFile ? readFileSync(file) : '<!doctype html>')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() }
}

/** The folder of the built web app's files. */
export function builtAssets(): string {
  const folder = join(process.env.WEB_DIST ?? join(root, 'web/dist'), 'assets')
  if (!existsSync(folder)) throw new Error(`There is no ${folder}: build first`)
  return folder
}

/** The addresses of the built worker and of the files it works with. */
function workerFiles(folder: string) {
  const names = readdirSync(folder).sort(new Intl.Collator('en', { numeric: true }).compare)
  const named = (pattern: RegExp) => names.filter(name => pattern.test(name)).map(name => `/assets/${name}`)
  const only = (pattern: RegExp) => named(pattern)[0] ?? 'missing'
  const card = only(/^card-.*\.json$/)
  return {
    worker: only(/^worker-.*\.js$/),
    card,
    files: {
      card: [card],
      head: named(/^head-.*\.bin$/),
      network: named(/^network-\d+-.*\.bin$/),
      runtime: named(/^runtime-\d+-.*\.bin$/),
    },
  }
}

/** Starts the app's own worker, as built, in an empty page and opens the model in it. */
export async function openWorker(page: Page, folder: string, photos: Buffer[], threads: number): Promise<void> {
  // The TypeScript loader wraps every named function in a call to this; the page does not know it.
  await page.evaluate('globalThis.__name = named => named')
  const { files, worker, card } = workerFiles(folder)
  const { quality } = parseCard(JSON.parse(readFileSync(join(folder, basename(card)), 'utf8')))
  await page.evaluate(startWorker, {
    worker,
    files,
    thresholds: quality,
    threads,
    encoded: photos.map(photo => photo.toString('base64')),
  })
}

/** Of one photo, in milliseconds: to make it ready and judge it when it is chosen, and to answer it when that is asked. */
export type Answered = { preparing: number; answering: number; isLeaf: boolean; hasHeatmap: boolean }

export const answerPhoto = (page: Page, index: number): Promise<Answered> =>
  page.evaluate(i => (window as unknown as { answerPhoto: (i: number) => Promise<Answered> }).answerPhoto(i), index)

/** The photo as the app would send it at that size. Needs an open worker. */
export async function prepareIn(page: Page, photo: Buffer, size: SentSize): Promise<Buffer> {
  const sent = await page.evaluate(
    ([encoded, size]) =>
      (window as unknown as { prepare: (encoded: string, size: object) => Promise<string> }).prepare(encoded, size),
    [photo.toString('base64'), size] as const,
  )
  return Buffer.from(sent, 'base64')
}

type Given = { worker: string; files: Record<string, string[]>; thresholds: object; threads: number; encoded: string[] }

/** Runs in the page. What it asks of the worker is web/src/vision/protocol.ts. */
async function startWorker({ worker, files, thresholds, threads, encoded }: Given): Promise<void> {
  type Answer = { id: number; kind: string; message?: string; photo?: Blob; diagnosis?: Diagnosis }
  type Diagnosis = { detection: { isLeaf: boolean }; heatmapPng: Blob | null }
  const running = new Worker(worker, { type: 'module' })
  let count = 0
  const ask = (request: object) =>
    new Promise<Answer>((resolve, reject) => {
      const id = count++
      running.addEventListener('error', event => reject(new Error(event.message)))
      running.addEventListener('message', ({ data }) => data.id === id && resolve(data))
      running.postMessage({ ...request, id })
    })
  const opened = await ask({ want: 'opened', files, refit: null, threads })
  if (opened.kind !== 'opened') throw new Error(opened.message)
  const photos = encoded.map(text => Uint8Array.from(atob(text), c => c.charCodeAt(0)))
  const answerPhoto = async (index: number) => {
    const bytes = photos[index % photos.length] ?? new Uint8Array()
    // Some bytes behind the photo's end, where no decoder looks: the worker knows the photos it read lately.
    const chosen = new Blob([bytes, crypto.randomUUID(), new Uint8Array([0xff, 0xd9])], { type: 'image/jpeg' })
    const began = performance.now()
    const { photo } = await ask({ want: 'prepared', photo: chosen, thresholds })
    const ready = performance.now()
    const { diagnosis, message } = await ask({ want: 'diagnosis', photo })
    if (diagnosis === undefined) throw new Error(message)
    const answering = performance.now() - ready
    return {
      preparing: ready - began,
      answering,
      isLeaf: diagnosis.detection.isLeaf,
      hasHeatmap: diagnosis.heatmapPng !== null,
    }
  }
  const prepare = async (text: string, size: object) => {
    const chosen = new Blob([Uint8Array.from(atob(text), c => c.charCodeAt(0))], { type: 'image/jpeg' })
    const { photo, message } = await ask({ want: 'prepared', photo: chosen, thresholds: null, size })
    if (photo === undefined) throw new Error(message)
    const bytes = new Uint8Array(await photo.arrayBuffer())
    const parts = []
    for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)))
    return btoa(parts.join(''))
  }
  /** How long a fixed piece of work takes in a worker: what a slow-down really amounts to. */
  const turns = `let x = 1; for (let i = 0; i < 5e7; i++) x = (x * 1103515245 + 12345) | 0; return x`
  const script = `onmessage = () => { const began = performance.now(); (() => { ${turns} })(); postMessage(performance.now() - began) }`
  const loop = new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })))
  const timeLoop = () =>
    new Promise<number>(resolve => {
      loop.onmessage = ({ data }) => resolve(data)
      loop.postMessage(0)
    })
  Object.assign(window, { answerPhoto, timeLoop, prepare })
}

/** How long a fixed piece of work takes in a worker of this page now. */
export const timeLoop = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { timeLoop: () => Promise<number> }).timeLoop())
