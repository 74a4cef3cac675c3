import { isStrongEnough, passwordLevel } from '@kutu/contract/accounts/password-strength'
import { hash, verify } from '@node-rs/argon2'
import type { Tx } from '../../../platform/db/database.ts'
import { type ApiError, apiError, fieldError } from '../../../platform/http/api-error.ts'
import { isCommonPassword } from './common-passwords.ts'
import { createSemaphore } from './semaphore.ts'

/** The library's default algorithm is argon2id. */
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const currentHashPrefix = '$argon2id$v=19$m=19456,t=2,p=1$'

/** Each hash takes 19 MiB and a core: a few at once, some waiting, the rest sent away. */
const withHashingSlot = createSemaphore({ maxConcurrent: 4, maxQueued: 200 })

export const hashPassword = (password: string): Promise<string> =>
  withHashingSlot(() => hash(normalizePassword(password), argon2Options))

export const verifyPassword = (passwordHash: string, password: string): Promise<boolean> =>
  withHashingSlot(() => verify(passwordHash, normalizePassword(password)))

/**
 * Whether the password that was compared is the account's still, which holds until the transaction ends: comparing takes
 * a while, and whoever resets a password meanwhile must not find the old one at work afterwards.
 */
export async function isPasswordUnchanged(tx: Tx, user: { id: string; password_hash: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.password_hash === user.password_hash
}

/** Whether a hash was made with other parameters than today's. */
export const needsRehash = (passwordHash: string): boolean => !passwordHash.startsWith(currentHashPrefix)

let dummyHash: Promise<string> | undefined
/** A hash to compare with when there is no account, so that both cases do the same work. */
export const getDummyHash = (): Promise<string> => {
  dummyHash ??= hashPassword('nobody has this password').catch(error => {
    dummyHash = undefined
    throw error
  })
  return dummyHash
}

/** The same characters typed on another keyboard are the same password. */
const normalizePassword = (password: string) => password.normalize('NFKC')

/** The words of the catalogue for a password that is too weak; undefined for one that will do. */
export function checkPasswordStrength(password: string): { strength: string } | undefined {
  const strength = passwordLevel(password, { isCommon: isCommonPassword })
  return isStrongEnough(strength) ? undefined : { strength }
}

/** Refuses a new password that is weak or differs from its confirmation. */
export function assertValidNewPassword(
  fields: { password: string; confirmation: string },
  input: { password: string; confirmation: string },
): void {
  const values = checkPasswordStrength(input.password)
  if (values) throw weakPasswordError(fields.password, values)
  if (input.password !== input.confirmation) throw fieldError(fields.confirmation, 'field.mismatch')
}

const weakPasswordError = (field: string, values: { strength: string }): ApiError =>
  apiError('weak_password', { values, fields: [{ field, key: 'field.password', values }] })
