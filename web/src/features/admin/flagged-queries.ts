import type { FlaggedContent } from '@kutu/contract/admin'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { Query } from '../../api/contract.ts'
import { messageOf } from '../../api/errors.ts'
import { say } from '../../text/say.ts'
import { type Done, showDone } from '../../ui/done.ts'
import { showError } from '../../ui/toasts.ts'

/** The page before stays on the screen until the next one has come. */
export const useFlagged = (query: NonNullable<Query<'GET /api/admin/flagged/'>>) =>
  useQuery({
    queryKey: ['flagged', query],
    queryFn: ({ signal }) => call('GET /api/admin/flagged/', { query, signal }),
    placeholderData: keepPreviousData,
  })

type RuledOn = Pick<FlaggedContent, 'id' | 'kind'>
type Ruling = { action: 'hide'; reason: string } | { action: 'dismiss' | 'undo' }

/** An admin's word about a flag, and what to say of it: the notice takes it back. The lists are asked for anew, also when somebody else was faster. */
export function useRuleOnFlag() {
  const client = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: ({ id, ...body }: RuledOn & Ruling) => call('PUT /api/admin/flagged/{id}/', { params: { id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['flagged'] }),
  })
  async function rule({ id, kind }: RuledOn, ruling: Ruling): Promise<Done> {
    await mutateAsync({ id, kind, ...ruling })
    const message = say(`flagged.done.${ruling.action}`)
    if (ruling.action === 'undo') return message
    const undo = () => void ruleAndTell({ id, kind }, { action: 'undo' })
    return { message, action: { label: say('moderation.undo'), run: undo } }
  }
  async function ruleAndTell(on: RuledOn, ruling: Ruling): Promise<void> {
    try {
      showDone(await rule(on, ruling))
    } catch (error) {
      showError(say('notice.error'), messageOf(error))
    }
  }
  return { rule, ruleAndTell }
}
