import { randomUUID } from 'node:crypto'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { sendEmail } from '../../../platform/email/send-email.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import { enqueue } from '../../../platform/jobs/queue.ts'
import { limits, nextEmailAt } from '../policy.ts'
import { deriveCode, deriveCodes, deriveToken, deriveTokenAgain, hashCode, hashToken, isSameHash } from '../secrets.ts'
import type { CodePurpose } from '../tables.ts'

/** Creates a new code and token, revokes the previous ones and queues the email with the code. Returns the token. */
export async function issueVerificationCode(
  app: App,
  tx: Tx,
  userId: string,
  { isResend }: { isResend: boolean },
): Promise<string> {
  await voidCodes(app, tx, userId)
  const id = randomUUID()
  const code = deriveCode(app, id)
  const token = await insertCode(app, tx, { id, user_id: userId, purpose: 'verify_email', is_resend: isResend }, code)
  await enqueue(tx, 'send_code', { id })
  return token
}

/** Creates and returns the token for activation. The activation requires the code of the verification once more. */
export async function issueActivationToken(app: App, tx: Tx, userId: string, code: string): Promise<string> {
  await voidCodes(app, tx, userId, 'activate_account')
  const row = { id: randomUUID(), user_id: userId, purpose: 'activate_account', is_resend: false } as const
  return insertCode(app, tx, row, code)
}

type NewCode = { id: string; user_id: string; purpose: CodePurpose; is_resend: boolean }

/** Inserts a code and returns its token, which is derived from the id. */
async function insertCode(app: App, tx: Tx, row: NewCode, code: string): Promise<string> {
  const token = deriveToken(app, 'code-token', row.id)
  const now = app.clock.now()
  const lifetime = row.purpose === 'verify_email' ? limits.codeLifetime : limits.activationTokenLifetime
  await insertInto(tx, 'one_time_codes', {
    ...row,
    token_hash: hashToken(token),
    code_hash: hashCode(token, code),
    sent_at: now,
    expires_at: new Date(now.getTime() + lifetime),
    used_at: null,
    voided_at: null,
  }).execute()
  return token
}

async function voidCodes(app: App, tx: Tx, userId: string, purpose?: CodePurpose): Promise<void> {
  await tx
    .updateTable('one_time_codes')
    .set({ voided_at: app.clock.now() })
    .where('user_id', '=', userId)
    .where('voided_at', 'is', null)
    .$if(purpose !== undefined, query => query.where('purpose', '=', purpose ?? 'verify_email'))
    .execute()
}

export type VerifiedCode = { id: string; userId: string; isUsed: boolean }

/**
 * Compares a code with the one that was sent. The attempt is counted in a separate statement, so that it stays counted
 * if the rest of the request fails.
 * @throws token_invalid, code_expired (expired or too many attempts), code_invalid
 */
export async function verifyCode(app: App, purpose: CodePurpose, token: string, code: string): Promise<VerifiedCode> {
  const row = await app.db
    .updateTable('one_time_codes')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('voided_at', 'is', null)
    .where('expires_at', '>', app.clock.now())
    .where('tries', '<', limits.maxCodeAttempts)
    .returning(['id', 'user_id', 'code_hash', 'used_at'])
    .executeTakeFirst()
  if (!row) throw apiError((await isKnownToken(app, purpose, token)) ? 'code_expired' : 'token_invalid')
  if (!isSameHash(row.code_hash, hashCode(token, code))) {
    const subject = { type: 'user', id: row.user_id }
    await withTransaction(app, tx =>
      audit(app, tx, { actor: null, action: 'code.refused', subject, after: { purpose } }),
    )
    throw apiError('code_invalid')
  }
  return { id: row.id, userId: row.user_id, isUsed: row.used_at !== null }
}

async function isKnownToken(app: App, purpose: CodePurpose, token: string): Promise<boolean> {
  const row = await app.db
    .selectFrom('one_time_codes')
    .select('id')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('voided_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the user id of a token for verification or activation, or undefined if the token is unknown or revoked. */
export async function findTokenOwner(db: Db, token: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('one_time_codes')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .where('voided_at', 'is', null)
    .executeTakeFirst()
  return row?.user_id
}

/**
 * Returns when the next resend is allowed, or undefined if it is allowed now: there are limits for emails and for wrong
 * codes, because a new code allows more guesses. The caller must hold a lock on the user.
 */
export async function getNextResendTime(app: App, tx: Tx, userId: string): Promise<Date | undefined> {
  const now = app.clock.now()
  const { max, windowMs } = limits.codeAttempts
  const rows = await tx
    .selectFrom('one_time_codes')
    .select(['sent_at', 'expires_at', 'tries', 'is_resend'])
    .where('user_id', '=', userId)
    .where('purpose', '=', 'verify_email')
    .where('expires_at', '>', new Date(now.getTime() - windowMs))
    .orderBy('sent_at')
    // A concurrent guess is counted here, or comes after this code is void.
    .forUpdate()
    .execute()
  const resendTimes = rows.filter(({ is_resend }) => is_resend).map(({ sent_at }) => sent_at)
  const nextEmail = nextEmailAt(resendTimes, now)
  let tries = rows.reduce((total, row) => total + row.tries, 0)
  let nextAttempts: Date | undefined
  for (const row of rows) {
    if (tries + limits.maxCodeAttempts <= max) break
    tries -= row.tries
    nextAttempts = new Date(row.expires_at.getTime() + windowMs)
  }
  return nextAttempts && (!nextEmail || nextAttempts > nextEmail) ? nextAttempts : nextEmail
}

/** Job `send_code`: sends the email with a code, unless the code has expired or was revoked in the meantime. */
export async function sendCodeEmail(app: App, { id }: { id: string }, signal: AbortSignal): Promise<void> {
  const row = await app.db
    .selectFrom('one_time_codes as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['u.email', 'u.language', 'u.username', 'c.token_hash', 'c.code_hash'])
    .where('c.id', '=', id)
    .where('c.voided_at', 'is', null)
    .where('c.expires_at', '>', app.clock.now())
    .executeTakeFirst()
  if (!row) return
  const token = deriveTokenAgain(app, 'code-token', id, row.token_hash)
  const code = token && deriveCodes(app, id).find(each => isSameHash(hashCode(token, each), row.code_hash))
  // Made with a secret that is no longer accepted: the user asks for a new code.
  if (token === undefined || code === undefined) return
  const link = new URL('/auth/verify-email', app.config.appUrl)
  link.searchParams.set('token', token)
  link.searchParams.set('verificationToken', code)
  const { email: to, language, username } = row
  const values = { username, code, link: link.href }
  await sendEmail(app, { id, to, language, template: 'verify_email', values }, signal)
}
