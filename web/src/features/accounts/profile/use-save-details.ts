import type { User } from '@kutu/contract/accounts/accounts'
import type { ProfileDetails } from '@kutu/contract/accounts/corrections'
import { useQueryClient } from '@tanstack/react-query'
import { OfflineError } from '../../../api/errors.ts'
import {
  type DetailsBodies,
  type DetailsChange,
  type DetailsPart,
  makeItem,
  type OutboxItem,
} from '../../../api/outbox/outbox-item.ts'
import { mergeItem } from '../../../api/outbox/outbox-store.ts'
import { useLoadedOutbox } from '../../../api/outbox/use-outbox.ts'
import { storeUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { showSuccess } from '../../../ui/feedback/toasts.ts'
import { detailsKey, getPart, putDetails } from '../outbox/send-details.ts'

export type WaitingDetails = { [Part in DetailsPart]?: Extract<DetailsChange, { part: Part }> & { isRefused: boolean } }

/** Returns the changes that wait in the outbox, by part; undefined while they are being read. */
export function useWaitingDetails(): WaitingDetails | undefined {
  const writes = useLoadedOutbox()
  const waiting = writes?.filter((write): write is OutboxItem<'details'> => write.kind === 'details')
  return (
    waiting &&
    Object.fromEntries(waiting.map(({ data, state }) => [data.part, { ...data, isRefused: state.kind === 'refused' }]))
  )
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
async function saveDetails(change: DetailsChange): Promise<User | 'queued'> {
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

/**
 * Returns the function that saves a part: at once, or in the outbox without a network or when an earlier change of the
 * part waits there. It shows the new record everywhere and says so.
 */
export function useSaveDetails<Part extends DetailsPart>(part: Part, details: ProfileDetails, isWaiting: boolean) {
  const { t } = useTranslation()
  const client = useQueryClient()
  return async (body: DetailsBodies[Part]): Promise<void> => {
    const change = { part, body, known: [getPart(details, part)] } as DetailsChange
    const result: User | 'queued' = isWaiting
      ? await queueDetails(change).then(() => 'queued' as const)
      : await saveDetails(change)
    if (result === 'queued') {
      showSuccess(t('notice.success'), t('outbox.queued'))
      return
    }
    storeUser(result)
    showSuccess(t('notice.success'), t('profile.saved'))
    await client.invalidateQueries({ queryKey: detailsKey })
  }
}
