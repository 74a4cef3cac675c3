import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { apiError } from '../api-error.ts'
import { sendCacheable } from '../cacheable-reply.ts'
import { sendError } from '../errors/error-handler.ts'
import { describePage, findPublicPage, readPageLanguage, writeRobots, writeSitemap } from './public-pages.ts'

/**
 * Serves the built web app: its files, and the index page for every other URL outside the API. A URL that names a file
 * never gets the index page: after an update a browser would run it as a script.
 * @param folder the web build; undefined to serve only the API
 * @param origin of the web app, as search engines are to list it
 */
export async function registerWebApp(
  server: FastifyInstance,
  folder: string | undefined,
  origin: string,
): Promise<void> {
  server.setNotFoundHandler((request, reply) => {
    reply.header('cache-control', 'no-store')
    return sendError(apiError('not_found'), request, reply)
  })
  if (folder === undefined || !existsSync(join(folder, 'index.html'))) return
  const assetsFolder = join(folder, 'assets', sep)
  await server.register(fastifyStatic, {
    root: folder,
    serve: false,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    setHeaders(reply, path) {
      const isHashed = path.startsWith(assetsFolder)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  server.get('/robots.txt', (request, reply) => {
    reply.type('text/plain; charset=utf-8')
    return sendCacheable(request, reply, listed, writeRobots(origin))
  })
  server.get('/sitemap.xml', (request, reply) => {
    reply.type('application/xml; charset=utf-8')
    return sendCacheable(request, reply, listed, writeSitemap(origin))
  })
  server.get('/*', async (request, reply) => {
    if (isApiPath(request.url)) return reply.callNotFound()
    const [path = '/', query] = request.url.split('?')
    const page = findPublicPage(path)
    if (page) {
      // The index page names the hashed files of its build, so it is read and checked each time, as sendFile does.
      const html = await readFile(join(folder, 'index.html'), 'utf8')
      reply.type('text/html; charset=utf-8')
      const described = describePage(html, page, readPageLanguage(query), origin)
      return sendCacheable(request, reply, { status: 200, cacheControl: 'no-cache' }, described)
    }
    return reply.sendFile(isFilePath(path) ? path : 'index.html')
  })
}

const listed = { status: 200, cacheControl: 'public, max-age=3600' }

/** URLs of pages have no dot in their last segment. */
const isFilePath = (path: string) => path.startsWith('/assets/') || /\.[a-z0-9]+$/i.test(path)
/** Returns true for the paths of the API, which never get the index page and are not cached. */
export const isApiPath = (url: string) => /^\/(api|analysis|files|dev)(\/|\?|$)/.test(url)
