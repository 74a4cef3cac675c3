import type { corrections, ProfileDetails } from '@kutu/contract/accounts/corrections'
import type { Language } from '@kutu/contract/common'
import type { EndpointReply } from '@kutu/contract/endpoint'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { fieldError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import {
  findProfileChange,
  pickQualifications,
  type Qualifications,
  requestProfileChange,
} from '../experts/profile-changes.ts'
import { buildSearchText } from '../experts/search-text.ts'
import { parsePhoneNumber } from '../signup/phone-numbers.ts'
import { getUserRecord, type UserRecord } from '../users/users.ts'
import { requireKnownDistrict } from './farm-district.ts'
import { presentExpertProfile, presentFarmerProfile, presentUser } from './present-user.ts'

type Farm = z.output<typeof corrections.changeFarm.body>
type ExpertProfileInput = z.output<typeof corrections.changeExpertProfile.body>
type UserReply = EndpointReply<typeof corrections.changeFarm>

/** Returns the details that the caller can correct, including the personal ones that the user record leaves out. */
export async function getDetails(app: App, caller: Caller): Promise<ProfileDetails> {
  const user = await getUserRecord(app.db, caller.id)
  const change = await findProfileChange(app.db, caller.id)
  return {
    phone_number: user.phone_number ?? '',
    farm: user.role === 'farmer' ? presentFarmerProfile(user) : null,
    // As the expert entered it last, also where an administrator has not approved it yet.
    expert: user.role === 'expert' ? presentExpertProfile({ ...user, ...change }) : null,
    expert_change_requested_at: change?.requested_at.toISOString() ?? null,
    is_expert_checked: areQualificationsChecked(app, user),
    person: await findPersonalDetails(app.db, caller.id),
  }
}

async function findPersonalDetails(db: Db, userId: string): Promise<ProfileDetails['person']> {
  const details = await db
    .selectFrom('personal_details')
    .selectAll()
    // As text, because the driver returns a date as a time in the zone of the server.
    .select(sql<string>`to_char(dob, 'YYYY-MM-DD')`.as('date_of_birth'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!details) return null
  return {
    customerTypeId: details.customer_type,
    idType: details.id_type,
    idNumber: details.id_number,
    organisationName: details.organisation_name,
    firstName: details.first_name,
    middleName: details.middle_name,
    lastName: details.last_name,
    gender: details.gender,
    physicalAddress: details.physical_address,
    nationality: details.nationality,
    dob: details.date_of_birth,
    occupation: details.occupation,
  }
}

/** Changes the phone number of the caller. @throws validation_failed if the number does not exist */
export async function changePhoneNumber(
  app: App,
  caller: Caller,
  { phone_number: input }: { phone_number: string },
  language: Language,
): Promise<UserReply> {
  const phone_number = input === '' ? null : parsePhoneNumber(input)
  if (phone_number === undefined) throw fieldError('phone_number', 'field.phone')
  return correct(app, caller, language, async tx => {
    await tx.updateTable('users').set({ phone_number }).where('id', '=', caller.id).execute()
    return { action: 'phone_number.changed', after: { has_phone_number: phone_number !== null } }
  })
}

/** Changes the farm of a farmer. @throws validation_failed if there is no such district */
export async function changeFarm(app: App, caller: Caller, input: Farm, language: Language): Promise<UserReply> {
  const { district, ...fields } = input
  requireKnownDistrict(district)
  const farm = { ...fields, ...(district !== undefined && { district }) }
  return correct(app, caller, language, async tx => {
    const user = await getUserRecord(tx, caller.id)
    await tx.updateTable('farmer_profiles').set(farm).where('user_id', '=', caller.id).execute()
    return { action: 'farm.changed', after: { fields: listChangedFields(user, farm) } }
  })
}

/**
 * Changes the professional profile of an expert. Where administrators approve experts, changed qualifications of an approved
 * expert wait for one of them, and the approved ones stay published. The approval itself stays, because a corrected
 * spelling must not stop the consultations of an expert.
 */
export async function changeExpertProfile(
  app: App,
  caller: Caller,
  { bio = '', institution = '', ...lists }: ExpertProfileInput,
  language: Language,
): Promise<UserReply> {
  const wanted = { ...lists, bio, institution }
  return correct(app, caller, language, async tx => {
    const user = await getUserRecord(tx, caller.id)
    const published = getPublished(user)
    const isChecked = areQualificationsChecked(app, user)
    if (isChecked) await requestProfileChange(app, tx, user, { published, wanted: pickQualifications(wanted) })
    const profile = isChecked ? { ...wanted, ...published } : wanted
    const isReviewed = user.approval === 'approved' && listChangedFields(user, profile).length > 0
    const changes = {
      ...profile,
      search_text: buildSearchText({ ...user, ...profile }),
      ...(isReviewed && { changed_since_approval: app.clock.now() }),
    }
    await tx.updateTable('expert_profiles').set(changes).where('user_id', '=', caller.id).execute()
    return { action: 'expert_profile.changed', after: { fields: listChangedFields(user, wanted) } }
  })
}

const areQualificationsChecked = (app: App, { approval }: UserRecord): boolean =>
  app.config.expertApproval === 'manual' && approval === 'approved'

/** Returns the published qualifications of an expert. */
const getPublished = (user: UserRecord): Qualifications => ({
  areas_of_expertise: user.areas_of_expertise ?? [],
  certifications: user.certifications ?? [],
  experience_years: user.experience_years ?? 0,
  institution: user.institution ?? '',
})

/** Runs a correction with its audit entry, which names the changed fields and never their values. */
async function correct(
  app: App,
  caller: Caller,
  language: Language,
  change: (tx: Tx) => Promise<{ action: string; after: Record<string, unknown> }>,
): Promise<UserReply> {
  return withTransaction(app, async tx => {
    // Two corrections at the same time would otherwise compare with the same earlier values.
    await tx.selectFrom('users').select('id').where('id', '=', caller.id).forUpdate().execute()
    const entry = await change(tx)
    await audit(app, tx, { actor: caller.id, ...entry })
    return presentUser(await getUserRecord(tx, caller.id), language)
  })
}

const listChangedFields = (before: Record<string, unknown>, after: Record<string, unknown>): string[] =>
  Object.keys(after).filter(field => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
