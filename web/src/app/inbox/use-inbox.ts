import type { Post, WaitingResponse } from '@kutu/contract/community/community'
import type { Booking } from '@kutu/contract/consultations/consultations'
import type { InboxAction } from '@kutu/contract/dashboard'
import { bookingSoonHours, type InboxKind, type InboxRank, inboxRanks } from '@kutu/contract/inbox-order'
import type { DiseaseWarning } from '@kutu/contract/warnings'
import { queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../api/api-client.ts'
import { apiQuery } from '../../api/api-query.ts'
import { getServerTime } from '../../api/session/server-clock.ts'
import { useUser } from '../../api/session/session.ts'
import { queueQuery, waitingResponsesQuery } from '../../features/community/moderation/shared/queries.ts'
import { bookingsQuery } from '../../features/consultations/shared/expert-queries.ts'
import { waitingQuery } from '../../features/dashboard/queries.ts'
import { useWarnings } from '../../features/surveillance/warnings/queries.ts'

/** Something that waits for the expert, with everything that its screen shows of it. */
export type InboxItem = { id: string; rank: InboxRank; since: string } & (
  | { kind: 'warning'; warning: DiseaseWarning }
  | { kind: 'post'; post: Post }
  | { kind: 'comment'; comment: WaitingResponse }
  | { kind: 'booking'; booking: Booking }
  | { kind: 'photos'; count: number }
)

const refetchInterval = 60_000
const marksKey = ['dashboard', 'inbox']
const marksQuery = () => queryOptions({ ...apiQuery(marksKey, 'GET /api/dashboard/inbox/'), refetchInterval: 20_000 })

/**
 * Everything that waits for the expert, the most harmful first, without what was put off. Of each kind the first page: when
 * those are decided, the next ones follow.
 */
export function useInbox() {
  const expertId = useUser()?.id ?? ''
  const posts = useQuery({ ...queueQuery(), refetchInterval })
  const comments = useQuery({ ...waitingResponsesQuery(), refetchInterval })
  const bookings = useInfiniteQuery({ ...bookingsQuery('pending'), refetchInterval })
  const warnings = useWarnings({ state: 'open', page: 1 })
  const smsWaiting = useWarnings({ state: 'sms_waiting', page: 1 })
  const toCheck = useWarnings({ state: 'to_check', page: 1 })
  const waiting = useQuery(waitingQuery())
  const marks = useQuery(marksQuery())
  const queries = [posts, comments, bookings, warnings, smsWaiting, toCheck, waiting, marks]
  const now = getServerTime()
  // As YYYY-MM-DD where the device is.
  const today = now.toLocaleDateString('en-CA')
  const photos = waiting.data?.photos ?? 0
  const items: InboxItem[] = [
    ...(warnings.data?.results ?? [])
      // A visit that is planned, or another look, waits for its day.
      .filter(
        ({ can_decide, next_step: step }) => can_decide && (!step || step.on <= today || step.visitor?.id === expertId),
      )
      .concat(smsWaiting.data?.results ?? [], toCheck.data?.results ?? [])
      .map(warning => ({ kind: 'warning' as const, id: warning.id, since: warning.proposed_at, warning })),
    ...(posts.data?.results ?? []).map(post => ({ kind: 'post' as const, id: post.id, since: post.created_at, post })),
    ...(comments.data?.results ?? []).map(comment => ({
      kind: 'comment' as const,
      id: comment.id,
      since: comment.created_at,
      comment,
    })),
    ...(bookings.data?.pages ?? [])
      .flatMap(({ results }) => results)
      .map(booking => ({ kind: 'booking' as const, id: booking.id, since: booking.created_at, booking })),
    ...(photos > 0 ? [{ kind: 'photos' as const, id: expertId, since: now.toISOString(), count: photos }] : []),
  ].map(item => ({ ...item, rank: getRank(item) }))
  const snoozed = new Set(marks.data?.snoozed)
  return {
    items: items
      .filter(({ id }) => !snoozed.has(id))
      .sort(
        (one, other) =>
          inboxRanks.indexOf(one.rank) - inboxRanks.indexOf(other.rank) ||
          Date.parse(one.since) - Date.parse(other.since),
      ),
    /** Names of other experts by the item that they have open. */
    openedBy: new Map(marks.data?.opened.map(({ item_id, username }) => [item_id, username])),
    isPending: queries.some(({ isPending }) => isPending),
    /** The first list that could not be loaded; the others are shown all the same. */
    failed: queries.find(({ data, error }) => error && data === undefined),
    refetch: () => Promise.all(queries.map(query => query.refetch())),
  }
}

function getRank(item: { kind: InboxKind; warning?: DiseaseWarning; post?: Post; booking?: Booking }): InboxRank {
  const { kind, warning, post, booking } = item
  if (warning?.is_over) return 'outcome'
  if (post && post.urgency_level !== 'medium') return post.urgency_level === 'high' ? 'urgent post' : 'minor post'
  if (booking && Date.parse(booking.slot.start_time) - getServerTime().getTime() < bookingSoonHours * 3_600_000)
    return 'booking soon'
  return kind
}

/** Says that the expert opens or closes an item, puts it off, or takes that back, one after the other. */
export function useMarkItem() {
  const client = useQueryClient()
  return useMutation({
    scope: { id: 'inbox marks' },
    mutationFn: ({ id, action }: { id: string; action: InboxAction }) =>
      callApi('PUT /api/dashboard/inbox/{id}/', { params: { id }, body: { action }, keepalive: true }),
    onSettled: () => client.invalidateQueries({ queryKey: marksKey }),
  })
}
