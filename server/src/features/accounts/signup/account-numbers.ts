import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database.ts'

/** The next account number, such as KT-100001-8: the last digit catches a slip of the pen. */
export async function nextAccountNumber(tx: Tx): Promise<string> {
  const { rows } = await sql<{ next: string }>`select nextval('account_numbers')::text as next`.execute(tx)
  const digits = rows[0]?.next
  if (digits === undefined) throw new Error('the sequence of account numbers gave none')
  return `KT-${digits}-${dammCheckDigit(digits)}`
}

// Damm's quasigroup: finds every single wrong digit and every swap of neighbours.
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

export function dammCheckDigit(digits: string): string {
  let interim = '0'
  for (const digit of digits) interim = quasigroup[Number(interim)]?.charAt(Number(digit)) ?? ''
  return interim
}
