import type { DeclineReason, DiseaseWarning, WarningState } from '@kutu/contract/warnings'
import type { CountryCode } from '@kutu/places/districts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'

export const pageSize = 20

/** Keeps the previous page on screen until the next one has loaded. */
export const useWarnings = (query: { state: WarningState; page: number }) =>
  useQuery({
    queryKey: ['warnings', query],
    queryFn: ({ signal }) =>
      callApi('GET /api/surveillance/warnings/', { query: { ...query, page_size: pageSize }, signal }),
    placeholderData: keepPreviousData,
  })

export const useEvidence = (id: string) =>
  useQuery({
    queryKey: ['warnings', 'evidence', id],
    queryFn: ({ signal }) => callApi('GET /api/surveillance/warnings/{id}/', { params: { id }, signal }),
  })

export const photosPageSize = 12

export const useEvidencePhotos = (id: string, page: number) =>
  useQuery({
    queryKey: ['warnings', 'photos', id, page],
    queryFn: ({ signal }) =>
      callApi('GET /api/surveillance/warnings/{id}/photos/', {
        params: { id },
        query: { page, page_size: photosPageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** The country in which an expert decides; administrators decide in all. */
export const useExpertCountry = (isExpert: boolean) =>
  useQuery({
    queryKey: ['warnings', 'country'],
    queryFn: ({ signal }) => callApi('GET /api/surveillance/expert-country/', { signal }),
    enabled: isExpert,
  })

export function useChooseCountry() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (country: CountryCode) => callApi('PUT /api/surveillance/expert-country/', { body: { country } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['warnings'] }),
  })
}

export type Decision = { state: 'confirmed'; weeks: number } | { state: 'declined'; reason: DeclineReason }

/** Withdraws a confirmed warning. It is loaded again also on failure, because somebody else may have withdrawn it first. */
export function useWithdrawWarning(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (reason: string): Promise<DiseaseWarning> =>
      callApi('POST /api/surveillance/warnings/{id}/withdraw/', { params: { id }, body: { reason } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['warnings'] }),
  })
}

/** Decides on a warning. It is loaded again also on failure, because somebody else may have decided first. */
export function useDecideWarning(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (decision: Decision): Promise<DiseaseWarning> =>
      decision.state === 'confirmed'
        ? callApi('POST /api/surveillance/warnings/{id}/confirm/', { params: { id }, body: { weeks: decision.weeks } })
        : callApi('POST /api/surveillance/warnings/{id}/decline/', {
            params: { id },
            body: { reason: decision.reason },
          }),
    onSettled: () => client.invalidateQueries({ queryKey: ['warnings'] }),
  })
}
