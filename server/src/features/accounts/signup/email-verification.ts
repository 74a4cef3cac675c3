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
 * Proves the address with the code and answers the token for activation. Asked again with the same token and code
 * before the activation, as after a lost reply, it answers another token and the one before dies.
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
      const subject = { type: 'user', id: userId }
      await audit(app, tx, { actor: userId, action: 'user.email_verified', subject })
    }
    return issueActivationToken(app, tx, userId, code)
  })
  return { message: t(language, 'accounts.email_verified'), data: { token: activationToken } }
}

/** Sends a new code on the token of the old one, whether that was for verifying or for activating. */
export async function resendOtp(app: App, { token }: { token: string }, language: Language) {
  const newToken = await withTransaction(app, async tx => {
    const userId = await findTokenOwner(tx, token)
    if (userId === undefined) throw apiError('token_invalid')
    const user = await lockUser(tx, userId)
    // Asked again under the lock: of two resends at once, one finds its token dead.
    if (!user || user.activated_at || (await findTokenOwner(tx, token)) !== userId) throw apiError('token_invalid')
    const next = await getNextResendTime(app, tx, userId)
    if (next) throw tooManyRequestsUntil(next, app.clock.now())
    return resend(app, tx, userId)
  })
  return { message: t(language, 'accounts.code_sent'), data: { token: newToken } }
}

/**
 * A new code for somebody who lost the token, such as one who asks for a new password before activation.
 * Answers when there may be one, if that is not now.
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
