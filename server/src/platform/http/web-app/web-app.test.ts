import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'

const parent = mkdtempSync(join(tmpdir(), 'kutu-web-'))
const webFolder = join(parent, 'dist')

const writeFile = (path: string, text: string | Buffer) => {
  mkdirSync(dirname(join(webFolder, path)), { recursive: true })
  writeFileSync(join(webFolder, path), text)
}
/** Writes a build whose index page refers to its script. */
function buildWebApp(version: string): void {
  rmSync(webFolder, { recursive: true, force: true })
  writeFile('index.html', page(version))
  writeFile(`assets/index-${version}.js`, script(version))
  writeFile(`assets/index-${version}.js.br`, brotliCompressSync(script(version)))
  writeFile('sw.js', '// a worker')
  writeFile('icons/mark.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFile('.vite/manifest.json', '{}')
}
const page = (version: string) => `<!doctype html><script type="module" src="/assets/index-${version}.js"></script>`
const script = (version: string) => `console.log('${version}')`

let server: TestServer
beforeAll(async () => {
  writeFileSync(join(parent, 'secret.txt'), 'not for everybody')
  buildWebApp('one')
  server = await startTestServer({}, { webFolder })
})
afterAll(async () => {
  await server.close()
  rmSync(parent, { recursive: true, force: true })
})

const fetchPath = (path: string) => server.request(`GET ${path as '/x'}`, { headers: { 'accept-encoding': 'br' } })

async function expectMissing(path: string): Promise<void> {
  const { status, body, headers } = await fetchPath(path)
  expect([path, status, body]).toEqual([path, 404, { status: 404, error: 'not_found', message: expect.any(String) }])
  expect(headers.get('cache-control')).toBe('no-store')
}
async function expectPage(path: string, version: string): Promise<void> {
  const { status, body, headers } = await fetchPath(path)
  expect([path, status, body]).toEqual([path, 200, page(version)])
  expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['text/html; charset=utf-8', 'no-cache'])
}

const pages = [
  ...['/', '/auth', '/auth/', '/account/addresses/my-posts/0b0f2a1e-7d0e-4a8e-9f7e-0d9f1a2b3c4d', '/learn/maize_rust'],
  ...['/nowhere', `/${'long'.repeat(200)}`, '/auth/verify-email?token=a.b&next=/assets/index.js', '/icons', '/apidocs'],
]

it('every URL of a page returns the index page', async () => {
  for (const path of pages) await expectPage(path, 'one')
  const head = await fetch(`${server.url}/auth`, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
})

it('files are served as they are: hashed ones cached forever, and compressed for clients that accept it', async () => {
  const { status, body, headers } = await fetchPath('/assets/index-one.js')
  expect([status, body]).toEqual([200, script('one')])
  expect(headers.get('content-type')).toContain('javascript')
  expect(headers.get('content-encoding')).toBe('br')
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const worker = await fetchPath('/sw.js')
  expect([worker.body, worker.headers.get('cache-control')]).toEqual(['// a worker', 'no-cache'])
  expect((await fetchPath('/icons/mark.svg')).headers.get('content-type')).toBe('image/svg+xml')
})

it('a missing file is a 404, never the index page', async () => {
  const missingPaths = [
    '/assets/index-none.js',
    '/assets/none',
    '/assets/',
    '/none.js',
    '/favicon.ico',
    '/icons/none.png',
  ]
  for (const path of [
    ...missingPaths,
    '/auth/none.css?v=1',
    '/.vite/manifest.json',
    '/.env',
    '/api/none.js',
    '/files.txt',
  ])
    await expectMissing(path)
  const posted = await server.request('POST /auth')
  expect([posted.status, posted.body.error]).toEqual([404, 'not_found'])
})

/** Sends the path unchanged; fetch would normalize it. */
const fetchRaw = (path: string) =>
  new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(server.url)
    const clientRequest = request({ hostname, port, path }, response => {
      let text = ''
      response.on('data', chunk => {
        text += chunk
      })
      response.on('end', () => resolve(`${response.statusCode} ${text}`))
    })
    clientRequest.on('error', reject).end()
  })

it('nothing outside the folder is served', async () => {
  const paths = ['/../secret.txt', '/assets/../../secret.txt', '/assets/%2e%2e/%2e%2e/secret.txt', '/..%2fsecret.txt']
  for (const path of [...paths, '//secret.txt', `/${parent}/secret.txt`])
    expect(await fetchRaw(path), path).toMatch(/^40[04] /)
})

it('a build replaced under a running server is served immediately, and nothing of the previous one', async () => {
  buildWebApp('two')
  for (const path of pages) await expectPage(path, 'two')
  expect((await fetchPath('/assets/index-two.js')).body).toBe(script('two'))
  await expectMissing('/assets/index-one.js')
})
