import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { apiError } from '../api-error.ts'
import { sendError } from '../errors/error-handler.ts'

/**
 * Serves the built web app: its files, and the index page for every other URL outside the API. A URL that names a file
 * never gets the index page: after an update a browser would run it as a script.
 * @param folder the web build; undefined to serve only the API
 */
export async function registerWebApp(server: FastifyInstance, folder: string | undefined): Promise<void> {
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
  server.get('/*', (request, reply) => {
    if (isApiPath(request.url)) return reply.callNotFound()
    const [path = '/'] = request.url.split('?')
    return reply.sendFile(isFilePath(path) ? path : 'index.html')
  })
}

/** URLs of pages have no dot in their last segment. */
const isFilePath = (path: string) => path.startsWith('/assets/') || /\.[a-z0-9]+$/i.test(path)
/** Returns true for the paths of the API, which never get the index page and are not cached. */
export const isApiPath = (url: string) => /^\/(api|analysis|files|dev)(\/|\?|$)/.test(url)
