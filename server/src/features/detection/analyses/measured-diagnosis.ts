import type { DiagnoseOptions, Diagnosis, DiagnosisStages, Vision } from '@kutu/vision/node/vision'
import { VisionError } from '@kutu/vision/vision-error'
import { type DiagnosisOutcome, diagnoses, diagnosisStageDuration } from '../../../platform/observability/metrics.ts'
import { recordSpan, runInSpan } from '../../../platform/observability/tracing.ts'

/**
 * Diagnoses a photo, and counts the outcome and the durations for the metrics and the trace.
 * @throws VisionError as in Vision.diagnose
 */
export const diagnoseWithMetrics = (vision: Vision, bytes: Uint8Array, options: Options): Promise<Diagnosis> =>
  runInSpan('diagnose photo', {}, () => measureDiagnosis(vision, bytes, options))

type Options = Omit<DiagnoseOptions, 'onStages'>

async function measureDiagnosis(vision: Vision, bytes: Uint8Array, options: Options): Promise<Diagnosis> {
  const startMs = performance.now()
  let stages: DiagnosisStages | undefined
  try {
    const diagnosis = await vision.diagnose(bytes, {
      ...options,
      onStages: measured => {
        stages = measured
      },
    })
    if (stages) observeStages(stages, startMs)
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
    return await runInSpan('store', {}, store)
  } finally {
    stopTimer()
  }
}

function getOutcome(diagnosis: Diagnosis): DiagnosisOutcome {
  if (!diagnosis.isLeaf) return 'not_a_leaf'
  return diagnosis.verdict === 'uncertain' ? 'uncertain' : diagnosis.rustClass
}

/** The worker thread returns durations only; the stages follow each other in this order. */
function observeStages({ queue, decode, inference, encode }: DiagnosisStages, startMs: number): void {
  let stageStartMs = startMs
  for (const [stage, seconds] of Object.entries({ queue, decode, inference, encode })) {
    diagnosisStageDuration.observe({ stage }, seconds)
    const endMs = stageStartMs + seconds * 1000
    recordSpan(stage, stageStartMs, endMs)
    stageStartMs = endMs
  }
}
