import { isConclusive } from '@kutu/contract/bands'
import type { CropType } from '@kutu/contract/common'
import type { Analysis } from '@kutu/contract/detection'
import { findCrop } from '../crops.ts'

/** The photos of one crop, newest first, and how the spots have changed since an earlier one. */
export type Plant = { crop: CropType | undefined; photos: readonly [Analysis, ...Analysis[]]; trend: SpotTrend | null }
export type SpotTrend = { change: 'fewer_spots' | 'more_spots'; since: string }

/**
 * Groups photos by crop, the crop of the newest photo first. A crop that the farmer stated counts more than that of the answer.
 * @param analyses newest first
 */
export function groupByPlant(analyses: readonly Analysis[]): Plant[] {
  const byCrop = new Map<CropType | undefined, [Analysis, ...Analysis[]]>()
  for (const analysis of analyses) {
    const crop = findCrop(analysis.crop_type) ?? findCrop(analysis.crop)
    const photos = byCrop.get(crop)
    if (photos) photos.push(analysis)
    else byCrop.set(crop, [analysis])
  }
  return [...byCrop].map(([crop, photos]) => ({ crop, photos, trend: findSpotTrend(photos) }))
}

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
