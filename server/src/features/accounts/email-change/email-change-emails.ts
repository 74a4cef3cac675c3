import type { App } from '../../../context.ts'
import { sendEmail } from '../../../platform/email/send-email.ts'
import type { MessageValues } from '../../../platform/i18n/translate.ts'
import { PermanentJobError } from '../../../platform/jobs/permanent-job-error.ts'
import type { JobPayloads } from '../../../platform/jobs/queue.ts'
import { deriveTokenAgain } from '../secrets.ts'
import { isEmailTaken } from '../signup/registration.ts'

/**
 * Job `email_change`: writes to the new address with a link to confirm it, or to the old one with a link to undo the
 * change. Sends nothing for a change that was replaced or is over. The owner of an inbox whose address already has an
 * account learns that, and nobody else does.
 */
export async function sendEmailChangeEmail(
  app: App,
  { id, template }: JobPayloads['email_change'],
  signal: AbortSignal,
): Promise<void> {
  const now = app.clock.now()
  const change = await app.db
    .selectFrom('email_changes as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.token_hash', 'c.undo_token_hash'])
    .select(['c.user_id', 'c.old_email', 'c.new_email', 'u.username', 'u.language'])
    .where('c.id', '=', id)
    .where('c.voided_at', 'is', null)
    .where('c.undone_at', 'is', null)
    .$if(template === 'confirm_email', query =>
      query.where('c.confirmed_at', 'is', null).where('c.expires_at', '>', now),
    )
    .$if(template === 'email_changed', query => query.where('c.undo_until', '>', now))
    .executeTakeFirst()
  if (!change) return
  const { user_id, old_email, new_email, username, language, token_hash, undo_token_hash } = change
  const send = (to: string, email: 'email_changed' | 'email_in_use' | 'confirm_email', values: MessageValues) =>
    sendEmail(app, { id: `${id}.${email}`, to, language, template: email, values }, signal)
  if (template === 'email_changed') {
    const token = undo_token_hash && deriveTokenAgain(app, 'undo-token', id, undo_token_hash)
    if (!token) throw new PermanentJobError('the secret of this link is no longer accepted')
    return send(old_email, template, { username, link: buildLink(app, '/undo-email-change', token) })
  }
  if (await isEmailTaken(app, new_email, user_id))
    return send(new_email, 'email_in_use', { link: new URL('/auth', app.config.appUrl).href })
  const token = deriveTokenAgain(app, 'email-token', id, token_hash)
  // Made with a secret that is no longer accepted: the user asks for a new link.
  if (token === undefined) return
  await send(new_email, template, { username, link: buildLink(app, '/confirm-email', token) })
}

/** The token is in the fragment, which browsers do not send: it appears in no log of a server or proxy. */
function buildLink(app: App, path: string, token: string): string {
  const link = new URL(path, app.config.appUrl)
  link.hash = new URLSearchParams({ token }).toString()
  return link.href
}
