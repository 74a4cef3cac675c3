import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useUser } from '../session/session.ts'
import { subscribeToOutbox } from './outbox-connection.ts'
import { listWrites } from './outbox-store.ts'
import type { OutboxWrite } from './outbox-write.ts'

const writesQuery = (ownerId: string) =>
  queryOptions({
    queryKey: ['outbox', ownerId, 'writes'],
    queryFn: () => listWrites(ownerId),
    staleTime: 0,
    retry: false,
  })

/** Returns the signed-in user's writes in the outbox, oldest first; none while they are being read. */
export const useWrites = (): readonly OutboxWrite[] => useLoadedWrites() ?? []

/** As `useWrites`; undefined while they are being read. A device without storage has none. */
export function useLoadedWrites(): readonly OutboxWrite[] | undefined {
  const client = useQueryClient()
  const ownerId = useUser()?.id ?? ''
  const { data, isError } = useQuery(writesQuery(ownerId))
  useEffect(() => subscribeToOutbox(() => void client.invalidateQueries({ queryKey: ['outbox'] })), [client])
  return data ?? (isError ? [] : undefined)
}
