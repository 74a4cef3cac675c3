import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { basename, extname, join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { defaultUploadSize } from '../../packages/vision/src/browser/upload-size.ts'
import { parseModelCard } from '../../packages/vision/src/inference/model-card.ts'
import { findFreePort, root } from './kutu-server.ts'

const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update']
const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
}

/** Starts headless Chromium: the installed one, or the one that Playwright downloaded. */
export const startChromium = (): Promise<Browser> =>
  chromium.launch({ args: flags, ...(existsSync(chromiumPath) && { executablePath: chromiumPath }) })

/** Returns the process ids of the renderer processes. */
export async function getRendererPids(browser: Browser): Promise<number[]> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
}

/** Headers of cross-origin isolation, as the server sends them. */
const isolationHeaders = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' }

/** Starts a server for the assets of the built web app, and an empty page for all other paths. */
export async function serveAssets() {
  const assets = findBuiltAssets()
  const server = createServer((request, response) => {
    const file = join(assets, basename(request.url ?? ''))
    const isFile = request.url?.startsWith('/assets/') && existsSync(file)
    const type = isFile ? (types[extname(file)] ?? 'application/octet-stream') : 'text/html'
    response.writeHead(200, { ...isolationHeaders, 'content-type': type })
    response.end(isFile ? readFileSync(file) : '<!doctype html>')
  })
  const port = await findFreePort()
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() }
}

/** Returns the assets folder of the built web app. */
function findBuiltAssets(): string {
  const folder = join(process.env.WEB_DIST ?? join(root, 'web/dist'), 'assets')
  if (!existsSync(folder)) throw new Error(`There is no ${folder}: build first`)
  return folder
}

/** Starts the built worker of the app in an empty page and opens the model. It caches six photos, so give it more. */
export async function openWorker(page: Page, photos: Buffer[]): Promise<void> {
  // tsx wraps every named function in a call to __name, which does not exist in the page.
  await page.evaluate('globalThis.__name = named => named')
  const folder = findBuiltAssets()
  const names = readdirSync(folder).sort(new Intl.Collator('en', { numeric: true }).compare)
  const findAll = (pattern: RegExp) => names.filter(name => pattern.test(name)).map(name => `/assets/${name}`)
  const [worker = 'missing'] = findAll(/^worker-[\w-]{8}\.js$/)
  const [card = 'missing'] = findAll(/^card-.*\.json$/)
  const { quality } = parseModelCard(JSON.parse(readFileSync(join(folder, basename(card)), 'utf8')))
  await page.evaluate(startWorker, {
    worker,
    files: { card: [card], head: findAll(/^head-.*\.bin$/), network: findAll(/^network-\d+-.*\.bin$/) },
    thresholds: quality,
    size: defaultUploadSize,
    encodedPhotos: photos.map(photo => photo.toString('base64')),
  })
}

/** Times of one photo in milliseconds: preparation with quality check, and diagnosis. */
export type AnswerTiming = { prepareMs: number; answerMs: number; isLeaf: boolean }

export const answerPhoto = (page: Page, index: number): Promise<AnswerTiming> =>
  page.evaluate(i => (window as unknown as { answerPhoto: (i: number) => Promise<AnswerTiming> }).answerPhoto(i), index)

type WorkerSetup = {
  worker: string
  files: Record<string, string[]>
  thresholds: object
  size: object
  encodedPhotos: string[]
}

/** Runs in the page. The messages are those of web/src/vision/worker.ts. */
async function startWorker({ worker, files, thresholds, size, encodedPhotos }: WorkerSetup): Promise<void> {
  type Answer = { id: number; type: string; message?: string; photo?: Blob; diagnosis?: { photos: [Diagnosis] } }
  type Diagnosis = { detection: { isLeaf: boolean } }
  const visionWorker = new Worker(worker, { type: 'module' })
  let nextId = 0
  const sendRequest = (request: object) =>
    new Promise<Answer>((resolve, reject) => {
      const id = nextId++
      visionWorker.addEventListener('error', event => reject(new Error(event.message)))
      visionWorker.addEventListener('message', ({ data }) => data.id === id && resolve(data))
      visionWorker.postMessage({ ...request, id })
    })
  const openResult = await sendRequest({ type: 'open', files, refit: null })
  if (openResult.type !== 'open') throw new Error(openResult.message)
  const photos = encodedPhotos.map(text => Uint8Array.from(atob(text), c => c.charCodeAt(0)))
  const answerPhoto = async (index: number) => {
    const file = new Blob([photos[index % photos.length] ?? ''], { type: 'image/jpeg' })
    const startedAt = performance.now()
    const { photo } = await sendRequest({ type: 'prepare', photo: file, thresholds, size })
    const preparedAt = performance.now()
    const { diagnosis, message } = await sendRequest({ type: 'diagnose', photos: [photo] })
    if (diagnosis === undefined) throw new Error(message)
    const [{ detection }] = diagnosis.photos
    const answerMs = performance.now() - preparedAt
    return { prepareMs: preparedAt - startedAt, answerMs, isLeaf: detection.isLeaf }
  }
  /** Measures a fixed amount of work in a worker, which shows the real effect of the throttling. */
  const loopBody = `let x = 1; for (let i = 0; i < 5e7; i++) x = (x * 1103515245 + 12345) | 0; return x`
  const script = `onmessage = () => { const began = performance.now(); (() => { ${loopBody} })(); postMessage(performance.now() - began) }`
  const loopWorker = new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })))
  const timeLoop = () =>
    new Promise<number>(resolve => {
      loopWorker.onmessage = ({ data }) => resolve(data)
      loopWorker.postMessage(0)
    })
  Object.assign(window, { answerPhoto, timeLoop })
}

/** Returns the time of a fixed amount of work in a worker of the page, in milliseconds. */
export const timeLoop = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { timeLoop: () => Promise<number> }).timeLoop())
