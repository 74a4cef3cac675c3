import { createTransport } from 'nodemailer'
import { sendBySmtp } from '../../../platform/email/smtp.ts'
import { errorCode } from '../../../platform/startup-error.ts'
import { type CheckContext, type CheckResult, describeError, error, ok, warning } from './check.ts'

/** Codes of nodemailer, and what to mend. https://nodemailer.com/errors */
const smtpRemedies: Record<string, string> = {
  EAUTH: 'Correct user name and password in SMTP_URL. Percent-encode special characters, such as %40 for @.',
  EDNS: 'Correct the host name in SMTP_URL.',
  ECONNECTION: 'Correct host and port in SMTP_URL, and allow outgoing connections to that port.',
  ESOCKET: 'Correct host and port in SMTP_URL, and allow outgoing connections to that port.',
  ETIMEDOUT: 'Allow outgoing connections to that port: many hosting providers block port 25. Use 587 or 465.',
  ETLS: 'Use port 587 with smtp://, or port 465 with smtps://.',
}
const localHosts = ['localhost', '127.0.0.1', '[::1]']

/** Connects and logs in to the mail server without sending anything, unless `sendMailTo` is set. */
export async function checkEmail({ config, timeoutMs, sendMailTo }: CheckContext): Promise<CheckResult[]> {
  const { smtpUrl, mailFrom } = config
  if (!smtpUrl)
    return [
      warning(
        'email',
        'SMTP_URL is not set: emails are written to DATA_DIR/mail and reach nobody.',
        'Set SMTP_URL to your mail server; without it nobody can activate an account.',
      ),
    ]
  const results: CheckResult[] = []
  try {
    results.push(await connectToMailServer(smtpUrl, timeoutMs))
    if (sendMailTo) {
      await sendBySmtp(
        smtpUrl,
        {
          from: mailFrom,
          to: sendMailTo,
          subject: 'Kutu test email',
          text: 'This email was sent by kutu doctor. Email delivery works.',
        },
        { signal: AbortSignal.timeout(timeoutMs * 3) },
      )
      results.push(ok('email', 'The mail server accepted the test email.'))
    }
  } catch (thrown) {
    const remedy = smtpRemedies[errorCode(thrown) ?? ''] ?? 'Check SMTP_URL and the log of the mail server.'
    results.push(error('email', `The mail server cannot be used: ${describeError(thrown)}.`, remedy))
  }
  if (mailFrom.includes('@localhost'))
    results.push(
      warning(
        'email',
        'MAIL_FROM is not set, so other mail servers reject the emails.',
        'Set MAIL_FROM to an address of your domain.',
      ),
    )
  return results
}

/** @throws Error with a code of nodemailer if the server cannot be used */
async function connectToMailServer(url: string, timeoutMs: number): Promise<CheckResult> {
  const { protocol, hostname } = new URL(url)
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const verify = (requireTLS: boolean) => createTransport({ ...timeouts, url, requireTLS }).verify()
  if (protocol === 'smtps:' || localHosts.includes(hostname)) {
    await verify(false)
    return ok('email', `The mail server ${hostname} accepts the connection.`)
  }
  try {
    await verify(true)
    return ok('email', `The mail server ${hostname} accepts an encrypted connection.`)
  } catch (thrown) {
    // Not after a rejected login, which a second one would only repeat.
    if (errorCode(thrown) !== 'ETLS') throw thrown
    await verify(false)
    return warning(
      'email',
      `The mail server ${hostname} offers no encryption (STARTTLS): codes and passwords can be read on the way.`,
      'Use smtps:// or a mail server with STARTTLS.',
    )
  }
}
