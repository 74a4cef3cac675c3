// No schemas here: the web bundles this file.
import type { Analysis, AnalysisInput } from './detection.ts'

/** Returns what the farmer stated with the photos, as an analysis has it: null for a field that was left out. */
export const toStatedFields = ({ crop_type }: AnalysisInput): Pick<Analysis, keyof AnalysisInput> => ({
  crop_type: crop_type ?? null,
})
