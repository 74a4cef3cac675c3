import { daysLeft, readCertificate } from '../../../platform/observability/certificate.ts'
import { type CheckContext, type CheckResult, describeError, error, ok, warning } from './check.ts'
import { probe } from './http-probe.ts'

const minDaysLeft = 14
const maxSkewSeconds = 10
const localHosts = ['localhost', '127.0.0.1', '[::1]']

/** Checks the certificate of PUBLIC_URL, and the clock of the server that answers there. */
export async function checkPublicUrl(context: CheckContext): Promise<CheckResult[]> {
  const { publicUrl, linkBase } = context.config
  if (linkBase === '')
    return [
      warning(
        'certificate',
        'PUBLIC_URL is not set, so links in emails lead to localhost.',
        'Set PUBLIC_URL to the https address that users open.',
      ),
    ]
  const isLocal = localHosts.includes(new URL(publicUrl).hostname)
  if (!publicUrl.startsWith('https:'))
    return isLocal
      ? [ok('certificate', 'PUBLIC_URL is on this machine and needs no certificate.')]
      : [
          error(
            'certificate',
            `${publicUrl} is not encrypted: passwords and photos can be read on the way.`,
            'Put a proxy with TLS in front of the server, and set PUBLIC_URL to its https address.',
          ),
        ]
  const certificate = await checkCertificate(context)
  return certificate.status === 'ok' ? [certificate, ...(await checkHttpClock(context))] : [certificate]
}

async function checkCertificate({ config, clock, timeoutMs }: CheckContext): Promise<CheckResult> {
  const { publicUrl } = config
  const renew = 'Renew the certificate, and check why the automatic renewal did not (certbot renew --dry-run).'
  try {
    const certificate = await readCertificate(publicUrl, timeoutMs)
    const days = daysLeft(certificate, clock.now())
    if (days < 0) return error('certificate', `The certificate of ${publicUrl} expired ${-days} days ago.`, renew)
    if (certificate.problem)
      return error(
        'certificate',
        `Browsers reject the certificate of ${publicUrl}: ${certificate.problem}.`,
        'Install a certificate for this host name, with its intermediate certificates, from an authority that browsers know.',
      )
    if (days < minDaysLeft)
      return warning('certificate', `The certificate of ${publicUrl} expires in ${days} days.`, renew)
    return ok('certificate', `The certificate of ${publicUrl} is valid for ${days} more days.`)
  } catch (thrown) {
    return warning(
      'certificate',
      `${publicUrl} cannot be reached from here: ${describeError(thrown)}.`,
      'Check DNS, the proxy and the firewall. If only this machine cannot reach it, open it in a browser elsewhere.',
    )
  }
}

async function checkHttpClock({ config, clock, timeoutMs }: CheckContext): Promise<CheckResult[]> {
  const response = await probe(`${config.publicUrl}/api/health`, 'HEAD', timeoutMs).catch(() => undefined)
  const date = Date.parse(response?.headers.get('date') ?? '')
  if (Number.isNaN(date)) return []
  const skewSeconds = Math.round(Math.abs(clock.now().getTime() - date) / 1000)
  if (skewSeconds <= maxSkewSeconds) return [ok('time', `The clock agrees with that of ${config.publicUrl}.`)]
  return [
    error(
      'time',
      `The clocks of this machine and of ${config.publicUrl} differ by ${skewSeconds} seconds.`,
      'Turn on time synchronization (NTP) on both machines: timedatectl set-ntp true',
    ),
  ]
}
