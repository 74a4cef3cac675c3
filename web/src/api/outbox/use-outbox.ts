import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useUser } from '../session/session.ts'
import type { OutboxItem } from './outbox-item.ts'
import { listItems, subscribeToOutbox } from './outbox-store.ts'

const queryKey = ['outbox']

export const outboxQuery = (ownerId: string) =>
  queryOptions({ queryKey: [...queryKey, ownerId], queryFn: () => listItems(ownerId), staleTime: 0, retry: false })

/** Returns the signed-in user's items in the outbox, oldest first; none while they are being read, and on a device without storage. */
export function useOutbox(): readonly OutboxItem[] {
  const client = useQueryClient()
  const ownerId = useUser()?.id ?? ''
  const { data } = useQuery(outboxQuery(ownerId))
  useEffect(() => subscribeToOutbox(() => void client.invalidateQueries({ queryKey })), [client])
  return data ?? []
}
