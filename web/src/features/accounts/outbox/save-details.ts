import type { User } from '@kutu/contract/accounts/accounts'
import type { ProfileDetails } from '@kutu/contract/accounts/corrections'
import { callApi } from '../../../api/api-client.ts'
import { OfflineError } from '../../../api/errors.ts'
import { type DetailsChange, type DetailsPart, makeItem } from '../../../api/outbox/outbox-item.ts'
import { mergeItem } from '../../../api/outbox/outbox-store.ts'

/** Saves a part of the details. Saving the same twice has no second effect. */
export function putDetails(change: DetailsChange): Promise<User> {
  if (change.part === 'farm') return callApi('PUT /api/account/farm/', { body: change.body })
  if (change.part === 'expert') return callApi('PUT /api/account/expert-profile/', { body: change.body })
  return callApi('PUT /api/account/phone-number/', { body: change.body })
}

/** Stores a change in the outbox. It replaces one of the same part that waits there. */
export const queueDetails = (change: DetailsChange): Promise<void> =>
  mergeItem(makeItem('details', change), stored =>
    stored.part === change.part
      ? ({ ...change, known: [...stored.known, stored.body, ...change.known] } as DetailsChange)
      : undefined,
  )

/**
 * Saves a change, or keeps it in the outbox if the server cannot be reached.
 * @throws ApiError; OfflineError when the device has no room to store it
 */
export async function saveDetails(change: DetailsChange): Promise<User | 'queued'> {
  try {
    return await putDetails(change)
  } catch (error) {
    if (!(error instanceof OfflineError)) throw error
    await queueDetails(change).catch(() => {
      throw error
    })
    return 'queued'
  }
}

/** Returns a part of the details as an object with the fields of its form. */
export const getPart = (details: ProfileDetails, part: DetailsPart): object =>
  part === 'phone_number' ? { phone_number: details.phone_number } : (details[part] ?? {})
