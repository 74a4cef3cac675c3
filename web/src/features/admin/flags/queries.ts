import type { FlaggedContent } from '@kutu/contract/admin'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'
import { apiPageQuery } from '../../../api/api-query.ts'
import type { ApiQuery } from '../../../api/endpoints.ts'
import { useChange } from '../../../api/use-change.ts'
import { t } from '../../../i18n/i18n.ts'
import { runForEach } from '../../../ui/feedback/run-for-each.ts'
import { type SuccessMessage, showError, showSuccess } from '../../../ui/feedback/toasts.ts'

export const useFlagged = (query: NonNullable<ApiQuery<'GET /api/admin/flagged/'>>) =>
  useQuery(apiPageQuery(['flagged', query], 'GET /api/admin/flagged/', { query }))

type FlaggedItem = Pick<FlaggedContent, 'id' | 'kind'>
type DecisionBody = { action: 'hide'; reason: string } | { action: 'dismiss' | 'undo' }

/**
 * Returns functions that apply a decision to one or more entries. The toast of a decision offers to undo it.
 */
export function useDecideFlags() {
  const { mutateAsync } = useChange(
    ({ id, ...body }: FlaggedItem & DecisionBody) => callApi('PUT /api/admin/flagged/{id}/', { params: { id }, body }),
    { queryKey: ['flagged'] },
  )
  const decideFlags = (items: readonly FlaggedItem[], decision: DecisionBody): Promise<SuccessMessage> =>
    runForEach(
      items,
      ({ id, kind }) => mutateAsync({ id, kind, ...decision }),
      done => {
        const count = done.length
        const { action } = decision
        const message =
          items.length === 1 ? t(`flagged.done.${action}`) : t(`flagged.done_several.${action}`, { count })
        if (action === 'undo') return message
        const undo = () => void decideAndNotify(done, { action: 'undo' })
        return { message, action: { label: t('action.undo'), run: undo } }
      },
    )
  async function decideAndNotify(items: readonly FlaggedItem[], decision: DecisionBody): Promise<void> {
    try {
      showSuccess(await decideFlags(items, decision))
    } catch (error) {
      showError(error)
    }
  }
  return { decideFlags, decideAndNotify }
}
