import type {
  DeclineReason,
  DiseaseWarning,
  EvidenceLabel,
  OutcomeCheck,
  WarningOutcome,
  WarningState,
} from '@kutu/contract/warnings'
import type { CountryCode } from '@kutu/places/districts'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'
import { apiPageQuery, apiQuery } from '../../../api/api-query.ts'
import type { ApiRequestBody } from '../../../api/endpoints.ts'
import { useChange } from '../../../api/use-change.ts'

export const pageSize = 20

export const useWarnings = (query: { state: WarningState | 'to_check' | 'sms_waiting'; page: number }) =>
  useQuery({
    ...apiPageQuery(['warnings', query], 'GET /api/surveillance/warnings/', {
      query: { ...query, page_size: pageSize },
    }),
    refetchInterval: 60_000,
  })

export const useEvidence = (id: string) =>
  useQuery(apiQuery(['warnings', 'evidence', id], 'GET /api/surveillance/warnings/{id}/', { params: { id } }))

export const photosPageSize = 12

export const useEvidencePhotos = (id: string, page: number) =>
  useQuery(
    apiPageQuery(['warnings', 'photos', id, page], 'GET /api/surveillance/warnings/{id}/photos/', {
      params: { id },
      query: { page, page_size: photosPageSize },
    }),
  )

/** Labels a photo of an open warning. The reply has the answer and the labels of others. */
export const useLabelPhoto = (id: string, photo_id: string) =>
  useChange(
    (label: EvidenceLabel) =>
      callApi('PUT /api/surveillance/warnings/{id}/photos/{photo_id}/label/', {
        params: { id, photo_id },
        body: { label },
      }),
    { queryKey: ['warnings', 'photos', id] },
    { queryKey: ['warnings', 'preview', id] },
  )

/** The country in which an expert decides; administrators decide in all. */
export const useExpertCountry = (isExpert: boolean) =>
  useQuery({ ...apiQuery(['warnings', 'country'], 'GET /api/surveillance/expert-country/'), enabled: isExpert })

const outdated = { queryKey: ['warnings'] }

export const useChooseCountry = () =>
  useChange(
    (country: CountryCode) => callApi('PUT /api/surveillance/expert-country/', { body: { country } }),
    outdated,
    { queryKey: ['district-counts'] },
  )

/** Whom a warning reaches, and its SMS. */
export const usePreview = (id: string, weeks: number) =>
  useQuery(
    apiPageQuery(['warnings', 'preview', id, weeks], 'GET /api/surveillance/warnings/{id}/preview/', {
      params: { id },
      query: { weeks },
    }),
  )

/** Agrees to the SMS of a warning that somebody else confirmed. */
export const useApproveSms = (id: string) =>
  useChange(() => callApi('POST /api/surveillance/warnings/{id}/approve-sms/', { params: { id } }), outdated, {
    queryKey: ['dashboard'],
  })

type Decision = { state: 'confirmed'; weeks: number } | { state: 'declined'; reason: DeclineReason; note: string }

/** Withdraws a confirmed warning. */
export const useWithdrawWarning = (id: string) =>
  useChange(
    (reason: string) => callApi('POST /api/surveillance/warnings/{id}/withdraw/', { params: { id }, body: { reason } }),
    outdated,
  )

export type Outcome = { outcome: Exclude<WarningOutcome, 'unknown'>; checked_by: OutcomeCheck } | { outcome: 'unknown' }

export const useStateOutcome = (id: string) =>
  useChange(
    (body: Outcome) => callApi('PUT /api/surveillance/warnings/{id}/outcome/', { params: { id }, body }),
    outdated,
  )

export const useOutcomes = () =>
  useQuery(apiQuery(['warnings', 'outcomes'], 'GET /api/surveillance/warnings/outcomes/'))

export const useSetRecurrence = () =>
  useChange(
    (body: ApiRequestBody<'PUT /api/surveillance/warnings/recurrence/'>) =>
      callApi('PUT /api/surveillance/warnings/recurrence/', { body }),
    { queryKey: ['warnings', 'outcomes'] },
  )

export type Plan = ApiRequestBody<'PUT /api/surveillance/warnings/{id}/next-step/'>

/** Plans what happens before the decision on a warning. */
export const usePlanWarning = (id: string) =>
  useChange(
    (body: Plan) => callApi('PUT /api/surveillance/warnings/{id}/next-step/', { params: { id }, body }),
    outdated,
    { queryKey: ['dashboard'] },
  )

/** Confirms or declines a warning. */
export const useDecideWarning = (id: string) =>
  useChange(
    (decision: Decision): Promise<DiseaseWarning> =>
      decision.state === 'confirmed'
        ? callApi('POST /api/surveillance/warnings/{id}/confirm/', { params: { id }, body: { weeks: decision.weeks } })
        : callApi('POST /api/surveillance/warnings/{id}/decline/', {
            params: { id },
            body: { reason: decision.reason, note: decision.note },
          }),
    outdated,
    { queryKey: ['dashboard'] },
  )
