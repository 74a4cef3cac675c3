import type { CountryCode } from '@kutu/places/districts'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'

/** Returns the country in which an expert decides on warnings. */
export async function getExpertCountry(db: Db, { id }: { id: string }): Promise<{ country: CountryCode | null }> {
  const row = await db.selectFrom('expert_countries').select('country').where('user_id', '=', id).executeTakeFirst()
  return { country: row?.country ?? null }
}

/**
 * Stores the country that an expert without one chooses.
 * @throws country_chosen if the expert has another one
 */
export async function chooseExpertCountry(db: Db, app: App, caller: Caller, country: CountryCode) {
  return withTransaction(db, async tx => {
    const { numInsertedOrUpdatedRows } = await insertInto(tx, 'expert_countries', { user_id: caller.id, country })
      .onConflict(conflict => conflict.column('user_id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 1n)
      await audit(app, tx, { actor: caller.id, action: 'expert.country_chosen', after: { country } })
    else if ((await getExpertCountry(tx, caller)).country !== country) throw apiError('country_chosen')
    return { country }
  })
}

/** Sets or removes the country of an expert as an administrator decides. */
export async function setExpertCountry(
  tx: Tx,
  app: App,
  {
    actor,
    id,
    country,
    reason,
  }: { actor: string | null; id: string; country: CountryCode | null; reason?: string | undefined },
): Promise<void> {
  // Two changes at the same time take turns, so that each logs what it changed.
  await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
  const before = await getExpertCountry(tx, { id })
  if (before.country === country) return
  if (country === null) await tx.deleteFrom('expert_countries').where('user_id', '=', id).execute()
  else
    await insertInto(tx, 'expert_countries', { user_id: id, country })
      .onConflict(conflict => conflict.column('user_id').doUpdateSet({ country }))
      .execute()
  await audit(app, tx, {
    actor,
    action: 'expert.country_set',
    subject: { type: 'user', id },
    before,
    after: { country, ...(reason !== undefined && { reason }) },
  })
}
