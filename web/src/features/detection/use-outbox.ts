import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useUser } from '../../api/session.ts'
import { onOutboxChange } from './outbox.ts'
import type { OutboxItem } from './outbox-item.ts'
import { outboxQuery } from './queries.ts'

/** The signed-in user's photos that are not yet settled with the server, oldest first. */
export function useOutbox(): readonly OutboxItem[] {
  const client = useQueryClient()
  const ownerId = useUser()?.id ?? ''
  const { data } = useQuery(outboxQuery(ownerId))
  useEffect(() => onOutboxChange(() => void client.invalidateQueries({ queryKey: ['outbox'] })), [client])
  return data ?? []
}
