import { getNextLook } from '@kutu/advice/next-look'
import { isConclusive } from '@kutu/contract/bands'
import type { Analysis } from '@kutu/contract/detection'

/** The plants to look at next: `days` until then, 0 when it is due; overdue two weeks after the photo. */
export type NextLook = { analysis: Analysis; at: Date; days: number; isOverdue: boolean }

/**
 * Returns the next look that the newest photos ask for; null when none does. The newest photo of a crop decides about it:
 * an unsure answer asks for another photo instead. A sick crop comes before a healthy one, then the earlier date.
 * @param analyses newest first
 */
export function findNextLook(analyses: readonly Analysis[], now: Date): NextLook | null {
  const newestOfCrop = new Map<string | null, Analysis>()
  for (const analysis of analyses) if (!newestOfCrop.has(analysis.crop)) newestOfCrop.set(analysis.crop, analysis)
  const [next] = [...newestOfCrop.values()]
    .filter(({ band }) => isConclusive(band))
    .map(analysis => ({ analysis, at: getNextLook(new Date(analysis.uploaded_at)) }))
    .filter(({ at }) => now.getTime() - at.getTime() <= seasonDays * dayMs)
    .sort((a, b) => Number(isHealthy(a.analysis)) - Number(isHealthy(b.analysis)) || a.at.getTime() - b.at.getTime())
  if (!next) return null
  const days = (next.at.getTime() - now.getTime()) / dayMs
  return { ...next, days: Math.max(0, Math.ceil(days)), isOverdue: days <= -7 }
}

const dayMs = 24 * 3600_000
/** A look that is later than this is of a crop that has been harvested. */
const seasonDays = 60

const isHealthy = ({ rust_class }: Analysis) => rust_class === 'healthy'
