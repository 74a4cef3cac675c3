import type { User } from '@kutu/contract/accounts/accounts'
import type { ProfileDetails } from '@kutu/contract/accounts/corrections'
import { callApi } from '../../../api/api-client.ts'
import type { DetailsChange, DetailsPart } from '../../../api/outbox/outbox-item.ts'
import type { Sender } from '../../../api/outbox/send-outbox.ts'
import { getStoredUser, storeUser } from '../../../api/session/session.ts'

export const detailsKey = ['details']

/** Saves a part of the details. Saving the same twice has no second effect. */
export function putDetails(change: DetailsChange): Promise<User> {
  if (change.part === 'farm') return callApi('PUT /api/account/farm/', { body: change.body })
  if (change.part === 'expert') return callApi('PUT /api/account/expert-profile/', { body: change.body })
  return callApi('PUT /api/account/phone-number/', { body: change.body })
}

/** Returns a part of the details as an object with the fields of its form. */
export const getPart = (details: ProfileDetails, part: DetailsPart): object =>
  part === 'phone_number' ? { phone_number: details.phone_number } : (details[part] ?? {})

/** Code of a change that was not sent, because the same details were changed elsewhere after it was written. */
export const changedElsewhere = 'changed_elsewhere'

export const sendDetails: Sender<'details'> = async (client, { data }) => {
  const stored = getPart(await callApi('GET /api/account/details/'), data.part)
  // An attempt whose reply was lost has saved the change already.
  if (![...data.known, data.body].some(version => isSameVersion(version, stored)))
    return { state: { kind: 'refused', message: '', code: changedElsewhere } }
  const user = await putDetails(data)
  // The session may have ended meanwhile.
  if (getStoredUser()?.id === user.id) storeUser(user)
  void client.invalidateQueries({ queryKey: detailsKey })
  return undefined
}

/** Returns whether two versions have the same values, however the server writes lists, numbers and what is empty. */
function isSameVersion(a: object, b: object): boolean {
  const values = new Map(Object.entries(b))
  return Object.entries(a).every(([name, value]) => normalize(value) === normalize(values.get(name)))
}

const normalize = (value: unknown): string =>
  String(value ?? '')
    .trim()
    .replace(/\s*,\s*/g, ',')
