import type { ReactNode } from 'react'
import { ApiError } from '../../api/errors.ts'
import { LoadError } from './LoadError.tsx'

/**
 * Shows what a query has loaded, also while it is fetched again. Until then a skeleton, or the error and a retry button.
 * With `notFound`, a reply that there is no such thing takes the place of everything.
 */
export function Loaded<Data>({
  query: { data, error, isFetching, refetch },
  skeleton,
  notFound,
  children,
}: {
  query: { data: Data | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown }
  skeleton: ReactNode
  notFound?: ReactNode
  children: (data: Data) => ReactNode
}) {
  if (notFound !== undefined && isNotFound(error)) return notFound
  if (data !== undefined) return children(data)
  return error ? <LoadError error={error} busy={isFetching} onRetry={() => void refetch()} /> : skeleton
}

/** A malformed id in an address is answered with 400. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)
