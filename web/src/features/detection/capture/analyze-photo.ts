import type { Analysis } from '@kutu/contract/detection'
import { parseStatedCrop } from '@kutu/vision/inference/crop'
import type { QueryClient } from '@tanstack/react-query'
import type { DeviceAnswer, OutboxItem } from '../../../api/outbox/outbox-item.ts'
import { removeItem, updateItem } from '../../../api/outbox/outbox-store.ts'
import { isPermanentError } from '../../../api/outbox/send-writes.ts'
import { diagnosePlantOnDevice, isModelReady } from '../../../vision/worker-client.ts'
import { resolveItem, submitItem } from '../outbox/submit-analysis.ts'
import { toDeviceAnswer, toDevicePlantAnswer } from './device-analysis.ts'
import { getDiagnosis } from './early-diagnosis.ts'

/**
 * An analysis in progress, of one photo or of several photos of one plant. `record` is the server's analysis and takes
 * precedence over the device's answer.
 */
export type AnalysisRun = { item: OutboxItem; record: Analysis | null; rejectionMessage: string | null }

/**
 * - submitted: the server has answered
 * - queued: the photo waits in the outbox, whether or not the device has answered
 * - no_leaf: the device sees no leaf; the photo waits in the outbox if there was room for it
 * - stopped: the user cancelled
 * - failed: the server rejected the photo, or it was neither sent nor stored
 */
export type AnalysisOutcome =
  | { kind: 'submitted' | 'queued' | 'stopped' }
  | { kind: 'no_leaf'; isQueued: boolean }
  | { kind: 'failed'; error: unknown }

type AnalyzeOptions = {
  client: QueryClient
  signal: AbortSignal
  onProgress: (share: number) => void
  /** Called with the complete state on every change, possibly after the returned promise has resolved. */
  onUpdate: (run: AnalysisRun) => void
}

/** Runs the analysis on the device and on the server in parallel and reports each result as it arrives. */
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
    return { kind: 'submitted' }
  } catch (error) {
    if (signal.aborted) return discardItem(item, { kind: 'stopped' })
    if (!isPermanentError(error)) return queueItem(item, deviceOutcome, error)
    update({ rejectionMessage: error.message })
    return discardItem(item, { kind: 'failed', error })
  }
}

/** The device's answer; `no_leaf` when the model sees no leaf, null when it cannot run. */
type DeviceOutcome = DeviceAnswer | 'no_leaf' | null
const hasAnswer = (deviceOutcome: DeviceOutcome): deviceOutcome is DeviceAnswer =>
  deviceOutcome !== null && deviceOutcome !== 'no_leaf'

async function runDeviceDiagnosis(item: OutboxItem): Promise<DeviceOutcome> {
  // The server may still answer when the device cannot.
  if (!(await isModelReady().catch(() => false))) return null
  const answer = await diagnoseItem(item).catch(() => 'unavailable' as const)
  if (answer === 'unavailable') return null
  if (answer !== null) await updateItem(item.key, { answer }).catch(() => false)
  return answer ?? 'no_leaf'
}

async function diagnoseItem({ photos: [first, ...others], input }: OutboxItem): Promise<DeviceAnswer | null> {
  const statedCrop = parseStatedCrop(input.crop_type)
  if (others.length === 0) return toDeviceAnswer(await getDiagnosis(first.photo, statedCrop))
  const photos = [first, ...others].map(({ photo }) => photo)
  return toDevicePlantAnswer(await diagnosePlantOnDevice(photos, statedCrop))
}

/** Queues the item before the device has answered, whatever that answer is. Without room for it the photo stays in the form. */
async function queueItem(
  { key }: OutboxItem,
  deviceOutcome: Promise<DeviceOutcome>,
  error: unknown,
): Promise<AnalysisOutcome> {
  const isQueued = await updateItem(key, { state: { kind: 'waiting' } }).catch(() => false)
  if ((await deviceOutcome) === 'no_leaf') return { kind: 'no_leaf', isQueued }
  return isQueued ? { kind: 'queued' } : { kind: 'failed', error }
}

async function discardItem({ key }: OutboxItem, outcome: AnalysisOutcome): Promise<AnalysisOutcome> {
  await removeItem(key).catch(() => undefined)
  return outcome
}
