import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { enqueueEmail } from '../../../platform/email/enqueue-email.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import { reasonValues } from '../../notifications/inbox/notify.ts'
import { buildSearchText } from './search-text.ts'
import { notifyExpertWaiting, retractExpertWaiting } from './waiting-notifications.ts'

/** The fields of a profile that an administrator checks. Bio, languages and links are published at once. */
export type Qualifications = {
  areas_of_expertise: string[]
  certifications: string[]
  experience_years: number
  institution: string
}

export const pickQualifications = (profile: Qualifications): Qualifications => ({
  areas_of_expertise: profile.areas_of_expertise,
  certifications: profile.certifications,
  experience_years: profile.experience_years,
  institution: profile.institution,
})

/** Returns the qualifications of an expert that wait for an administrator, if there are any. */
export const findProfileChange = (db: Db, expertId: string) =>
  db
    .selectFrom('expert_profile_changes')
    .select(['areas_of_expertise', 'certifications', 'experience_years', 'institution', 'requested_at'])
    .where('user_id', '=', expertId)
    .executeTakeFirst()

/**
 * Stores qualifications that wait for an administrator, in place of earlier ones, and notifies the administrators. Those that
 * are equal to the published ones end the wait.
 */
export async function requestProfileChange(
  app: App,
  tx: Tx,
  expert: { id: string; username: string },
  { published, wanted }: { published: Qualifications; wanted: Qualifications },
): Promise<void> {
  const earlier = await findProfileChange(tx, expert.id)
  if (earlier && isEqual(earlier, wanted)) return
  await deleteProfileChange(tx, expert.id)
  if (isEqual(published, wanted)) return
  await insertInto(tx, 'expert_profile_changes', {
    user_id: expert.id,
    ...wanted,
    requested_at: app.clock.now(),
  }).execute()
  await notifyExpertWaiting(app, tx, expert)
}

/** Deletes qualifications that wait, and what tells administrators of them. */
export async function deleteProfileChange(tx: Tx, expertId: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('expert_profile_changes')
    .where('user_id', '=', expertId)
    .executeTakeFirst()
  if (numDeletedRows > 0n) await retractExpertWaiting(tx, expertId)
}

const isEqual = (one: Qualifications, other: Qualifications): boolean =>
  JSON.stringify(pickQualifications(one)) === JSON.stringify(pickQualifications(other))

export type ProfileChangeDecision = {
  actor: string
  isApproved: boolean
  /** When the change was entered that the administrator has seen: a newer one is not decided with it. */
  requestedAt: string | undefined
  reason: string | undefined
}

/**
 * Publishes or discards the qualifications of an expert that wait, and notifies the expert by email.
 * @throws ApiError not_found, already_decided (also if the expert has changed them since)
 */
export async function decideProfileChange(app: App, id: string, decision: ProfileChangeDecision): Promise<void> {
  const { actor, isApproved, requestedAt, reason } = decision
  await withTransaction(app, async tx => {
    const expert = await tx
      .selectFrom('users')
      .select(['role', 'email', 'username', 'language'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (expert?.role !== 'expert') throw apiError('not_found')
    const change = await findProfileChange(tx, id)
    if (!change || change.requested_at.toISOString() !== requestedAt) throw apiError('already_decided')
    await deleteProfileChange(tx, id)
    const qualifications = pickQualifications(change)
    if (isApproved)
      await tx
        .updateTable('expert_profiles')
        .set({
          ...qualifications,
          search_text: buildSearchText({ ...expert, ...qualifications }),
          changed_since_approval: null,
          approved_at: app.clock.now(),
        })
        .where('user_id', '=', id)
        .execute()
    await audit(app, tx, {
      actor,
      action: isApproved ? 'expert_change.approved' : 'expert_change.declined',
      subject: { type: 'user', id },
      after: reason === undefined ? {} : { reason },
    })
    await enqueueEmail(tx, {
      to: expert.email,
      language: expert.language,
      template: isApproved ? 'profile_change_approved' : 'profile_change_declined',
      values: {
        username: expert.username,
        ...reasonValues(reason),
        link: new URL('/account/profile', app.config.appUrl).href,
      },
    })
  })
}
