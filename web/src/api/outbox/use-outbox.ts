import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useUser } from '../session/session.ts'
import type { OutboxItem } from './outbox-item.ts'
import { listItems, subscribeToOutbox } from './outbox-store.ts'

const queryKey = ['outbox']

export const outboxQuery = (ownerId: string) =>
  queryOptions({ queryKey: [...queryKey, ownerId], queryFn: () => listItems(ownerId), staleTime: 0, retry: false })

/** Returns the signed-in user's items in the outbox, oldest first; none while they are being read. */
export const useOutbox = (): readonly OutboxItem[] => useLoadedOutbox() ?? []

/** As `useOutbox`; undefined while the items are being read. A device without storage has none. */
export function useLoadedOutbox(): readonly OutboxItem[] | undefined {
  const client = useQueryClient()
  const ownerId = useUser()?.id ?? ''
  const { data, isError } = useQuery(outboxQuery(ownerId))
  useEffect(() => subscribeToOutbox(() => void client.invalidateQueries({ queryKey })), [client])
  return data ?? (isError ? [] : undefined)
}
