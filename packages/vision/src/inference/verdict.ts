import type { LeafDetection, NotALeaf } from './detect.ts'

/** The answer about a leaf, without its scores and images. `affectedArea` is a share of the leaf, 0 to 1, or null. */
export type Finding = Omit<LeafDetection, keyof NotALeaf | 'reliability'> & { affectedArea: number | null }

/** Returns the finding of a detection, without its scores. */
export function toFinding(detection: LeafDetection, affectedArea: number | null): Finding {
  const { rustClass, confidence, probabilities, band, verdict, disease, crop, cropEstimate } = detection
  const { candidates } = detection
  return { rustClass, confidence, probabilities, band, verdict, disease, crop, cropEstimate, candidates, affectedArea }
}
