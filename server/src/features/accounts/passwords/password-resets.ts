import { randomUUID } from 'node:crypto'
import type { Language } from '@kutu/contract/common'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { sendEmail } from '../../../platform/email/send-email.ts'
import { apiError, tooManyRequestsUntil } from '../../../platform/http/api-error.ts'
import type { RequestOrigin } from '../../../platform/http/handlers.ts'
import { t } from '../../../platform/i18n/translate.ts'
import { enqueue, type JobPayloads } from '../../../platform/jobs/queue.ts'
import { logEmail } from '../../../platform/observability/security-events.ts'
import { selectExistingUsers } from '../erasure/account-deletion.ts'
import { limits, nextEmailAt } from '../policy.ts'
import { deleteChallenges } from '../second-factor/challenges.ts'
import { deriveToken, deriveTokenAgain, hashToken } from '../secrets.ts'
import { identifySource, rememberDevice, type Source } from '../sessions/known-devices.ts'
import { revokeSessions, voidPendingEmailChanges } from '../sessions/sessions.ts'
import { clearSignInFailures } from '../sessions/sign-in-failures.ts'
import { resendActivationCode } from '../signup/email-verification.ts'
import { getPasswordOwner } from '../users/users.ts'
import { hashPassword } from './password-hashing.ts'
import { assertValidNewPassword } from './password-strength.ts'

/** Queues the reset email. Nothing is looked up here, so known and unknown addresses get the same reply in the same time. */
export async function requestPasswordReset(
  app: App,
  { email }: { email: string },
  { language, origin }: { language: Language; origin: RequestOrigin },
) {
  logEmail(app, email)
  const { hash, isKnownDevice } = await identifySource(app, email, origin)
  const source = { hash: hash.toString('base64url'), isKnownDevice }
  await withTransaction(app, tx => enqueue(tx, 'forgot_password', { id: randomUUID(), email, source }))
  return { message: t(language, 'accounts.reset_sent') }
}

/**
 * Job `forgot_password`: sends a reset link to an active account, a new code to one that was never activated, and
 * nothing otherwise. A retry after a failed delivery uses the same id, so it finds the reset that it created before.
 */
export async function sendPasswordResetEmail(
  app: App,
  { id, email, source }: JobPayloads['forgot_password'],
  signal: AbortSignal,
): Promise<void> {
  const user = await selectExistingUsers(app.db, app.clock.now())
    .select(['id', 'username', 'language', 'activated_at', 'deactivated_at', 'returns_by_sign_in'])
    .where('email', '=', email)
    .executeTakeFirst()
  // During the grace period of a deletion the owner may still sign in, so the password can be reset.
  if (!user || (user.deactivated_at && !user.returns_by_sign_in)) return
  if (!user.activated_at) {
    await withTransaction(app, tx => resendActivationCode(app, tx, user.id))
    return
  }
  const token = (await findIssuedToken(app, id)) ?? deriveToken(app, 'reset-token', id)
  // Over the email limit the request is dropped without a reply: it is hardly the owner's.
  const hash = source && Buffer.from(source.hash, 'base64url')
  const reset = { id, userId: user.id, token, source: hash ? { ...source, hash } : null }
  if (await withTransaction(app, tx => createPasswordReset(app, tx, reset))) return
  const link = new URL('/auth/confirm-password-reset', app.config.appUrl)
  link.searchParams.set('token', token)
  const { username, language } = user
  const values = { username, link: link.href }
  await sendEmail(app, { id, to: email, language, template: 'reset_password', values }, signal)
}

/** Derives the token of a reset that exists already, which may have been created before a rotation of the secret. */
async function findIssuedToken(app: App, id: string): Promise<string | undefined> {
  const reset = await app.db.selectFrom('password_resets').select('token_hash').where('id', '=', id).executeTakeFirst()
  return reset && deriveTokenAgain(app, 'reset-token', id, reset.token_hash)
}

/**
 * Creates a reset on behalf of an admin and queues the email that the owner could have requested. The job finds the
 * reset by its id.
 * @throws too_many_requests if the email limit of the account is reached
 */
export async function issuePasswordReset(
  app: App,
  tx: Tx,
  user: { id: string; email: string; activated_at: Date | null },
): Promise<void> {
  const id = randomUUID()
  const reset = { id, userId: user.id, token: deriveToken(app, 'reset-token', id), source: null }
  const next = user.activated_at
    ? await createPasswordReset(app, tx, reset)
    : await resendActivationCode(app, tx, user.id)
  if (next) throw tooManyRequestsUntil(next, app.clock.now())
  if (user.activated_at) await enqueue(tx, 'forgot_password', { id, email: user.email })
}

/** `source` is null for a reset that an admin or a reply causes. */
type NewReset = { id: string; userId: string; token: string; source: Source | null }

/** Creates the reset unless it exists. Returns the time of the next allowed email if the limit is reached. */
async function createPasswordReset(app: App, tx: Tx, reset: NewReset): Promise<Date | undefined> {
  const { id, userId, source } = reset
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  const resets = await tx
    .selectFrom('password_resets')
    .select(['id', 'expires_at', 'source_hash', 'is_known_device'])
    .where('user_id', '=', userId)
    .execute()
  if (resets.some(reset => reset.id === id)) return undefined
  const now = app.clock.now()
  const getCreationTime = (reset: { expires_at: Date }) =>
    new Date(reset.expires_at.getTime() - limits.resetTokenLifetime)
  // Every source has its own limit, so that nobody can use up the emails of the owner.
  const ofSource = resets.filter(({ source_hash }) =>
    source === null ? source_hash === null : source_hash?.equals(source.hash),
  )
  const ofUnknownDevices = resets.filter(({ source_hash, is_known_device }) => source_hash !== null && !is_known_device)
  const next =
    nextEmailAt(ofSource.map(getCreationTime), now) ??
    (source === null || source.isKnownDevice
      ? undefined
      : nextEmailAt(ofUnknownDevices.map(getCreationTime), now, limits.resetEmailsFromUnknownDevices))
  if (!next) await insertPasswordReset(app, tx, reset)
  return next
}

async function insertPasswordReset(app: App, tx: Tx, { id, userId, token, source }: NewReset): Promise<void> {
  await insertInto(tx, 'password_resets', {
    id,
    user_id: userId,
    token_hash: hashToken(token),
    expires_at: new Date(app.clock.now().getTime() + limits.resetTokenLifetime),
    used_at: null,
    source_hash: source?.hash ?? null,
    is_known_device: source?.isKnownDevice ?? false,
  }).execute()
  await audit(app, tx, { actor: null, action: 'password.reset_requested', subject: { type: 'user', id: userId } })
}

/** Creates a reset and returns its token, for a reply to the owner of the inbox. No email is sent. */
export async function createResetToken(app: App, tx: Tx, userId: string): Promise<string> {
  const id = randomUUID()
  const token = deriveToken(app, 'reset-token', id)
  await insertPasswordReset(app, tx, { id, userId, token, source: null })
  return token
}

type ResetPasswordInput = { token: string; new_password: string; confirm_password: string }

/**
 * Sets a new password with the token from the email, revokes every session and makes the device known to the account.
 * @throws token_invalid, weak_password, validation_failed
 */
export async function resetPassword(
  app: App,
  input: ResetPasswordInput,
  { language, origin }: { language: Language; origin: RequestOrigin },
) {
  const { token, new_password: password, confirm_password: confirmation } = input
  const tokenHash = hashToken(token)
  const pendingReset = await app.db
    .selectFrom('password_resets')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', app.clock.now())
    .where('user_id', 'in', selectExistingUsers(app.db, app.clock.now()).select('id'))
    .executeTakeFirstOrThrow(() => apiError('token_invalid'))
  const fields = { password: 'new_password', confirmation: 'confirm_password' }
  const owner = await getPasswordOwner(app.db, pendingReset.user_id)
  await assertValidNewPassword(fields, { password, confirmation }, owner)
  const passwordHash = await hashPassword(app, password)
  await withTransaction(app, async tx => {
    const now = app.clock.now()
    const usedReset = await tx
      .updateTable('password_resets')
      .set({ used_at: now })
      .where('token_hash', '=', tokenHash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .where('user_id', 'in', selectExistingUsers(tx, now).select('id'))
      .returning('user_id')
      .executeTakeFirstOrThrow(() => apiError('token_invalid'))
    await setPassword(app, tx, usedReset.user_id, passwordHash)
    await revokeSessions(app, tx, usedReset.user_id)
    await audit(app, tx, { actor: usedReset.user_id, action: 'password.reset' })
  })
  // The owner of the inbox must be able to sign in, whatever others try in the meantime.
  rememberDevice(app, { keys: [owner.email], passwordHash }, origin)
  return { message: t(language, 'accounts.password_reset') }
}

/**
 * Stores a new password hash, which makes all devices unknown, clears the failed sign-ins, and voids all reset links,
 * half-finished sign-ins and pending changes of the email address.
 */
export async function setPassword(app: App, tx: Tx, userId: string, passwordHash: string): Promise<void> {
  const { email } = await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, initial_password_expires_at: null })
    .where('id', '=', userId)
    .returning('email')
    .executeTakeFirstOrThrow()
  await clearSignInFailures(tx, email)
  await deleteChallenges(tx, userId)
  await voidPendingEmailChanges(app, tx, userId)
  await voidPasswordResets(app, tx, userId)
}

/** Voids all reset links of a user. */
export async function voidPasswordResets(app: App, tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('password_resets')
    .set({ used_at: app.clock.now() })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}
