import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscribeToOutbox } from '../../../api/outbox/outbox-connection.ts'
import type { OutboxItem } from '../../../api/outbox/outbox-item.ts'
import { useUser } from '../../../api/session/session.ts'
import { outboxQuery } from '../queries.ts'

/** Returns the signed-in user's outbox items, oldest first. */
export function useOutbox(): readonly OutboxItem[] {
  const client = useQueryClient()
  const ownerId = useUser()?.id ?? ''
  const { data } = useQuery(outboxQuery(ownerId))
  useEffect(() => subscribeToOutbox(() => void client.invalidateQueries({ queryKey: ['outbox'] })), [client])
  return data ?? []
}
