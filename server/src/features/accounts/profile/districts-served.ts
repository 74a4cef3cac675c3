import type { NamedDistrict } from '@kutu/contract/accounts/districts-served'
import { getDistrict } from '@kutu/places/districts'
import type { Expression } from 'kysely'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { fieldError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'

/** Returns the districts that an expert serves, by name. */
export async function getDistrictsServed(db: Db, expertId: string): Promise<NamedDistrict[]> {
  const rows = await db.selectFrom('expert_districts').select('district').where('user_id', '=', expertId).execute()
  return nameDistricts(rows.map(({ district }) => district))
}

/** Returns up to `max` districts that the experts in a subquery serve, by name. */
export async function listDistrictsOf(db: Db, experts: Expression<unknown>, max: number): Promise<NamedDistrict[]> {
  const rows = await db
    .selectFrom('expert_districts')
    .select('district')
    .distinct()
    .where(({ eb }) => eb('user_id', 'in', experts as Expression<string>))
    .orderBy('district')
    .limit(max)
    .execute()
  return nameDistricts(rows.map(({ district }) => district))
}

/** Names districts and sorts them by name. Unknown codes are left out. */
export const nameDistricts = (codes: readonly string[]): NamedDistrict[] =>
  codes
    .flatMap(code => {
      const district = getDistrict(code)
      return district ? [{ code, name: district.name }] : []
    })
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))

export async function showDistrictsServed(app: App, { id }: Caller): Promise<{ districts: NamedDistrict[] }> {
  return { districts: await getDistrictsServed(app.db, id) }
}

export async function changeDistrictsServed(app: App, caller: Caller, codes: readonly string[]) {
  await withTransaction(app, tx => setDistrictsServed(tx, app, { actor: caller.id, id: caller.id, codes }))
  return showDistrictsServed(app, caller)
}

/**
 * Replaces the districts that an expert serves.
 * @throws ApiError validation_failed if there is no district with one of the codes
 */
export async function setDistrictsServed(
  tx: Tx,
  app: App,
  { actor, id, codes }: { actor: string | null; id: string; codes: readonly string[] },
): Promise<void> {
  const unknownAt = codes.findIndex(code => !getDistrict(code))
  if (unknownAt >= 0) throw fieldError(`districts.${unknownAt}`, 'field.invalid')
  const wanted = [...new Set(codes)]
  // Two changes at the same time would otherwise both delete and then insert the same rows.
  await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
  const gone = await tx.deleteFrom('expert_districts').where('user_id', '=', id).returning('district').execute()
  if (wanted.length > 0)
    await insertInto(
      tx,
      'expert_districts',
      wanted.map(district => ({ user_id: id, district })),
    ).execute()
  await audit(app, tx, {
    actor,
    action: 'expert.districts_chosen',
    subject: { type: 'user', id },
    before: { districts: gone.map(({ district }) => district) },
    after: { districts: wanted },
  })
}
