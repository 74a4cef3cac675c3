import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Config } from '../../../config.ts'

/** Settings that name the hosts to which a part of the server may connect by HTTP. A part passes only its own. */
type EgressConfig = Partial<Pick<Config, 'pushServices' | 'sms' | 'weather' | 's3'>>

/** The push services of all known browsers. Clients choose the endpoint, so nothing else is called (SSRF). */
const pushServiceHosts = [
  /^fcm\.googleapis\.com$/,
  /\.push\.services\.mozilla\.com$/,
  /\.notify\.windows\.com$/,
  /^web\.push\.apple\.com$/,
]

/** The server was about to connect to a host that no setting names. */
export class EgressError extends Error {
  override name = 'EgressError'
}

/** Returns true for the endpoint of a known push service. */
export function isPushService(
  config: Pick<Config, 'pushServices'>,
  { protocol, hostname, origin, port, username, password }: URL,
): boolean {
  if (username !== '' || password !== '') return false
  if (config.pushServices.includes(origin)) return true
  return protocol === 'https:' && port === '' && pushServiceHosts.some(host => host.test(hostname))
}

/** Returns true if a setting names the origin of this URL, or if it is a push service. */
export function isAllowedDestination(config: EgressConfig, url: URL): boolean {
  if (config.sms && url.origin === new URL(config.sms.url).origin) return true
  if (config.weather && url.origin === new URL(config.weather.url).origin) return true
  if (config.pushServices && isPushService({ pushServices: config.pushServices }, url)) return true
  return isStorage(config.s3, url)
}

/** Amazon's hosts have the bucket as a label, or in the path if its name is no label. */
function isStorage(s3: EgressConfig['s3'], url: URL): boolean {
  if (!s3) return false
  if (s3.endpoint) return url.origin === new URL(s3.endpoint).origin
  const hosts = ['amazonaws.com', 'amazonaws.com.cn'].map(domain => `s3.${s3.region}.${domain}`)
  return (
    url.protocol === 'https:' &&
    url.port === '' &&
    hosts.some(host => [host, `${s3.bucket}.${host}`].includes(url.hostname))
  )
}

function assertAllowed(config: EgressConfig, url: URL): void {
  if (!isAllowedDestination(config, url)) throw new EgressError(`no setting allows connections to ${url.origin}`)
}

/**
 * Sends an HTTP request to a host of the settings. The only call of `fetch` in the server; scripts/boundaries.mjs checks
 * that. It follows no redirects, because they could lead anywhere.
 * @throws EgressError for any other host
 */
export async function egressFetch(config: EgressConfig, url: URL, request: RequestInit): Promise<Response> {
  assertAllowed(config, url)
  return fetch(url, { ...request, redirect: 'error' })
}

/** Connection options of an agent; Node's types leave out the host. */
type ConnectionOptions = { host?: string | undefined; port?: string | number | undefined }

const originOf = (scheme: 'http' | 'https', { host = '', port }: ConnectionOptions) =>
  new URL(`${scheme}://${host.includes(':') ? `[${host}]` : host}:${port ?? ''}`)

/** Creates agents for libraries that send HTTP requests themselves. They open no connection to other hosts. */
export function createEgressAgents(config: EgressConfig): { httpAgent: HttpAgent; httpsAgent: HttpsAgent } {
  class GuardedHttpAgent extends HttpAgent {
    override createConnection(...[options, callback]: Parameters<HttpAgent['createConnection']>) {
      assertAllowed(config, originOf('http', options as ConnectionOptions))
      return super.createConnection(options, callback)
    }
  }
  class GuardedHttpsAgent extends HttpsAgent {
    override createConnection(...[options, callback]: Parameters<HttpsAgent['createConnection']>) {
      assertAllowed(config, originOf('https', options as ConnectionOptions))
      return super.createConnection(options, callback)
    }
  }
  const options = { keepAlive: true, maxSockets: 50 }
  return { httpAgent: new GuardedHttpAgent(options), httpsAgent: new GuardedHttpsAgent(options) }
}
