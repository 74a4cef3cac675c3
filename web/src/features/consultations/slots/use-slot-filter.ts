import type { CropType } from '@kutu/contract/common'
import { useSearchParams } from 'react-router'
import type { SlotFilter } from '../shared/farmer-queries.ts'

export const crops: readonly CropType[] = ['MAIZE', 'WHEAT', 'RICE', 'BEANS']
const districtPattern = /^[A-Z]{2}-[a-z-]{1,56}$/
const isoDatePattern = /^\d{4}-\d{2}-\d{2}$/

export const emptySlotFilter: SlotFilter = {
  crop: null,
  expertise: '',
  language: '',
  district: '',
  date: '',
  isFreeOnly: false,
}

/** Parses the filter from the URL; invalid values are ignored. */
export function parseSlotFilter(params: URLSearchParams): SlotFilter {
  const date = params.get('date') ?? ''
  return {
    crop: crops.find(crop => crop === params.get('crop')) ?? null,
    expertise: params.get('expertise') ?? '',
    language: params.get('language') ?? '',
    district: districtPattern.test(params.get('district') ?? '') ? (params.get('district') ?? '') : '',
    date: isoDatePattern.test(date) && !Number.isNaN(Date.parse(date)) ? date : '',
    isFreeOnly: params.get('show') === 'free',
  }
}

export function serializeSlotFilter({
  crop,
  expertise,
  language,
  district,
  date,
  isFreeOnly,
}: SlotFilter): Record<string, string> {
  return {
    ...(crop && { crop }),
    ...(expertise && { expertise }),
    ...(language && { language }),
    ...(district && { district }),
    ...(date && { date }),
    ...(isFreeOnly && { show: 'free' }),
  }
}

/** Keeps the filter in the URL: Back works, and a diagnosis can link to slots for its crop. */
export function useSlotFilter() {
  const [params, setParams] = useSearchParams()
  return {
    filter: parseSlotFilter(params),
    setFilter: (next: SlotFilter) => setParams(serializeSlotFilter(next), { replace: true, preventScrollReset: true }),
  }
}
