import type { ExpertApplication } from '@kutu/contract/accounts/accounts'
import type { ApprovalAction, ApprovalStatus } from '@kutu/contract/accounts/expert-approval'
import type { PageQuery } from '@kutu/contract/common'
import { type CountryCode, countryCodes, countryOf } from '@kutu/places/districts'
import { sql } from 'kysely'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { countUpTo } from '../../../platform/db/count-up-to.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { enqueueEmail } from '../../../platform/email/enqueue-email.ts'
import { apiError } from '../../../platform/http/api-error.ts'
import { onPage } from '../../../platform/http/pagination.ts'
import { reasonValues } from '../../notifications/inbox/notify.ts'
import { nextApproval } from '../policy.ts'
import { setDistrictsServed } from '../profile/districts-served.ts'
import { presentExpertProfile } from '../profile/present-user.ts'
import { getPhoneCountry } from '../profile/user-country.ts'
import { setExpertCountry } from './expert-country.ts'
import { deleteProfileChange } from './profile-changes.ts'
import { retractExpertWaiting } from './waiting-notifications.ts'

type ExpertListQuery = PageQuery & { approval: ApprovalStatus | 'changed'; search?: string | undefined }

/**
 * Returns one page of experts with an approval status, or with changed qualifications that wait, oldest first, that match
 * every word of the search.
 */
export async function listExperts(
  app: App,
  { approval, search, ...page }: ExpertListQuery,
): Promise<{ count: number; experts: ExpertApplication[] }> {
  const searchTerms = (search ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const matchingExperts = searchTerms.reduce(
    (query, word) => query.where('e.search_text', 'like', `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`),
    approval === 'changed'
      ? selectExperts(app.db).where('u.approval', '=', 'approved').where('c.requested_at', 'is not', null)
      : selectExperts(app.db).where('u.approval', '=', approval),
  )
  const count = await countUpTo(app.db, matchingExperts)
  const rows = await matchingExperts
    .$if(approval === 'changed', query => query.orderBy('c.requested_at'))
    .orderBy('u.created_at')
    .orderBy('u.id')
    .$call(onPage(page))
    .execute()
  return { count, experts: rows.map(presentApplication) }
}

const selectExperts = (db: Db) =>
  db
    .selectFrom('users as u')
    .innerJoin('expert_profiles as e', 'e.user_id', 'u.id')
    .leftJoin('expert_profile_changes as c', 'c.user_id', 'u.id')
    .select(['u.id', 'u.email', 'u.username', 'u.phone_number', 'u.approval', 'u.language', 'u.created_at'])
    .select(['u.activated_at', 'u.deactivated_at'])
    .select(['e.areas_of_expertise', 'e.certifications', 'e.bio', 'e.experience_years', 'e.institution'])
    .select(['e.languages_spoken', 'e.social_links', 'e.changed_since_approval'])
    .select(['c.areas_of_expertise as new_areas', 'c.certifications as new_certifications', 'c.requested_at'])
    .select(['c.experience_years as new_years', 'c.institution as new_institution'])
    .select(({ selectFrom }) => [
      selectFrom('expert_countries').select('country').whereRef('user_id', '=', 'u.id').as('country'),
      sql<string[]>`array(select district from expert_districts where user_id = u.id order by district)`.as(
        'districts',
      ),
    ])

type ExpertRow = Awaited<ReturnType<ReturnType<typeof selectExperts>['execute']>>[number]

const presentApplication = (row: ExpertRow): ExpertApplication => ({
  ...row,
  phone_number: row.phone_number ?? '',
  approval: row.approval ?? 'waiting',
  is_active: row.activated_at !== null && row.deactivated_at === null,
  suggested_country: row.districts[0] === undefined ? findPhoneCountry(row.phone_number) : countryOf(row.districts[0]),
  created_at: row.created_at.toISOString(),
  changed_at: row.changed_since_approval?.toISOString() ?? null,
  profile: presentExpertProfile(row),
  change: presentChange(row),
})

const findPhoneCountry = (phoneNumber: string | null) =>
  countryCodes.find(code => code === getPhoneCountry(phoneNumber)) ?? null

function presentChange(row: ExpertRow): ExpertApplication['change'] {
  if (!row.requested_at) return null
  const { areas_of_expertise, certifications, experience_years, institution } = presentExpertProfile({
    areas_of_expertise: row.new_areas,
    certifications: row.new_certifications,
    experience_years: row.new_years,
    institution: row.new_institution,
  })
  return {
    areas_of_expertise,
    certifications,
    experience_years,
    institution,
    requested_at: row.requested_at.toISOString(),
  }
}

/**
 * Returns the application of one expert.
 * @throws ApiError not_found
 */
export async function showExpert(app: App, id: string): Promise<ExpertApplication> {
  const expert = await selectExperts(app.db)
    .where('u.id', '=', id)
    .executeTakeFirstOrThrow(() => apiError('not_found'))
  return presentApplication(expert)
}

export type ApprovalDecision = {
  actor: string | null
  action: ApprovalAction
  reason?: string | undefined
  /** Where an approved expert decides on warnings; as before when left out. */
  country?: CountryCode | null | undefined
  /** Codes of the districts that an approved expert serves; as before when left out. */
  districts?: readonly string[] | undefined
}

/**
 * Approves or declines an expert and notifies them by email.
 * @throws not_found, already_decided (also if another admin decided first)
 */
export function decideExpert(app: App, id: string, decision: ApprovalDecision): Promise<ExpertApplication> {
  return withTransaction(app, async tx => {
    const expert = await selectExperts(tx).where('u.id', '=', id).executeTakeFirst()
    if (!expert?.approval) throw apiError('not_found')
    const next = nextApproval(expert.approval, decision.action)
    if (!next || !(await compareAndSetApproval(tx, id, expert.approval, next))) throw apiError('already_decided')
    await retractExpertWaiting(tx, id)
    const { actor, reason, country, districts } = decision
    // Qualifications that wait have been seen with the rest, but only the published ones were decided on.
    await deleteProfileChange(tx, id)
    const isApproved = next === 'approved'
    const changed_since_approval = isApproved ? null : expert.changed_since_approval
    const approved_at = isApproved && actor !== null ? app.clock.now() : null
    await tx
      .updateTable('expert_profiles')
      .set({ changed_since_approval, approved_at })
      .where('user_id', '=', id)
      .execute()
    await audit(app, tx, {
      actor,
      action: `expert.${next}`,
      subject: { type: 'user', id },
      before: { approval: expert.approval },
      after: { approval: next, ...(reason === undefined ? {} : { reason }) },
    })
    if (isApproved && country !== undefined) await setExpertCountry(tx, app, { actor, id, country })
    if (isApproved && districts !== undefined) await setDistrictsServed(tx, app, { actor, id, codes: districts })
    await enqueueEmail(tx, {
      to: expert.email,
      language: expert.language,
      template: isApproved ? 'expert_approved' : 'expert_declined',
      values: {
        username: expert.username,
        ...reasonValues(reason),
        link: new URL('/auth', app.config.appUrl).href,
      },
    })
    return presentApplication(await selectExperts(tx).where('u.id', '=', id).executeTakeFirstOrThrow())
  })
}

/** Changes the approval only if it is still `from`; returns false if a concurrent request changed it first. */
async function compareAndSetApproval(tx: Tx, id: string, from: ApprovalStatus, to: ApprovalStatus): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ approval: to })
    .where('id', '=', id)
    .where('approval', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Approves an expert by email, for the command line. @throws not_found, already_decided */
export async function approveExpert(app: App, email: string): Promise<ExpertApplication> {
  const user = await app.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirstOrThrow(() => apiError('not_found'))
  return decideExpert(app, user.id, { actor: null, action: 'approve' })
}
