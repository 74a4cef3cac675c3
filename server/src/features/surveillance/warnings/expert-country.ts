import type { CountryCode } from '@kutu/places/districts'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import type { CompleteInsert } from '../../../platform/db/complete-insert.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import type { Caller } from '../../../platform/http/authorization.ts'

/** Returns the country in which an expert decides on warnings. */
export async function getExpertCountry(app: App, caller: Caller): Promise<{ country: CountryCode | null }> {
  const row = await app.db
    .selectFrom('expert_countries')
    .select('country')
    .where('user_id', '=', caller.id)
    .executeTakeFirst()
  return { country: row?.country ?? null }
}

export async function chooseExpertCountry(app: App, caller: Caller, country: CountryCode) {
  await withTransaction(app, async tx => {
    await tx
      .insertInto('expert_countries')
      .values({ user_id: caller.id, country } satisfies CompleteInsert<'expert_countries'>)
      .onConflict(conflict => conflict.column('user_id').doUpdateSet({ country }))
      .execute()
    const subject = { type: 'user', id: caller.id }
    await audit(app, tx, { actor: caller.id, action: 'expert.country_chosen', subject, after: { country } })
  })
  return { country }
}
