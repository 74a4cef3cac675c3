import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import type { Config } from '../../config.ts'
import type { App } from '../../context.ts'
import { t } from '../i18n/translate.ts'
import { PermanentJobError } from '../jobs/permanent-job-error.ts'
import { emails } from '../observability/metrics.ts'
import { getDevMailboxUrl } from './dev-mailbox-url.ts'
import type { EmailPayload } from './email.ts'
import { sendBySmtp } from './smtp.ts'

export const getMailDirectory = (config: Config) => join(config.dataDir, 'mail')

/** Returns the start of the name of an email file that is written at this time. Names sort by time. */
export const formatEmailTimestamp = (time: Date): string => time.toISOString().replaceAll(/[:.]/g, '-')

/**
 * Job `send_mail`: sends an email by SMTP, or writes it to DATA_DIR/mail if SMTP_URL is not set.
 * @throws PermanentJobError if the mail server rejects the email permanently
 */
export async function sendEmail(app: App, payload: EmailPayload, signal: AbortSignal): Promise<void> {
  try {
    await deliverEmail(app, payload, signal)
    emails.inc({ outcome: 'sent' })
  } catch (error) {
    // A stop of the server is no failure of the delivery.
    if (!signal.aborted) emails.inc({ outcome: error instanceof PermanentJobError ? 'rejected' : 'failed' })
    throw error
  }
}

async function deliverEmail(app: App, payload: EmailPayload, signal: AbortSignal): Promise<void> {
  const { to, language, template, values, calendar, id } = payload
  const message = {
    from: app.config.mailFrom,
    to,
    subject: t(language, `mail.${template}.subject`, values),
    text: t(language, `mail.${template}.text`, values),
    date: app.clock.now(),
    headers: { 'Content-Language': language, 'Auto-Submitted': 'auto-generated' },
    ...(id ? { messageId: `<${id}@${new URL(app.config.publicUrl).hostname}>` } : {}),
    // Sent both as an iTIP part, which calendar-aware mail programs show as an event, and as an attached file.
    ...(calendar
      ? { icalEvent: { method: calendar.method, filename: 'kutu-appointment.ics', content: calendar.file } }
      : {}),
  }
  if (app.config.smtpUrl) return sendBySmtp(app.config.smtpUrl, message, { signal })
  await writeEmailFile(app, await new MailComposer(message).compile().build())
  const { mode } = app.config
  if (mode === 'demo' || mode === 'dev')
    app.log[mode === 'demo' ? 'debug' : 'info'](
      `Mail to ${to}: ${message.subject} (all mail: ${getDevMailboxUrl(app.config)})`,
    )
}

async function writeEmailFile(app: App, bytes: Buffer): Promise<void> {
  const directory = getMailDirectory(app.config)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const name = `${formatEmailTimestamp(app.clock.now())}-${createHash('sha256').update(bytes).digest('hex').slice(0, 12)}.eml`
  // Write to a temporary name and rename, so that a reader never sees an incomplete file.
  await writeFile(join(directory, `.${name}`), bytes, { mode: 0o600 })
  await rename(join(directory, `.${name}`), join(directory, name))
}
