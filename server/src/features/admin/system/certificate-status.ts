import type { SystemStatus } from '@kutu/contract/admin'
import type { App } from '../../../context.ts'
import { daysLeft, readCertificate } from '../../../platform/observability/certificate.ts'

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
