import type { Language } from '@kutu/contract/common'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError, tooManyRequestsUntil } from '../../../platform/http/api-error.ts'
import { t } from '../../../platform/i18n/translate.ts'
import {
  findTokenOwner,
  getNextResendTime,
  issueActivationToken,
  issueVerificationCode,
  verifyCode,
} from './one-time-codes.ts'

/**
 * Verifies the email address with the code and returns the token for activation. Repeating the request before the
 * activation, for example after a lost reply, returns a new token and revokes the previous one.
 * @throws token_invalid, code_expired, code_invalid
 */
export async function verifyEmail(
  app: App,
  { token, verificationCode: code }: { token: string; verificationCode: string },
  language: Language,
) {
  const { id, userId } = await verifyCode(app, 'verify_email', token, code)
  const activationToken = await withTransaction(app, async tx => {
    const user = await lockUser(tx, userId)
    if (!user || user.activated_at) throw apiError('token_invalid')
    const now = app.clock.now()
    const { numUpdatedRows } = await tx
      .updateTable('one_time_codes')
      .set(({ eb, fn }) => ({ used_at: fn.coalesce('used_at', eb.val(now)), tries: eb('tries', '-', 1) }))
      .where('id', '=', id)
      .where('voided_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw apiError('token_invalid')
    if (!user.email_verified_at) {
      await tx.updateTable('users').set({ email_verified_at: now }).where('id', '=', userId).execute()
      await audit(app, tx, { actor: userId, action: 'user.email_verified' })
    }
    return issueActivationToken(app, tx, userId, code)
  })
  return { message: t(language, 'accounts.email_verified'), data: { token: activationToken } }
}

/**
 * Sends a new code. Accepts the current token of the sign-up, be it for verification or for activation.
 * @throws token_invalid, too_many_requests
 */
export async function resendOtp(app: App, { token }: { token: string }, language: Language) {
  const newToken = await withTransaction(app, async tx => {
    const userId = await findTokenOwner(tx, token)
    if (userId === undefined) throw apiError('token_invalid')
    const user = await lockUser(tx, userId)
    // Check the token again under the lock: a concurrent resend may have revoked it.
    if (!user || user.activated_at || (await findTokenOwner(tx, token)) !== userId) throw apiError('token_invalid')
    const next = await getNextResendTime(app, tx, userId)
    if (next) throw tooManyRequestsUntil(next, app.clock.now())
    return resend(app, tx, userId)
  })
  return { message: t(language, 'accounts.code_sent'), data: newToken }
}

/**
 * Sends a new code to a user who no longer has the token, for example one who requests a password reset before the
 * activation. Returns the time of the next allowed email if none may be sent now; does nothing for an active account.
 */
export async function resendActivationCode(app: App, tx: Tx, userId: string): Promise<Date | undefined> {
  const user = await lockUser(tx, userId)
  if (!user || user.activated_at) return undefined
  const next = await getNextResendTime(app, tx, userId)
  if (!next) await resend(app, tx, userId)
  return next
}

async function resend(app: App, tx: Tx, userId: string): Promise<string> {
  const token = await issueVerificationCode(app, tx, userId, { isResend: true })
  await audit(app, tx, { actor: null, action: 'code.resent', subject: { type: 'user', id: userId } })
  return token
}

const lockUser = (tx: Tx, id: string) =>
  tx
    .selectFrom('users')
    .select(['email_verified_at', 'activated_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
