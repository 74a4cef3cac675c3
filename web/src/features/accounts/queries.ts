import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useText } from '../../text/use-text.ts'

/** The names come in the reader's language, so each language has its own list. */
export function useCustomerTypes() {
  const { language } = useText()
  return useQuery({
    queryKey: ['customer-types', language],
    queryFn: ({ signal }) => call('GET /api/auth/customer-types', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    select: reply => reply.data,
  })
}

export function useCountries() {
  const { language } = useText()
  return useQuery({
    queryKey: ['countries', language],
    queryFn: ({ signal }) => call('GET /api/auth/countries', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    select: reply => reply.data,
  })
}
