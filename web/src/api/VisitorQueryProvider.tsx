import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getQueryClient } from './query-client.ts'
import { getStoredUser } from './session/session.ts'

/** Provides queries on a page outside the account layout. Pages that load nothing do without, and without the library. */
export function VisitorQueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={getQueryClient(getStoredUser()?.id ?? '')}>{children}</QueryClientProvider>
}
