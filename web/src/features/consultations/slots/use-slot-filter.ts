import type { CropType } from '@kutu/contract/common'
import { useSearchParams } from 'wouter'
import type { SlotFilter } from '../shared/farmer-queries.ts'

export const crops: readonly CropType[] = ['MAIZE', 'WHEAT', 'RICE', 'BEANS']
const districtPattern = /^[A-Z]{2}-[a-z-]{1,56}$/

export const emptySlotFilter: SlotFilter = {
  crop: null,
  expertise: '',
  language: '',
  district: '',
}

/** Parses the filter from the URL; invalid values are ignored. */
export function parseSlotFilter(params: URLSearchParams): SlotFilter {
  return {
    crop: crops.find(crop => crop === params.get('crop')) ?? null,
    expertise: params.get('expertise') ?? '',
    language: params.get('language') ?? '',
    district: districtPattern.test(params.get('district') ?? '') ? (params.get('district') ?? '') : '',
  }
}

/** Returns the URL parameters of the filters that are set. */
export const serializeSlotFilter = (filter: SlotFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : [])))

/** Keeps the filter in the URL: Back works, and a diagnosis can link to slots for its crop. */
export function useSlotFilter() {
  const [params, setParams] = useSearchParams()
  return {
    filter: parseSlotFilter(params),
    setFilter: (next: SlotFilter) => setParams(serializeSlotFilter(next), { replace: true }),
  }
}
