import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../api/call.ts'
import { ApiError } from '../api/errors.ts'
import { endSession, storeUser } from '../api/session.ts'
import { speakAs } from './keep-language.ts'

/** Brings the stored user record up to date when the area opens; a session the server no longer knows ends here. */
export function useFreshUser(): void {
  const { data, error } = useQuery({
    queryKey: ['me'],
    queryFn: ({ signal }) => call('GET /api/auth/me', { signal }),
    staleTime: 5 * 60_000,
  })
  useEffect(() => {
    if (!data) return
    storeUser(data)
    speakAs(data)
  }, [data])
  useEffect(() => {
    if (error instanceof ApiError && error.status === 401) endSession()
  }, [error])
}
