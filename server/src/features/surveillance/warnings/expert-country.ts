import type { CountryCode } from '@kutu/places/districts'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import type { CompleteInsert } from '../../../platform/db/complete-insert.ts'
import type { Db } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import type { Caller } from '../../../platform/http/authorization.ts'

/** Returns the country in which an expert decides on warnings. */
export async function getExpertCountry(db: Db, caller: Pick<Caller, 'id'>): Promise<{ country: CountryCode | null }> {
  const row = await db
    .selectFrom('expert_countries')
    .select('country')
    .where('user_id', '=', caller.id)
    .executeTakeFirst()
  return { country: row?.country ?? null }
}

export async function chooseExpertCountry(db: Db, app: App, caller: Caller, country: CountryCode) {
  await withTransaction(db, async tx => {
    await tx
      .insertInto('expert_countries')
      .values({ user_id: caller.id, country } satisfies CompleteInsert<'expert_countries'>)
      .onConflict(conflict => conflict.column('user_id').doUpdateSet({ country }))
      .execute()
    await audit(app, tx, { actor: caller.id, action: 'expert.country_chosen', after: { country } })
  })
  return { country }
}
