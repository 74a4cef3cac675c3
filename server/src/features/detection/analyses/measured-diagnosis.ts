import type { DiagnoseOptions, Diagnosis, DiagnosisStages, Vision } from '@kutu/vision/node/vision'
import { VisionError } from '@kutu/vision/vision-error'
import { type DiagnosisOutcome, diagnoses, diagnosisStageDuration } from '../../../platform/observability/metrics.ts'

/**
 * Diagnoses a photo, and counts the outcome and the durations for the metrics.
 * @throws VisionError as in Vision.diagnose
 */
export async function diagnoseWithMetrics(
  vision: Vision,
  bytes: Uint8Array,
  options: Omit<DiagnoseOptions, 'onStages'>,
): Promise<Diagnosis> {
  let stages: DiagnosisStages | undefined
  try {
    const diagnosis = await vision.diagnose(bytes, {
      ...options,
      onStages: measured => {
        stages = measured
      },
    })
    if (stages) observeStages(stages)
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

function observeStages({ queue, decode, inference, encode }: DiagnosisStages): void {
  for (const [stage, seconds] of Object.entries({ queue, decode, inference, encode }))
    diagnosisStageDuration.observe({ stage }, seconds)
}
