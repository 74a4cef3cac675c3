import type { User } from '@kutu/contract/accounts/accounts'
import type { ProfileDetails } from '@kutu/contract/accounts/corrections'
import { useQueryClient } from '@tanstack/react-query'
import type { DetailsBodies, DetailsChange, DetailsPart, OutboxItem } from '../../../api/outbox/outbox-item.ts'
import { useLoadedOutbox } from '../../../api/outbox/use-outbox.ts'
import { storeUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { showSuccess } from '../../../ui/feedback/toasts.ts'
import { getPart, queueDetails, saveDetails } from '../outbox/save-details.ts'
import { detailsKey } from './queries.ts'

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
