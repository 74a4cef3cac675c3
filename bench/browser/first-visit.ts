// Measures the bytes that a phone downloads from the first visit to the first diagnosis: sign-in, screens, model and
// everything that the app caches. A proxy between browser and server counts them.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChromium } from '../support/chromium.ts'
import { findFreePort, startKutu } from '../support/kutu-server.ts'
import { createPhotos } from '../support/uploads.ts'

const target = 6_000_000
const networkTarget = 1_500_000
const categories: [string, RegExp][] = [
  ['the network', /\/assets\/network-/],
  ['head and card of the model', /\/assets\/(head|card)-/],
  ['scripts and styles', /\.(js|css)$/],
  ['pages, pictures, manifest', /^/],
]

const kutu = await startKutu()
const counter = await startCountingProxy(kutu.url)
const browser = await startChromium()
const folder = await mkdtemp(join(tmpdir(), 'kutu-bench-'))
try {
  const [photo = Buffer.alloc(0)] = await createPhotos([[1600, 1200]], 1)
  await writeFile(join(folder, 'leaf.jpg'), photo)
  // A small phone with an empty cache.
  const page = await browser.newPage({
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    locale: 'en-GB',
  })
  await page.goto(`${counter.url}/account/addresses/image-analysis`)
  await page.getByLabel('Email', { exact: true }).fill(kutu.accounts.farmer.email)
  await page.getByLabel('Password', { exact: true }).fill(kutu.accounts.farmer.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByText('This phone can answer without a network, too.').waitFor({ timeout: 120_000 })
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await page.locator('input[type=file]:not([capture])').first().setInputFiles(join(folder, 'leaf.jpg'))
  await page.getByRole('button', { name: 'Process Image' }).click()
  await page.getByRole('region', { name: 'The answer' }).waitFor({ timeout: 60_000 })
  printReport(counter.bytes)
} finally {
  await browser.close()
  counter.stop()
  await kutu.stop()
  await rm(folder, { recursive: true })
}

/** Starts a proxy that adds up the response bytes by path: headers and compressed bodies. */
async function startCountingProxy(url: string) {
  const bytes = new Map<string, number>()
  const agent = new Agent({ keepAlive: true })
  const server = createServer((incoming, outgoing) => {
    const path = new URL(incoming.url ?? '/', url).pathname
    const count = (added: number) => bytes.set(path, (bytes.get(path) ?? 0) + added)
    const proxied = request(new URL(incoming.url ?? '/', url), {
      method: incoming.method ?? 'GET',
      headers: incoming.headers,
      agent,
    })
    proxied.on('response', response => {
      count(response.rawHeaders.reduce((sum, text) => sum + text.length + 2, 17))
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.on('data', (chunk: Buffer) => count(chunk.length))
      response.pipe(outgoing)
    })
    proxied.on('error', () => outgoing.destroy())
    incoming.pipe(proxied)
  })
  const port = await findFreePort()
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const stop = () => {
    server.closeAllConnections()
    server.close()
    agent.destroy()
  }
  // localhost is a secure context: the browser accepts Brotli and service workers, as on a server with TLS.
  return { url: `http://localhost:${port}`, bytes, stop }
}

function printReport(bytes: Map<string, number>): void {
  const bytesByCategory = new Map<string, number>()
  let totalBytes = 0
  for (const [path, count] of bytes) {
    const [category = 'calls of the API'] =
      categories.find(([, pattern]) => !/^\/(api|analysis|files)/.test(path) && pattern.test(path)) ?? []
    bytesByCategory.set(category, (bytesByCategory.get(category) ?? 0) + count)
    totalBytes += count
  }
  const printLine = (name: string, count: number) =>
    console.log(`${name.padEnd(30)}${(count / 1e6).toFixed(3).padStart(8)} MB`)
  for (const [category, count] of [...bytesByCategory].sort(([, a], [, b]) => b - a)) printLine(category, count)
  printLine('all', totalBytes)
  const network = bytesByCategory.get('the network') ?? 0
  if (network === 0) throw new Error('The network was not downloaded: nothing was measured')
  console.log(`target ${target / 1e6} MB: ${totalBytes <= target ? 'met' : 'missed'}`)
  console.log(`target ${networkTarget / 1e6} MB for the network: ${network <= networkTarget ? 'met' : 'missed'}`)
}
