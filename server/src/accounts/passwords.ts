import { isStrongEnough, passwordLevel } from '@kutu/contract/password'
import { hash, verify } from '@node-rs/argon2'
import type { Tx } from '../db/database.ts'
import { fieldMistake, type Refusal, refuse } from '../http/errors.ts'
import { isCommon } from './common-passwords.ts'
import { gate } from './gate.ts'

/** The library's default algorithm is argon2id. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const current = '$argon2id$v=19$m=19456,t=2,p=1$'

/** Each hash takes 19 MiB and a core: a few at once, some waiting, the rest sent away. */
const oneOfFew = gate({ atOnce: 4, waiting: 200 })

export const hashPassword = (password: string): Promise<string> => oneOfFew(() => hash(folded(password), parameters))

export const isPassword = (passwordHash: string, password: string): Promise<boolean> =>
  oneOfFew(() => verify(passwordHash, folded(password)))

/**
 * Whether the password that was compared is the account's still, which holds until the transaction ends: comparing takes
 * a while, and whoever resets a password meanwhile must not find the old one at work afterwards.
 */
export async function isStillPassword(tx: Tx, user: { id: string; password_hash: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.password_hash === user.password_hash
}

/** Whether a hash was made with other parameters than today's. */
export const isOutdated = (passwordHash: string): boolean => !passwordHash.startsWith(current)

let standIn: Promise<string> | undefined
/** A hash to compare with when there is no account, so that both cases do the same work. */
export const standInHash = (): Promise<string> => {
  standIn ??= hashPassword('nobody has this password').catch(error => {
    standIn = undefined
    throw error
  })
  return standIn
}

/** The same characters typed on another keyboard are the same password. */
const folded = (password: string) => password.normalize('NFKC')

/** The words of the catalogue for a password that is too weak; undefined for one that will do. */
export function weakness(password: string): { strength: string } | undefined {
  const strength = passwordLevel(password, { isCommon })
  return isStrongEnough(strength) ? undefined : { strength }
}

/** Refuses a new password that is weak or differs from its confirmation. */
export function requireGoodPassword(
  fields: { password: string; confirmation: string },
  given: { password: string; confirmation: string },
): void {
  const values = weakness(given.password)
  if (values) throw weakPassword(fields.password, values)
  if (given.password !== given.confirmation) throw fieldMistake(fields.confirmation, 'field.mismatch')
}

const weakPassword = (field: string, values: { strength: string }): Refusal =>
  refuse('weak_password', { values, fields: [{ field, key: 'field.password', values }] })
