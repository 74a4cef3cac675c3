import type { Analysis } from '@kutu/contract/detection'
import type { QueryClient } from '@tanstack/react-query'
import { diagnoseOnDevice, diagnosePlantOnDevice, isModelReady } from '../../../vision/worker-client.ts'
import type { DeviceAnswer, OutboxItem } from '../outbox/outbox-item.ts'
import { removeItem, updateItem } from '../outbox/outbox-store.ts'
import { isPermanentError, resolveItem, submitItem } from '../outbox/submit-analysis.ts'
import { toDeviceAnswer, toDevicePlantAnswer } from './device-analysis.ts'

/** One photo, or several of one plant, and what is known so far; the record, once there, is the answer that counts. */
export type AnalysisRun = { item: OutboxItem; record: Analysis | null; rejectionMessage: string | null }

/**
 * - filed: the server has answered
 * - kept: this phone has answered, and the photo waits for the server
 * - no_leaf: this phone sees none, and the server could not be asked
 * - failed: the server refused it, or nobody could answer
 */
export type AnalysisOutcome = { kind: 'filed' | 'kept' | 'no_leaf' | 'stopped' } | { kind: 'failed'; error: unknown }

type AnalyzeOptions = {
  client: QueryClient
  signal: AbortSignal
  onProgress: (share: number) => void
  /** Called again with all that is known whenever an answer comes, be it after the outcome. */
  onUpdate: (run: AnalysisRun) => void
}

/** Asks this phone and the server at once. Neither waits for the other, and each answer is told as it comes. */
export async function analyzePhoto(
  item: OutboxItem,
  { client, signal, onProgress, onUpdate }: AnalyzeOptions,
): Promise<AnalysisOutcome> {
  let run: AnalysisRun = { item, record: null, rejectionMessage: null }
  const update = (changes: Partial<AnalysisRun>) => {
    run = { ...run, ...changes }
    const isAnswered = run.record !== null || run.item.answer !== null
    if (isAnswered && !signal.aborted) onUpdate(run)
  }
  const deviceOutcome = runDeviceDiagnosis(item).then(answer => {
    if (hasAnswer(answer)) update({ item: { ...item, answer } })
    return answer
  })
  try {
    const record = await submitItem(client, item, { signal, onProgress })
    update({ record })
    void deviceOutcome.then(() => resolveItem(run.item, record))
    return { kind: 'filed' }
  } catch (error) {
    if (signal.aborted) return discardItem(item, { kind: 'stopped' })
    if (!isPermanentError(error)) return queueItem(item, await deviceOutcome, error)
    update({ rejectionMessage: error.message })
    return discardItem(item, { kind: 'failed', error })
  }
}

/** What this phone says; no_leaf when it sees none, and null when it cannot say. */
type DeviceOutcome = DeviceAnswer | 'no_leaf' | null
const hasAnswer = (deviceOutcome: DeviceOutcome): deviceOutcome is DeviceAnswer =>
  deviceOutcome !== null && deviceOutcome !== 'no_leaf'

async function runDeviceDiagnosis(item: OutboxItem): Promise<DeviceOutcome> {
  // Whatever ails this phone, the server may still answer.
  if (!(await isModelReady().catch(() => false))) return null
  const answer = await diagnoseItem(item).catch(() => 'unable' as const)
  if (answer === 'unable') return null
  if (answer !== null) await updateItem(item.key, { answer }).catch(() => false)
  return answer ?? 'no_leaf'
}

async function diagnoseItem({ photos: [first, ...others] }: OutboxItem): Promise<DeviceAnswer | null> {
  if (others.length === 0) return toDeviceAnswer(await diagnoseOnDevice(first.photo))
  return toDevicePlantAnswer(await diagnosePlantOnDevice([first, ...others].map(({ photo }) => photo)))
}

/** What this phone could answer waits for the server, if there is room for it; anything else stays in the form. */
async function queueItem(item: OutboxItem, deviceOutcome: DeviceOutcome, error: unknown): Promise<AnalysisOutcome> {
  const isQueued =
    hasAnswer(deviceOutcome) && (await updateItem(item.key, { state: { kind: 'waiting' } }).catch(() => false))
  if (isQueued) return { kind: 'kept' }
  return discardItem(item, deviceOutcome === 'no_leaf' ? { kind: 'no_leaf' } : { kind: 'failed', error })
}

async function discardItem({ key }: OutboxItem, outcome: AnalysisOutcome): Promise<AnalysisOutcome> {
  await removeItem(key).catch(() => undefined)
  return outcome
}
