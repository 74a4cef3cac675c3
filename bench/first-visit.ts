// Bytes that a phone downloads from its first visit to its first answer: signing in, the screen, the model, everything the
// app keeps for later, counted between browser and server as they travel.
import { Agent, createServer, request } from 'node:http'
import { startChromium } from './chromium.ts'
import { startKutu } from './kutu-server.ts'
import { choosePhoto, newPhone, openUploadScreen, processPhoto } from './upload-screen.ts'
import { drawnPhotos } from './uploads.ts'

const target = 6_000_000
const networkTarget = 1_500_000
const kinds: [string, RegExp][] = [
  ['the network', /\/assets\/network-/],
  ['the runtime (WebAssembly)', /\/assets\/runtime-\d/],
  ['head and card of the model', /\/assets\/(head|card)-/],
  ['scripts and styles', /\.(js|css)$/],
  ['pages, pictures, manifest', /^/],
]

const [photo = Buffer.alloc(0)] = await drawnPhotos([[1600, 1200]], 1)
const kutu = await startKutu()
const counter = await countBetween(kutu.url)
const browser = await startChromium()
try {
  const context = await newPhone(browser)
  const page = await context.newPage()
  await openUploadScreen(page, counter.url, kutu)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await choosePhoto(page, photo)
  await processPhoto(page)
  report(counter.bytes)
} finally {
  await browser.close()
  counter.stop()
  await kutu.stop()
}

/** Passes every call on, and adds up what came back by path: headers and body as they were sent, compressed. */
async function countBetween(url: string) {
  const bytes = new Map<string, number>()
  const agent = new Agent({ keepAlive: true })
  const server = createServer((asked, answer) => {
    const path = new URL(asked.url ?? '/', url).pathname
    const count = (more: number) => bytes.set(path, (bytes.get(path) ?? 0) + more)
    const passed = request(new URL(asked.url ?? '/', url), {
      method: asked.method ?? 'GET',
      headers: asked.headers,
      agent,
    })
    passed.on('response', response => {
      count(response.rawHeaders.reduce((sum, text) => sum + text.length + 2, 17))
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.on('data', (chunk: Buffer) => count(chunk.length))
      response.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const stop = () => {
    server.closeAllConnections()
    server.close()
    agent.destroy()
  }
  // By this name a browser takes the best compression and keeps files, as it does of a server with TLS.
  return { url: `http://localhost:${port}`, bytes, stop }
}

function report(bytes: Map<string, number>): void {
  const sums = new Map<string, number>()
  let whole = 0
  for (const [path, count] of bytes) {
    const [kind = 'calls of the API'] =
      kinds.find(([, pattern]) => !/^\/(api|analysis|files)/.test(path) && pattern.test(path)) ?? []
    sums.set(kind, (sums.get(kind) ?? 0) + count)
    whole += count
  }
  const line = (name: string, count: number) =>
    console.log(`${name.padEnd(30)}${(count / 1e6).toFixed(3).padStart(8)} MB`)
  for (const [kind, count] of [...sums].sort(([, a], [, b]) => b - a)) line(kind, count)
  line('all', whole)
  const network = sums.get('the network') ?? 0
  if (network === 0) throw new Error('The network did not travel: nothing was measured')
  console.log(`target ${target / 1e6} MB: ${whole <= target ? 'met' : 'missed'}`)
  console.log(`target ${networkTarget / 1e6} MB for the network: ${network <= networkTarget ? 'met' : 'missed'}`)
}
