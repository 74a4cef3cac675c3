import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { SystemStatus } from '@kutu/contract/admin'
import type { App } from '../../../context.ts'

type CertificateStatus = SystemStatus['certificate']

const timeoutMs = 3000
const cacheMs = 3600_000
/** By URL. A page that is reloaded must not open a connection each time. */
const cache = new Map<string, { readAt: number; status: Promise<CertificateStatus> }>()

/** Returns the state of the certificate of PUBLIC_URL, read at most once an hour. */
export function getCertificateStatus(app: App): Promise<CertificateStatus> {
  const url = app.config.publicUrl
  if (!url.startsWith('https:')) return Promise.resolve(createStatus('not_used'))
  const now = app.clock.now()
  const cached = cache.get(url)
  if (cached && now.getTime() - cached.readAt < cacheMs) return cached.status
  const status = readStatus(url, now)
  cache.set(url, { readAt: now.getTime(), status })
  return status
}

const createStatus = (state: CertificateStatus['state'], details: Partial<CertificateStatus> = {}) => ({
  state,
  valid_until: null,
  days_left: null,
  problem: null,
  ...details,
})

async function readStatus(url: string, now: Date): Promise<CertificateStatus> {
  try {
    const certificate = await readCertificate(url, timeoutMs)
    const details = { valid_until: certificate.validUntil.toISOString(), days_left: daysLeft(certificate, now) }
    return certificate.problem === undefined
      ? createStatus('valid', details)
      : createStatus('rejected', { ...details, problem: certificate.problem })
  } catch {
    // The next visit tries again.
    cache.delete(url)
    return createStatus('unreachable')
  }
}

type Certificate = {
  validUntil: Date
  /** Why browsers reject the certificate, such as CERT_HAS_EXPIRED; undefined for a good one. */
  problem: string | undefined
}

/**
 * Returns the certificate that a server presents for an https URL, also when it is not valid.
 * @throws Error if the server does not answer in time
 */
function readCertificate(url: string, timeoutMs: number): Promise<Certificate> {
  const { hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      // Server Name Indication does not allow addresses (RFC 6066).
      ...(isIP(host) ? {} : { servername: host }),
      // The connection is closed at once and carries no data; `authorizationError` has the outcome of the check.
      rejectUnauthorized: false,
    })
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`no answer within ${timeoutMs / 1000} seconds`)))
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      const certificate = socket.getPeerCertificate()
      const problem = socket.authorized ? undefined : String(socket.authorizationError)
      socket.destroy()
      resolve({ validUntil: new Date(certificate.valid_to), problem })
    })
  })
}

/** Returns the whole days until the certificate expires; negative after that. */
const daysLeft = ({ validUntil }: Certificate, now: Date): number =>
  Math.floor((validUntil.getTime() - now.getTime()) / (24 * 3600 * 1000))
