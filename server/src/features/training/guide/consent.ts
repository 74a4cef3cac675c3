import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { selectAnalysisOrigins } from '../../detection/analyses/find-analysis.ts'

/** Returns whether the caller's leaf photos may appear in articles. */
export async function getPhotoConsent(app: App, caller: Caller): Promise<{ is_given: boolean }> {
  const row = await app.db
    .selectFrom('photo_consents')
    .select('user_id')
    .where('user_id', '=', caller.id)
    .executeTakeFirst()
  return { is_given: row !== undefined }
}

/** Gives or withdraws the consent. Without it no article shows a photo of the caller, from the next request on. */
export async function setPhotoConsent(app: App, caller: Caller, isGiven: boolean): Promise<{ is_given: boolean }> {
  await withTransaction(app, async tx => {
    const hasChanged = isGiven ? await insertConsent(app, tx, caller.id) : await deleteConsent(tx, caller.id)
    if (!hasChanged) return
    const action = isGiven ? 'photo_consent.given' : 'photo_consent.withdrawn'
    await audit(app, tx, { actor: caller.id, action })
  })
  return { is_given: isGiven }
}

async function insertConsent(app: App, tx: Tx, userId: string): Promise<boolean> {
  const inserted = await insertInto(tx, 'photo_consents', { user_id: userId, given_at: app.clock.now() })
    .onConflict(conflict => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Deletes the consent and what was chosen by it, except photos that an expert removed, which stay removed. */
export async function deleteConsent(tx: Tx, userId: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('photo_consents')
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  await tx
    .deleteFrom('guide_photos')
    .where('removed_at', 'is', null)
    .where('image_id', 'in', eb =>
      eb
        .selectFrom('training_images as i')
        .innerJoin(selectAnalysisOrigins(tx).as('a'), 'a.id', 'i.analysis_id')
        .select('i.id')
        .where('a.farmer_id', '=', userId),
    )
    .execute()
  return deleted !== undefined
}
