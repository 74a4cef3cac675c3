import { isConclusive } from '@kutu/contract/bands'
import type { CropType } from '@kutu/contract/common'
import type { Analysis } from '@kutu/contract/detection'
import { findCrop } from '../crops.ts'

/** Photos of one plant, or of one crop, newest first, and how the spots of the plant have changed since an earlier one. */
export type Plant = {
  id: string
  isOnePlant: boolean
  crop: CropType | undefined
  photos: readonly [Analysis, ...Analysis[]]
  trend: SpotTrend | null
}
export type SpotTrend = { change: 'fewer_spots' | 'more_spots'; since: string }

/**
 * Groups photos by plant where the farmer has said that they show the same one, and all others by crop, so that who says
 * nothing has one row a crop. A crop that the farmer stated counts more than that of the answer. Spots are compared within a
 * plant only: fewer spots on another plant would say that a sick one recovers.
 * @param analyses newest first
 */
export function groupByPlant(analyses: readonly Analysis[]): Plant[] {
  const groups = new Map<string, [Analysis, ...Analysis[]]>()
  for (const analysis of analyses) {
    const { id, plant_id } = analysis
    const isOnePlant = plant_id !== null && analyses.some(other => other.plant_id === plant_id && other.id !== id)
    const key = isOnePlant ? plant_id : (getCrop(analysis) ?? '')
    const photos = groups.get(key)
    if (photos) photos.push(analysis)
    else groups.set(key, [analysis])
  }
  return [...groups].map(([id, photos]) => {
    const isOnePlant = id === photos[0].plant_id
    return { id, isOnePlant, crop: getCrop(photos[0]), photos, trend: isOnePlant ? findSpotTrend(photos) : null }
  })
}

const getCrop = (analysis: Analysis) => findCrop(analysis.crop_type) ?? findCrop(analysis.crop)

/** A smaller change of the affected area is within the error of its estimate (docs/model-card.md). */
const minChange = 0.1

/** Compares the newest photo with the one before, of the same disease. Null where one of them says too little. */
function findSpotTrend([newest, ...earlier]: readonly [Analysis, ...Analysis[]]): SpotTrend | null {
  const before = earlier.find(({ disease }) => disease === newest.disease)
  const [area, areaBefore] = [getUsableArea(newest), before && getUsableArea(before)]
  if (!before || area === null || areaBefore === null || areaBefore === undefined) return null
  if (Math.abs(area - areaBefore) < minChange) return null
  return { change: area < areaBefore ? 'fewer_spots' : 'more_spots', since: before.uploaded_at }
}

const getUsableArea = (analysis: Analysis): number | null =>
  analysis.quality.length === 0 && isConclusive(analysis.band) ? analysis.affected_area : null
