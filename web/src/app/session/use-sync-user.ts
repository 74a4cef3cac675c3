import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiQuery } from '../../api/api-query.ts'
import { ApiError } from '../../api/errors.ts'
import { endSession, storeUser } from '../../api/session/session.ts'
import { applyAccountLanguage } from './sync-language.ts'

/**
 * Refreshes the stored user record when the pages behind sign-in open. Ends a session that the server does not know any
 * more.
 */
export function useSyncUser(): void {
  const { data, error } = useQuery({ ...apiQuery(['me'], 'GET /api/auth/me'), staleTime: 5 * 60_000 })
  useEffect(() => {
    if (!data) return
    storeUser(data)
    applyAccountLanguage(data)
  }, [data])
  useEffect(() => {
    if (error instanceof ApiError && error.status === 401) endSession()
  }, [error])
}
