import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'

export const detailsKey = ['details']

/** The details that the user can correct. They are fetched when the form opens, because the stored record lacks some. */
export const useDetails = () =>
  useQuery({
    queryKey: detailsKey,
    queryFn: ({ signal }) => callApi('GET /api/account/details/', { signal }),
    staleTime: 0,
  })

/** The server localizes the names, so the language is part of the key. */
export function useCustomerTypes() {
  const { language } = useTranslation()
  return useQuery({
    queryKey: ['customer-types', language],
    queryFn: ({ signal }) => callApi('GET /api/auth/customer-types', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    select: reply => reply.data,
  })
}

export function useCountries() {
  const { language } = useTranslation()
  return useQuery({
    queryKey: ['countries', language],
    queryFn: ({ signal }) => callApi('GET /api/auth/countries', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    select: reply => reply.data,
  })
}
