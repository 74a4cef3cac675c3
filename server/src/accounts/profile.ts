import type { accounts } from '@kutu/contract/accounts'
import type { Language } from '@kutu/contract/common'
import type { z } from 'zod'
import type { App } from '../context.ts'
import { audit } from '../db/audit.ts'
import { write } from '../db/write.ts'
import { fieldMistake } from '../http/errors.ts'
import type { Caller } from '../http/session.ts'
import { say } from '../text/say.ts'
import { type CustomerType, isCustomerType } from './customer-types.ts'
import { presentUser } from './present-user.ts'
import { requireUserRecord } from './users.ts'

type Details = z.output<typeof accounts.completeProfile.body>

export async function recordOf(app: App, caller: Caller, language: Language) {
  return presentUser(await requireUserRecord(app.db, caller.id), language)
}

/** Adds the personal details to an account, or replaces them. */
export async function completeProfile(app: App, caller: Caller, details: Details, language: Language) {
  if (!isPossibleBirthday(details.dob, app.clock.now())) throw fieldMistake('dob', 'field.birthday')
  const now = app.clock.now()
  const row = {
    customer_type: customerTypeFor(caller, details.customerTypeId),
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
  return write(app, async tx => {
    await tx
      .insertInto('personal_details')
      .values({ user_id: caller.id, ...row })
      .onConflict(conflict => conflict.column('user_id').doUpdateSet(row))
      .execute()
    const subject = { type: 'user', id: caller.id }
    const after = { customer_type: row.customer_type, id_type: row.id_type }
    await audit(app, tx, { actor: caller.id, action: 'profile.completed', subject, after })
    const user = presentUser(await requireUserRecord(tx, caller.id), language)
    return { message: say(language, 'accounts.profile_completed'), data: user }
  })
}

function isPossibleBirthday(dob: string, now: Date): boolean {
  return dob >= '1900-01-01' && dob <= now.toISOString().slice(0, 10)
}

/** Older clients send a placeholder of their own here, which must not keep anybody from completing the profile. */
function customerTypeFor(caller: Caller, id: string | undefined): CustomerType {
  if (id !== undefined && isCustomerType(id)) return id
  return caller.role === 'expert' ? 'research' : 'individual_farmer'
}
