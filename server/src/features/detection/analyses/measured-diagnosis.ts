import type { ActiveHead, Diagnosis, DiagnosisStages, Vision } from '@kutu/vision/node/vision'
import { VisionError } from '@kutu/vision/vision-error'
import { type DiagnosisOutcome, diagnoses, diagnosisStageDuration } from '../../../platform/observability/metrics.ts'

/**
 * Diagnoses a photo, and counts the outcome and the durations for the metrics.
 * @throws VisionError as in Vision.diagnose
 */
export async function diagnoseWithMetrics(vision: Vision, bytes: Uint8Array, head?: ActiveHead): Promise<Diagnosis> {
  try {
    const diagnosis = await vision.diagnose(bytes, head, observeStages)
    diagnoses.inc({ outcome: getOutcome(diagnosis) })
    return diagnosis
  } catch (error) {
    diagnoses.inc({ outcome: (error instanceof VisionError ? error.code : 'error') satisfies DiagnosisOutcome })
    throw error
  }
}

/** Measures the storing of the pictures of an analysis. */
export async function measureStoring<T>(store: () => Promise<T>): Promise<T> {
  const stopTimer = diagnosisStageDuration.startTimer({ stage: 'store' })
  try {
    return await store()
  } finally {
    stopTimer()
  }
}

function getOutcome(diagnosis: Diagnosis): DiagnosisOutcome {
  if (!diagnosis.isLeaf) return 'not_a_leaf'
  return diagnosis.verdict === 'uncertain' ? 'uncertain' : diagnosis.rustClass
}

function observeStages(stages: DiagnosisStages): void {
  for (const [stage, seconds] of Object.entries(stages)) diagnosisStageDuration.observe({ stage }, seconds)
}
