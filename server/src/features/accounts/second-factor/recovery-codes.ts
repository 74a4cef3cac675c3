import { randomInt } from 'node:crypto'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import { countUpTo } from '../../../platform/db/count-up-to.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { hashToken } from '../secrets.ts'
import { secondFactorLimits } from './policy.ts'

/** Crockford's Base32: no I, L, O and U, which are easily confused or misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const [groupCount, groupLength] = [4, 6]

/** Returns a code of 24 characters, 120 bits, in groups: `4KQ7ZD-…`. */
function createRecoveryCode(): string {
  const group = () => Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  return Array.from({ length: groupCount }, group).join('-')
}

/** Hashes what a person typed: case, spaces and hyphens do not matter, and O, I and L count as the digits they look like. */
function hashRecoveryCode(code: string): Buffer {
  const normalized = code
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  // A plain hash is enough: with 120 bits of entropy a code cannot be guessed from it.
  return hashToken(normalized)
}

/** Replaces all recovery codes of a user and returns the new ones, which nobody can read again. */
export async function replaceRecoveryCodes(app: App, tx: Tx, userId: string): Promise<string[]> {
  await deleteRecoveryCodes(tx, userId)
  const codes = Array.from({ length: secondFactorLimits.recoveryCodes }, createRecoveryCode)
  const created_at = app.clock.now()
  const rows = codes.map(code => ({ user_id: userId, code_hash: hashRecoveryCode(code), created_at, used_at: null }))
  await insertInto(tx, 'recovery_codes', rows).execute()
  await audit(app, tx, { actor: userId, action: 'recovery_codes.created' })
  return codes
}

export async function deleteRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Marks a code as used. Returns false if there is no such unused code. */
export async function useRecoveryCode(app: App, tx: Tx, userId: string, code: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: app.clock.now() })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashRecoveryCode(code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const countRecoveryCodes = (db: Db, userId: string): Promise<number> =>
  countUpTo(db, db.selectFrom('recovery_codes').where('user_id', '=', userId).where('used_at', 'is', null))
