import type { secondFactor } from '@kutu/contract/accounts/second-factor'
import type { SecondFactorMethod, SignInChallenge } from '@kutu/contract/accounts/sign-in-challenge'
import type { Language } from '@kutu/contract/common'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { RequestOrigin } from '../../../platform/http/handlers.ts'
import { canCancelDeletion, selectExistingUsers } from '../erasure/account-deletion.ts'
import { rememberDevice, secondFactorKey } from '../sessions/known-devices.ts'
import { openSession } from '../sessions/open-session.ts'
import {
  assertMayGuess,
  clearSignInFailures,
  getFailureCounters,
  recordSignInFailure,
} from '../sessions/sign-in-failures.ts'
import { type Challenge, consumeChallenge, countTry, createChallenge } from './challenges.ts'
import { listPasskeys } from './factors.ts'
import { type AuthenticationResponse, createAuthenticationOptions, verifyAuthentication } from './passkeys.ts'
import { countRecoveryCodes, useRecoveryCode } from './recovery-codes.ts'
import { decryptTotpSecret, findTotpStep } from './totp.ts'

/**
 * Returns the challenge that a sign-in with the correct password must pass, or undefined for an account without a second
 * factor. The caller has locked the user.
 */
export async function createSignInChallenge(app: App, tx: Tx, userId: string): Promise<SignInChallenge | undefined> {
  const factors = await tx.selectFrom('second_factors').select('kind').where('user_id', '=', userId).execute()
  if (factors.length === 0) return undefined
  const kinds = new Set(factors.map(({ kind }) => kind))
  const passkeyOptions = kinds.has('passkey')
    ? await createAuthenticationOptions(app, await listPasskeys(tx, userId))
    : undefined
  const { token, expiresAt } = await createChallenge(app, tx, {
    userId,
    purpose: 'sign_in',
    webauthnChallenge: passkeyOptions?.challenge,
  })
  const hasRecoveryCodes = (await countRecoveryCodes(tx, userId)) > 0
  const methods: SecondFactorMethod[] = [...kinds, ...(hasRecoveryCodes ? (['recovery_code'] as const) : [])]
  return {
    token,
    expires_at: expiresAt.toISOString(),
    methods,
    passkey_options: passkeyOptions ? { ...passkeyOptions } : null,
  }
}

type Proof = z.output<typeof secondFactor.completeSignIn.body>
/** Records a verified proof, so that it never works again. Returns false if another request was first. */
type UseProof = (tx: Tx) => Promise<boolean>

/**
 * Completes a sign-in with a code, a recovery code or a passkey.
 *
 * Wrong codes of an authenticator app count like wrong passwords (docs/decisions/0004-passwords-and-lockout.md), but
 * apart from them: a password reset must not allow more guesses. Recovery codes and passkeys cannot be guessed, so they
 * work while the codes are blocked.
 * @throws challenge_expired, code_invalid, passkey_invalid, second_factor_blocked, account_deactivated
 */
export async function completeSignIn(
  app: App,
  proof: Proof,
  { language, userAgent, origin }: { language: Language; userAgent: string; origin: RequestOrigin },
) {
  const challenge = await countTry(app, proof.challenge, { purpose: 'sign_in' })
  const user = await selectExistingUsers(app.db, app.clock.now())
    .select(['id', 'email', 'password_hash', 'deactivated_at', 'leaves_at', 'returns_by_sign_in'])
    .where('id', '=', challenge.user_id)
    .executeTakeFirstOrThrow(() => apiError('challenge_expired'))
  if (user.deactivated_at && !canCancelDeletion(user, app.clock.now())) throw apiError('account_deactivated')
  const invalid = apiError(proof.method === 'passkey' ? 'passkey_invalid' : 'code_invalid')
  const useProof = await verifyProof(app, challenge, { proof, origin, email: user.email })
  const result = useProof
    ? await withTransaction(app, async tx => {
        await tx.selectFrom('users').select('id').where('id', '=', user.id).forNoKeyUpdate().execute()
        await consumeChallenge(app, tx, challenge)
        if (!(await useProof(tx))) throw invalid
        await clearSignInFailures(tx, secondFactorKey(user.email))
        const opened = await openSession(app, tx, user, { language, userAgent, method: proof.method })
        if (!opened) throw apiError('account_deactivated')
        return opened
      }).catch((error: unknown) => {
        if (error === invalid) return undefined
        throw error
      })
    : undefined
  if (!result) {
    const subject = { type: 'user', id: user.id }
    const after = { method: proof.method }
    await withTransaction(app, tx => audit(app, tx, { actor: null, action: 'second_factor.refused', subject, after }))
    throw invalid
  }
  // A token of its own: a password reset makes a device known to the account, but not to its second factor.
  const keys = [user.email, secondFactorKey(user.email)]
  rememberDevice(app, { keys, passwordHash: user.password_hash }, origin)
  return result
}

type ProofContext = { proof: Proof; origin: RequestOrigin; email: string }

/** Returns what makes a correct proof used, or undefined if it is wrong. @throws second_factor_blocked */
async function verifyProof(
  app: App,
  challenge: Challenge,
  { proof, origin, email }: ProofContext,
): Promise<UseProof | undefined> {
  const userId = challenge.user_id
  if (proof.method === 'recovery_code')
    return async tx => {
      const isUsed = await useRecoveryCode(app, tx, userId, proof.code)
      if (isUsed) await audit(app, tx, { actor: userId, action: 'recovery_code.used' })
      return isUsed
    }
  if (proof.method === 'passkey') return verifyPasskey(app, challenge, proof.credential)
  await countCodeGuess(app, email, origin)
  return verifyTotp(app, userId, proof.code)
}

/** Counts a code before it is compared; a correct one clears the counts. @throws second_factor_blocked */
async function countCodeGuess(app: App, email: string, origin: RequestOrigin): Promise<void> {
  const key = secondFactorKey(email)
  const counters = await getFailureCounters(app, key, origin, seconds =>
    apiError('second_factor_blocked', { retryAfter: seconds }),
  )
  await assertMayGuess(app, key, counters)
  const isExceeded = await withTransaction(app, tx => recordSignInFailure(app, tx, key, counters))
  if (isExceeded) await assertMayGuess(app, key, counters)
}

async function verifyTotp(app: App, userId: string, code: string): Promise<UseProof | undefined> {
  const factors = await app.db
    .selectFrom('second_factors')
    .select(['id', 'secret', 'last_step'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'totp')
    .execute()
  for (const { id, secret: encrypted, last_step } of factors) {
    const secret = encrypted === null ? undefined : await decryptTotpSecret(app, userId, encrypted)
    if (secret === undefined) app.log.warn({ factor: id }, 'a secret of an authenticator app cannot be decrypted')
    const step = secret && (await findTotpStep(app, secret, { code, afterStep: Number(last_step) }))
    if (!step) continue
    return async tx => {
      const { numUpdatedRows } = await tx
        .updateTable('second_factors')
        .set({ last_step: String(step), last_used_at: app.clock.now() })
        .where('id', '=', id)
        .where('last_step', '<', String(step))
        .executeTakeFirst()
      return numUpdatedRows === 1n
    }
  }
  return undefined
}

async function verifyPasskey(
  app: App,
  { user_id, webauthn_challenge }: Challenge,
  credential: AuthenticationResponse,
): Promise<UseProof | undefined> {
  const row = await app.db
    .selectFrom('second_factors')
    .select(['id', 'credential_id', 'public_key', 'counter', 'transports'])
    .where('user_id', '=', user_id)
    .where('credential_id', '=', credential.id)
    .executeTakeFirst()
  if (!row?.credential_id || !row.public_key || webauthn_challenge === null) return undefined
  const { id, credential_id, public_key, counter, transports } = row
  const passkey = { credential_id, public_key, counter: Number(counter), transports: transports ?? [] }
  const newCounter = await verifyAuthentication(app, credential, { expectedChallenge: webauthn_challenge, passkey })
  if (newCounter === undefined) return undefined
  return async tx => {
    const { numUpdatedRows } = await tx
      .updateTable('second_factors')
      .set({ counter: String(newCounter), last_used_at: app.clock.now() })
      .where('id', '=', id)
      .where('counter', '=', counter)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }
}
