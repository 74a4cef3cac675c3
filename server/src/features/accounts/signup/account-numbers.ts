import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'

/** Returns the next account number, such as KT-100001-8. The last digit is a check digit (see dammCheckDigit). */
export async function nextAccountNumber(tx: Tx): Promise<string> {
  const { rows } = await sql<{ next: string }>`select nextval('account_numbers')::text as next`.execute(tx)
  const digits = rows[0]?.next
  if (digits === undefined) throw new Error('the sequence account_numbers returned no row')
  return formatAccountNumber(digits)
}

/** Returns the account number of a number of the sequence. */
export const formatAccountNumber = (digits: string): string => `KT-${digits}-${dammCheckDigit(digits)}`

/** Returns the number of the sequence in an account number; undefined for the account of a former member. */
export const parseAccountNumber = (accountNumber: string): string | undefined =>
  /^KT-(\d+)-\d$/.exec(accountNumber)?.[1]

/** Operation table of the totally anti-symmetric quasigroup of order 10 (Damm 2004). */
const quasigroup = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
]

/**
 * Computes the check digit of the Damm algorithm (H. M. Damm, "Total anti-symmetrische Quasigruppen", Marburg 2004).
 * It detects every single wrong digit and every transposition of adjacent digits.
 * @param digits decimal digits only
 */
export function dammCheckDigit(digits: string): string {
  let interim = '0'
  for (const digit of digits) interim = quasigroup[Number(interim)]?.charAt(Number(digit)) ?? ''
  return interim
}
