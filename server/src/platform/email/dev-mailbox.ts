import { createHash, timingSafeEqual } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import PostalMime from 'postal-mime'
import type { Config } from '../../config.ts'
import { apiError } from '../http/api-error.ts'
import { getDevMailboxKey } from './dev-mailbox-url.ts'
import { getMailDirectory } from './send-email.ts'

const maxShown = 50

/**
 * Serves /dev/mail, a page with the latest emails, in development and demonstration mode, only to local callers and only
 * with the key that is printed at the start: a tunnel or proxy that adds no headers also looks like a local caller.
 */
export function serveDevMailbox(server: FastifyInstance, config: Config): void {
  if (config.mode !== 'demo' && config.mode !== 'dev') return
  for (const url of ['/dev/mail', '/dev/mail/'])
    server.get<{ Querystring: { key?: unknown } }>(url, async (request, reply) => {
      if (!hasKey(request.query.key, config)) throw apiError('not_found')
      const isProxied = request.headers['x-forwarded-for'] !== undefined
      if (isProxied || !isLoopback(request.socket.remoteAddress) || !isOwnHostname(request.hostname, config))
        throw apiError('not_found')
      return reply.type('text/html; charset=utf-8').send(await renderMailbox(config))
    })
}

const hasKey = (key: unknown, config: Config) => timingSafeEqual(sha256(String(key)), sha256(getDevMailboxKey(config)))
const sha256 = (text: string) => createHash('sha256').update(text).digest()

const isLoopback = (address: string | undefined) =>
  address === '::1' || address?.startsWith('127.') === true || address?.startsWith('::ffff:127.') === true

/** Prevents DNS rebinding: a foreign page whose name resolves to this machine must not read the emails. */
function isOwnHostname(name: string, { publicUrl }: Config): boolean {
  const address = name.replace(/^\[(.*)\]$/, '$1')
  return name === 'localhost' || name === new URL(publicUrl).hostname || (isIP(address) !== 0 && isLoopback(address))
}

async function renderMailbox(config: Config): Promise<string> {
  const folder = getMailDirectory(config)
  const names = (await readdir(folder).catch(emptyIfMissing)).filter(name => /^[^.].*\.eml$/.test(name))
  const latest = names.sort().reverse().slice(0, maxShown)
  const emails = await Promise.all(latest.map(async name => PostalMime.parse(await readFile(join(folder, name)))))
  const articles = emails.map(
    ({ to, subject, date, text }) =>
      `<article><h2>${escapeHtml(subject ?? '')}</h2><p>To ${escapeHtml(to?.map(({ address }) => address).join(', ') ?? '')}, ` +
      `${escapeHtml(date ?? '')}</p><pre>${linkify(escapeHtml(text ?? ''))}</pre></article>`,
  )
  return `<!doctype html><meta charset="utf-8"><title>Mail</title><h1>Mail of this server</h1>${
    articles.join('') || '<p>No mail yet.</p>'
  }`
}

function emptyIfMissing(error: unknown): string[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
  throw error
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const linkify = (text: string) => text.replaceAll(/https?:\/\/[^\s<]+/g, url => `<a href="${url}">${url}</a>`)
