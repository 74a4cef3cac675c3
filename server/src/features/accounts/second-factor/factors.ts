import { randomUUID } from 'node:crypto'
import type { SecondFactor, SecondFactors } from '@kutu/contract/accounts/second-factor'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import { mapConstraintErrors } from '../../../platform/db/constraint-errors.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { enqueueEmail } from '../../../platform/email/enqueue-email.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { isPasswordUnchanged } from '../passwords/password-hashing.ts'
import { wrongPasswordError } from '../sessions/password-confirmation.ts'
import { revokeSessions } from '../sessions/sessions.ts'
import { getEmailRecipient } from '../users/users.ts'
import { type Challenge, consumeChallenge, countTry, createChallenge, deleteChallenges } from './challenges.ts'
import { createRegistrationOptions, verifyRegistration } from './passkeys.ts'
import { secondFactorLimits } from './policy.ts'
import { countRecoveryCodes, deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import type { SecondFactorTables } from './tables.ts'
import { buildTotpUri, createTotpSecret, decryptTotpSecret, encryptTotpSecret, findTotpStep } from './totp.ts'

/** A user who has just typed the password of the account. */
type ConfirmedUser = { id: string; password_hash: string }

/** Locks the user until the transaction ends. @throws wrong_password if the password has changed since it was verified */
async function lockConfirmedUser(tx: Tx, user: ConfirmedUser): Promise<void> {
  if (!(await isPasswordUnchanged(tx, user))) throw wrongPasswordError()
}

/** Returns a user's factors, oldest first, and the number of unused recovery codes. */
export async function listSecondFactors(db: Db, userId: string): Promise<SecondFactors> {
  const rows = await db
    .selectFrom('second_factors')
    .select(['id', 'kind', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return { factors: rows.map(presentFactor), recovery_codes_left: await countRecoveryCodes(db, userId) }
}

type FactorRow = Pick<SecondFactorTables['second_factors'], 'id' | 'kind' | 'name' | 'created_at' | 'last_used_at'>
const presentFactor = (row: FactorRow): SecondFactor => ({
  ...row,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})

/** Starts to add an authenticator app. @throws wrong_password, too_many_factors */
export function startTotp(db: Db, app: App, user: ConfirmedUser) {
  return withTransaction(db, async tx => {
    await lockConfirmedUser(tx, user)
    await assertRoomForFactor(tx, user.id)
    const secret = createTotpSecret()
    const encrypted = await encryptTotpSecret(app, user.id, secret)
    const { token, expiresAt } = await createChallenge(app, tx, {
      userId: user.id,
      purpose: 'add_totp',
      secret: encrypted,
    })
    const { email } = await getEmailRecipient(tx, user.id)
    return { setup: token, secret, uri: buildTotpUri(secret, email), expires_at: expiresAt.toISOString() }
  })
}

/** Starts to add a passkey. @throws wrong_password, too_many_factors */
export function startPasskey(db: Db, app: App, user: ConfirmedUser) {
  return withTransaction(db, async tx => {
    await lockConfirmedUser(tx, user)
    await assertRoomForFactor(tx, user.id)
    const options = await createRegistrationOptions(
      app,
      await getEmailRecipient(tx, user.id),
      await listPasskeys(tx, user.id),
    )
    const { token, expiresAt } = await createChallenge(app, tx, {
      userId: user.id,
      purpose: 'add_passkey',
      webauthnChallenge: options.challenge,
    })
    return { setup: token, options: { ...options }, expires_at: expiresAt.toISOString() }
  })
}

/** The columns of a new factor that depend on its kind. */
type FactorData = Pick<
  SecondFactorTables['second_factors'],
  'kind' | 'secret' | 'last_step' | 'credential_id' | 'public_key' | 'counter' | 'transports'
>
/** A factor whose first code or signature was verified. */
export type VerifiedFactor = { challenge: Challenge; name: string; data: FactorData }

/**
 * Verifies the first code of a new authenticator app. Runs before the transaction that adds it, so that a failed try
 * stays counted. @throws challenge_expired, code_invalid
 */
export async function verifyNewTotp(
  app: App,
  { id }: Caller,
  { setup, code, name }: { setup: string; code: string; name: string },
): Promise<VerifiedFactor> {
  const challenge = await countTry(app, setup, { purpose: 'add_totp', userId: id })
  const secret = challenge.secret === null ? undefined : await decryptTotpSecret(app, id, challenge.secret)
  if (secret === undefined) throw apiError('challenge_expired')
  const step = await findTotpStep(app, secret, { code })
  if (step === undefined) throw apiError('code_invalid')
  const noPasskey = { credential_id: null, public_key: null, counter: null, transports: null }
  // The step is stored, so this code does not sign anybody in later.
  return { challenge, name, data: { kind: 'totp', secret: challenge.secret, last_step: String(step), ...noPasskey } }
}

/**
 * Verifies a new passkey. Runs before the transaction that adds it, so that a failed try stays counted.
 * @throws challenge_expired, passkey_invalid
 */
export async function verifyNewPasskey(
  app: App,
  { id }: Caller,
  { setup, credential, name }: { setup: string; credential: Parameters<typeof verifyRegistration>[1]; name: string },
): Promise<VerifiedFactor> {
  const challenge = await countTry(app, setup, { purpose: 'add_passkey', userId: id })
  const passkey = await verifyRegistration(app, credential, challenge.webauthn_challenge ?? '')
  const data = { ...passkey, counter: String(passkey.counter), kind: 'passkey', secret: null, last_step: null } as const
  return { challenge, name, data }
}

/**
 * Adds a verified factor and sends an email about it. The first factor of an account comes with recovery codes.
 * @throws challenge_expired, too_many_factors, passkey_taken
 */
export function addFactor(db: Db, app: App, userId: string, { challenge, name, data }: VerifiedFactor) {
  const transaction = withTransaction(db, async tx => {
    // Concurrent requests run one after the other, so that the limit holds and only one creates recovery codes.
    await lockUser(tx, userId)
    await consumeChallenge(app, tx, challenge)
    const existing = await assertRoomForFactor(tx, userId)
    const row = { id: randomUUID(), name, created_at: app.clock.now(), last_used_at: null }
    await insertInto(tx, 'second_factors', { ...row, user_id: userId, ...data }).execute()
    await audit(app, tx, { actor: userId, action: 'second_factor.added', after: { kind: data.kind } })
    await sendFactorEmail(app, tx, userId, { template: 'second_factor_added', kind: data.kind, name })
    const recoveryCodes = existing === 0 ? await replaceRecoveryCodes(app, tx, userId) : null
    return { factor: presentFactor({ ...row, kind: data.kind }), recovery_codes: recoveryCodes }
  })
  return mapConstraintErrors(transaction)
}

/** Removes one factor; without the last one the recovery codes are deleted. @throws wrong_password, not_found */
export function removeFactor(db: Db, app: App, user: ConfirmedUser, id: string): Promise<SecondFactors> {
  return withTransaction(db, async tx => {
    await lockConfirmedUser(tx, user)
    const removed = await tx
      .deleteFrom('second_factors')
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .returning(['kind', 'name'])
      .executeTakeFirstOrThrow(() => apiError('not_found'))
    const { kind, name } = removed
    if ((await countFactors(tx, user.id)) === 0) await deleteRecoveryCodes(tx, user.id)
    await deleteChallenges(tx, user.id)
    await audit(app, tx, { actor: user.id, action: 'second_factor.removed', before: { kind } })
    await sendFactorEmail(app, tx, user.id, { template: 'second_factor_removed', kind, name })
    return listSecondFactors(tx, user.id)
  })
}

/** Replaces the recovery codes and sends an email about it. @throws wrong_password, second_factor_missing */
export function renewRecoveryCodes(db: Db, app: App, user: ConfirmedUser): Promise<{ recovery_codes: string[] }> {
  return withTransaction(db, async tx => {
    await lockConfirmedUser(tx, user)
    if ((await countFactors(tx, user.id)) === 0) throw apiError('second_factor_missing')
    const recovery_codes = await replaceRecoveryCodes(app, tx, user.id)
    await sendFactorEmail(app, tx, user.id, { template: 'recovery_codes_renewed' })
    return { recovery_codes }
  })
}

/**
 * Removes all factors of a user who has lost them, voids sign-ins that wait for one, and sends an email about it.
 * @param actor the admin; null for the command line
 * @throws second_factor_missing if the user has none
 */
export async function removeAllFactors(
  app: App,
  tx: Tx,
  userId: string,
  { actor, reason }: { actor: string | null; reason: string },
): Promise<void> {
  await lockUser(tx, userId)
  const removed = await tx.deleteFrom('second_factors').where('user_id', '=', userId).returning('kind').execute()
  if (removed.length === 0) throw apiError('second_factor_missing')
  await deleteRecoveryCodes(tx, userId)
  await deleteChallenges(tx, userId)
  const subject = { type: 'user', id: userId }
  const before = { kinds: removed.map(({ kind }) => kind).sort() }
  await audit(app, tx, { actor, action: 'second_factor.removed_all', subject, before, after: { reason } })
  await sendFactorEmail(app, tx, userId, { template: 'second_factors_reset' })
}

/**
 * Removes the second factors of an account, for the command line: the last admin has nobody else to ask.
 * @throws not_found, second_factor_missing
 */
export function removeFactorsByEmail(app: App, email: string, reason: string): Promise<{ username: string }> {
  return withTransaction(app, async tx => {
    const user = await tx
      .selectFrom('users')
      .select(['id', 'username'])
      .where('email', '=', email.trim().toLowerCase())
      .where('left_at', 'is', null)
      .executeTakeFirstOrThrow(() => apiError('not_found'))
    await removeAllFactors(app, tx, user.id, { actor: null, reason })
    await revokeSessions(app, tx, user.id)
    return { username: user.username }
  })
}

/** Removes the factors and recovery codes that were made since a time, and sends an email about each factor. */
export async function removeFactorsSince(app: App, tx: Tx, userId: string, since: Date): Promise<void> {
  const removed = await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .returning(['kind', 'name'])
    .execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).where('created_at', '>=', since).execute()
  if ((await countFactors(tx, userId)) === 0) await deleteRecoveryCodes(tx, userId)
  for (const { kind, name } of removed) {
    await audit(app, tx, { actor: userId, action: 'second_factor.removed', before: { kind } })
    await sendFactorEmail(app, tx, userId, { template: 'second_factor_removed', kind, name })
  }
}

async function lockUser(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow()
}

/** Returns the number of factors. @throws too_many_factors */
async function assertRoomForFactor(tx: Tx, userId: string): Promise<number> {
  const count = await countFactors(tx, userId)
  if (count >= secondFactorLimits.maxFactors) throw apiError('too_many_factors')
  return count
}

async function countFactors(tx: Tx, userId: string): Promise<number> {
  return (await tx.selectFrom('second_factors').select('id').where('user_id', '=', userId).execute()).length
}

/** Returns what an authenticator needs to find the passkeys of a user. */
export async function listPasskeys(db: Db, userId: string) {
  const rows = await db
    .selectFrom('second_factors')
    .select(['credential_id', 'transports'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'passkey')
    .orderBy('created_at')
    .execute()
  return rows.flatMap(({ credential_id, transports }) =>
    credential_id === null ? [] : [{ credential_id, transports: transports ?? [] }],
  )
}

type FactorEmail =
  | { template: 'second_factor_added' | 'second_factor_removed'; kind: SecondFactor['kind']; name: string }
  | { template: 'recovery_codes_renewed' | 'second_factors_reset' }

async function sendFactorEmail(app: App, tx: Tx, userId: string, { template, ...details }: FactorEmail): Promise<void> {
  const { email, username, language } = await getEmailRecipient(tx, userId)
  const link = new URL('/auth/forgot-password', app.config.appUrl).href
  await enqueueEmail(tx, { to: email, language, template, values: { username, link, ...details } })
}
