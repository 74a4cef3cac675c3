import type { accounts } from '@kutu/contract/accounts/accounts'
import type { Preferences } from '@kutu/contract/accounts/own-account'
import type { Language } from '@kutu/contract/common'
import { isTimeZone } from '@kutu/time/time-zone'
import { getCountries } from 'libphonenumber-js/min'
import type { z } from 'zod'
import type { App } from '../../../context.ts'
import { audit } from '../../../platform/db/audit.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Db } from '../../../platform/db/database.ts'
import { withTransaction } from '../../../platform/db/transaction.ts'
import { fieldError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { t } from '../../../platform/i18n/translate.ts'
import { getUserRecord } from '../users/users.ts'
import { type CustomerType, isCustomerType } from './customer-types.ts'
import { presentUser } from './present-user.ts'

type PersonalDetails = z.output<typeof accounts.completeProfile.body>

export async function getOwnUser(app: App, caller: Caller, language: Language) {
  const user = presentUser(await getUserRecord(app.db, caller.id), language)
  return { ...user, required_step: caller.requiredStep }
}

/** Adds or replaces the personal details of an account. @throws validation_failed (date of birth) */
export async function completeProfile(db: Db, app: App, caller: Caller, details: PersonalDetails, language: Language) {
  if (!isPlausibleBirthDate(details.dob, app.clock.now())) throw fieldError('dob', 'field.birthday')
  const now = app.clock.now()
  const row = {
    customer_type: resolveCustomerType(caller, details.customerTypeId),
    id_type: details.idType,
    id_number: details.idNumber,
    organisation_name: details.organisationName,
    first_name: details.firstName,
    middle_name: details.middleName ?? '',
    last_name: details.lastName,
    gender: details.gender,
    physical_address: details.physicalAddress,
    nationality: details.nationality,
    dob: details.dob,
    occupation: details.occupation,
    completed_at: now,
  }
  return withTransaction(db, async tx => {
    await insertInto(tx, 'personal_details', { user_id: caller.id, ...row })
      .onConflict(conflict => conflict.column('user_id').doUpdateSet(row))
      .execute()
    const after = { customer_type: row.customer_type, id_type: row.id_type }
    await audit(app, tx, { actor: caller.id, action: 'profile.completed', after })
    const user = presentUser(await getUserRecord(tx, caller.id), language)
    return { message: t(language, 'accounts.profile_completed'), data: user }
  })
}

function isPlausibleBirthDate(dob: string, now: Date): boolean {
  return dob >= '1900-01-01' && dob <= now.toISOString().slice(0, 10)
}

/** Older clients send their own placeholder here. It falls back to the default of the role instead of failing. */
function resolveCustomerType(caller: Caller, id: string | undefined): CustomerType {
  if (id !== undefined && isCustomerType(id)) return id
  return caller.role === 'expert' ? 'research' : 'individual_farmer'
}

type PreferencesChange = { [Name in keyof Preferences]?: Preferences[Name] | undefined }

/** Changes language or time zone; fields that are not given stay as they are. @throws validation_failed (unknown zone) */
export async function updatePreferences(
  app: App,
  caller: Caller,
  { language, time_zone }: PreferencesChange,
): Promise<Preferences> {
  // Intl also accepts offsets such as +03:00, but an offset does not follow daylight saving time.
  if (time_zone && (!/^[A-Z]/i.test(time_zone) || !isTimeZone(time_zone)))
    throw fieldError('time_zone', 'field.time_zone')
  const change = { ...(language && { language }), ...(time_zone !== undefined && { time_zone }) }
  return withTransaction(app, async tx => {
    const ownRow = tx.selectFrom('users').select(['language', 'time_zone']).where('id', '=', caller.id)
    const before = await ownRow.forUpdate().executeTakeFirstOrThrow()
    if (Object.keys(change).length === 0) return before
    const after = { ...before, ...change }
    await tx.updateTable('users').set(after).where('id', '=', caller.id).execute()
    await audit(app, tx, { actor: caller.id, action: 'preferences.changed', before, after })
    return after
  })
}

/** Returns all countries that have a telephone country code, sorted by their name in `language`. */
export function listCountries(language: Language): { id: string; name: string }[] {
  const names = new Intl.DisplayNames([language, 'en'], { type: 'region' })
  const collator = new Intl.Collator([language, 'en'])
  return getCountries()
    .map(id => ({ id, name: names.of(id) ?? id }))
    .sort((a, b) => collator.compare(a.name, b.name))
}
