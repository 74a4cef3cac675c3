import { readdir, readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import PostalMime from 'postal-mime'
import type { Config } from '../config.ts'
import { refuse } from '../http/errors.ts'
import { mailFolder } from './deliver.ts'

const shown = 50

/** /dev/mail: the last letters as a page, in development and the demonstration, for callers on this machine alone. */
export function serveDevMail(server: FastifyInstance, config: Config): void {
  if (config.mode !== 'demo' && config.mode !== 'dev') return
  for (const url of ['/dev/mail', '/dev/mail/'])
    server.get(url, async (request, reply) => {
      const isProxied = request.headers['x-forwarded-for'] !== undefined
      if (isProxied || !isLoopback(request.socket.remoteAddress) || !isOwnName(request.hostname, config))
        throw refuse('not_found')
      return reply.type('text/html; charset=utf-8').send(await mailPage(config))
    })
}

const isLoopback = (address: string | undefined) =>
  address === '::1' || address?.startsWith('127.') === true || address?.startsWith('::ffff:127.') === true

/** A page elsewhere whose name was made to lead to this machine would else read the letters through its reader's browser. */
function isOwnName(name: string, { publicUrl }: Config): boolean {
  const address = name.replace(/^\[(.*)\]$/, '$1')
  return name === 'localhost' || name === new URL(publicUrl).hostname || (isIP(address) !== 0 && isLoopback(address))
}

async function mailPage(config: Config): Promise<string> {
  const folder = mailFolder(config)
  const names = (await readdir(folder).catch(nothingWrittenYet)).filter(name => /^[^.].*\.eml$/.test(name))
  const latest = names.sort().reverse().slice(0, shown)
  const letters = await Promise.all(latest.map(async name => PostalMime.parse(await readFile(join(folder, name)))))
  const articles = letters.map(
    ({ to, subject, date, text }) =>
      `<article><h2>${escaped(subject ?? '')}</h2><p>To ${escaped(to?.map(({ address }) => address).join(', ') ?? '')}, ` +
      `${escaped(date ?? '')}</p><pre>${linked(escaped(text ?? ''))}</pre></article>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>Mail</title><h1>Mail written here</h1>${
    articles.join('') || '<p>No mail yet.</p>'
  }`
}

function nothingWrittenYet(error: unknown): string[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
  throw error
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const linked = (text: string) => text.replaceAll(/https?:\/\/[^\s<]+/g, url => `<a href="${url}">${url}</a>`)
