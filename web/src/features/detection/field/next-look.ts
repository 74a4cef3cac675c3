import { getNextLook } from '@kutu/advice/next-look'
import type { Analysis } from '@kutu/contract/detection'
import { isAnswered } from '../result/confidence-band.ts'

/** The plants to look at next: `days` until then, 0 when it is due. */
export type NextLook = { analysis: Analysis; at: Date; days: number }

/**
 * Returns the next look that the newest answer of each crop asks for, the earliest first; null when none does. Unsure
 * answers ask for another photo instead.
 * @param analyses newest first
 */
export function findNextLook(analyses: readonly Analysis[], now: Date): NextLook | null {
  const newestOfCrop = new Map<string | null, Analysis>()
  for (const analysis of analyses) {
    if (isAnswered(analysis) && !newestOfCrop.has(analysis.crop)) newestOfCrop.set(analysis.crop, analysis)
  }
  const [next] = [...newestOfCrop.values()]
    .map(analysis => ({ analysis, at: getNextLook(new Date(analysis.uploaded_at)) }))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
  return next ? { ...next, days: Math.max(0, Math.ceil((next.at.getTime() - now.getTime()) / dayMs)) } : null
}

const dayMs = 24 * 3600_000
