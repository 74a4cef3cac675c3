import { isIP } from 'node:net'
import { connect } from 'node:tls'

export type Certificate = {
  validUntil: Date
  /** Why browsers reject the certificate, such as CERT_HAS_EXPIRED; undefined for a good one. */
  problem: string | undefined
}

/**
 * Returns the certificate that a server presents for an https URL, also when it is not valid.
 * @throws Error if the server does not answer in time
 */
export function readCertificate(url: string, timeoutMs: number): Promise<Certificate> {
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
export const daysLeft = ({ validUntil }: Certificate, now: Date): number =>
  Math.floor((validUntil.getTime() - now.getTime()) / (24 * 3600 * 1000))
