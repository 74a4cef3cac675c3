import type { Analysis } from '@kutu/contract/detection'
import { findCrop } from '../crops.ts'

/** Returns the path to the experts for the detected crop, or to all experts when no expert can list that crop. */
export function expertsPath({ crop }: Pick<Analysis, 'crop'>): string {
  const cropType = findCrop(crop)
  return cropType === undefined ? '/experts' : `/experts?crop=${cropType}`
}

/**
 * Returns the path to the experts, from where a booking may show them this leaf.
 * @param photoKey key of the photo in the outbox, as long as it has no analysis
 */
export function bookingPath(analysis: Pick<Analysis, 'crop' | 'id'>, photoKey?: string): string {
  const path = expertsPath(analysis)
  const leaf = analysis.id !== '' ? `analysis=${analysis.id}` : photoKey && `photo=${photoKey}`
  return leaf ? `${path}${path.includes('?') ? '&' : '?'}${leaf}` : path
}
