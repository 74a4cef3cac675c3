import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../../../config.ts'
import { apiError } from '../api-error.ts'
import { isApiPath } from '../web-app/web-app.ts'

const warningIntervalMs = 3_600_000
/** Probes of load balancers call these from inside, without TLS and without credentials. */
const probePaths = /^\/api\/(health|ready)\/?(\?|$)/

/** When the last request without TLS arrived, by `performance.now()`. */
const lastClearText = new WeakMap<Config, number>()

/**
 * Refuses requests that came without TLS to a server whose PUBLIC_URL is https, if a trusted proxy says so in
 * X-Forwarded-Proto: an API request with `https_required`, a page with a redirect. A request without that header may
 * come from a proxy that does not send it; then the log and the system page warn.
 */
export function refuseClearText(server: FastifyInstance, config: Config, log: Logger): void {
  if (!config.publicUrl.startsWith('https:')) return
  let warnedAt: number | undefined
  server.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https' || probePaths.test(request.url)) return
    const now = performance.now()
    lastClearText.set(config, now)
    const isCertain = config.trustedProxies > 0 && request.headers['x-forwarded-proto'] !== undefined
    if (warnedAt === undefined || now - warnedAt >= warningIntervalMs) {
      warnedAt = now
      log.warn(
        { is_refused: isCertain },
        'a request arrived without TLS although PUBLIC_URL is https: publish only the proxy, let it send X-Forwarded-Proto, and set TRUST_PROXY',
      )
    }
    if (!isCertain) return
    if (!isPage(request)) throw apiError('https_required')
    return reply.redirect(`${config.appUrl}${request.url}`, 308)
  })
}

const isPage = ({ method, url }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && url.startsWith('/') && !isApiPath(url)

/** Returns how long ago the last request without TLS arrived, in milliseconds; undefined if there was none. */
export function sinceClearText(config: Config): number | undefined {
  const seenAt = lastClearText.get(config)
  return seenAt === undefined ? undefined : performance.now() - seenAt
}
