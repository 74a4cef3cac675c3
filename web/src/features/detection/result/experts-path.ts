import type { Analysis } from '@kutu/contract/detection'
import { findCrop } from '../crops.ts'

/** Returns the path to the experts for the detected crop, or to all experts when no expert can list that crop. */
export function expertsPath({ crop }: Pick<Analysis, 'crop'>): string {
  const cropType = findCrop(crop)
  return cropType === undefined ? '/experts' : `/experts?crop=${cropType}`
}

/** Returns the path to the experts, from where a booking may show them this leaf. */
export function bookingPath(analysis: Pick<Analysis, 'crop' | 'id'>): string {
  const path = expertsPath(analysis)
  if (analysis.id === '') return path
  return `${path}${path.includes('?') ? '&' : '?'}analysis=${analysis.id}`
}
