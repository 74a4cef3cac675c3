import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/server/test-server.ts'

const origin = 'https://app.example.org'
const webFolder = mkdtempSync(join(tmpdir(), 'kutu-web-'))
/** The index page before the build, whose head and body the build keeps. */
const indexPage = readFileSync(new URL('../../../../../web/index.html', import.meta.url), 'utf8')

let server: TestServer
beforeAll(async () => {
  writeFileSync(join(webFolder, 'index.html'), indexPage)
  server = await startTestServer({ appUrl: origin }, { webFolder })
})
afterAll(async () => {
  await server.close()
  rmSync(webFolder, { recursive: true, force: true })
})

const fetchPath = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${server.url}${path}`, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
/** Everything that a reader of HTML without scripts learns of a page. */
const read = (html: string) => ({
  language: /<html lang="([^"]*)"/.exec(html)?.[1],
  titles: [...html.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title),
  descriptions: [...html.matchAll(/<meta\s+name="description"\s+content="([^"]*)"/g)].map(([, content]) => content),
  canonical: [...html.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map(([, href]) => href),
  alternates: [...html.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/g)].map(
    ([, language, href]) => `${language} ${href}`,
  ),
})
const alternates = [
  `en ${origin}/map`,
  `sw ${origin}/map?lang=sw`,
  `lg ${origin}/map?lang=lg`,
  `x-default ${origin}/map`,
]

it.each([
  ['/map', 'en', 'Map of crop diseases in East Africa · Kutu', 'Below five farmers a count is hidden'],
  ['/map?lang=sw', 'sw', 'Ramani ya magonjwa ya mazao Afrika Mashariki · Kutu', 'Chini ya wakulima watano'],
  ['/map?lang=lg', 'lg', 'Mmaapu y’endwadde z’ebirime mu East Africa · Kutu', 'Wansi w’abalimi bataano'],
])('%s tells a crawler without scripts what the map is, in %s', async (path, language, title, words) => {
  const { status, headers, text } = await fetchPath(path)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const found = read(text)
  expect(found).toMatchObject({ language, titles: [title], canonical: [`${origin}${path}`], alternates })
  expect(found.descriptions).toHaveLength(1)
  expect(found.descriptions[0]).not.toContain('Photograph a leaf')
  expect(/<noscript>.*<\/noscript>/s.exec(text)?.[0]).toContain(words)
  // The app itself is still there.
  expect(text).toContain('<div id="root">')
  expect(text).toContain('<script type="module"')
})

it('the choice of country and week is no page of its own', async () => {
  const { text } = await fetchPath('/map?country=KE&week=2026-11-02&lang=xx"><script>')
  expect(read(text)).toMatchObject({ language: 'en', canonical: [`${origin}/map`], alternates })
  expect(text).not.toContain('xx"')
})

it('caches keep the page and ask again by ETag', async () => {
  const { headers } = await fetchPath('/map')
  const etag = headers.get('etag') ?? ''
  expect(headers.get('cache-control')).toBe('no-cache')
  expect((await fetchPath('/map', { 'if-none-match': etag })).status).toBe(304)
  expect((await fetchPath('/map?lang=sw', { 'if-none-match': etag })).status).toBe(200)
})

it('other pages keep the words of the app', async () => {
  for (const path of ['/', '/auth', '/maps', '/map/x', '/account/outbreaks'])
    expect((await fetchPath(path)).text, path).toBe(indexPage)
})

it('robots.txt leaves out the pages behind sign-in and names the sitemap, which lists the public pages', async () => {
  const robots = await fetchPath('/robots.txt')
  expect([robots.status, robots.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(robots.text.split('\n')).toEqual(
    expect.arrayContaining(['User-agent: *', 'Disallow: /account', `Sitemap: ${origin}/sitemap.xml`]),
  )
  const { text, headers } = await fetchPath('/sitemap.xml')
  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8')
  expect(headers.get('cache-control')).toBe('public, max-age=3600')
  const listed = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url)
  expect(listed).toEqual(
    expect.arrayContaining(
      ['/map', '/map?lang=sw', '/map?lang=lg', '/learn', '/learn/maize-common-rust', '/try'].map(
        path => `${origin}${path}`,
      ),
    ),
  )
  expect(listed.filter(url => url?.includes('/account'))).toEqual([])
})
