import type { Analysis } from '@kutu/contract/detection'
import { parseStatedCrop } from '@kutu/vision/inference/crop'
import type { QueryClient } from '@tanstack/react-query'
import type { DeviceAnswer, OutboxItem } from '../../../api/outbox/outbox-item.ts'
import { getItem, updateItem } from '../../../api/outbox/outbox-store.ts'
import { isModelReady } from '../../../vision/worker-client.ts'
import { submitPhotos } from '../outbox/send.ts'
import { diagnosePhotos } from './device-analysis.ts'

type PhotoItem = OutboxItem<'photo'>

/**
 * An analysis in progress, of photos of one plant. `record` is the server's analysis and takes precedence over the
 * device's answer.
 */
export type AnalysisRun = { item: PhotoItem; record: Analysis | null; rejectionMessage: string | null }

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
  item: PhotoItem,
  { client, signal, onProgress, onUpdate }: AnalyzeOptions,
): Promise<AnalysisOutcome> {
  let run: AnalysisRun = { item, record: null, rejectionMessage: null }
  const update = (changes: Partial<AnalysisRun>) => {
    run = { ...run, ...changes }
    const isAnswered = run.record !== null || run.item.data.answer !== null
    if (isAnswered && !signal.aborted) onUpdate(run)
  }
  const submitted = submitPhotos(client, item, { signal, onProgress })
  const deviceOutcome = runDeviceDiagnosis(item).then(outcome => {
    if (hasAnswer(outcome)) update({ item: withAnswer(item, outcome) })
    return outcome
  })
  const result = await submitted
  if (result.kind === 'stopped') return result
  if (result.kind === 'answered') {
    update({ record: result.record })
    return { kind: 'submitted' }
  }
  const { error } = result
  if (result.kind === 'refused') {
    update({ rejectionMessage: result.error.message })
    return { kind: 'failed', error }
  }
  // Without room for it in the outbox the photo stays in the form.
  const isQueued = (await getItem(item.key).catch(() => undefined)) !== undefined
  // From here on only the form waits for the device: the photo goes out without its answer.
  if ((await Promise.race([deviceOutcome, waitForAbort(signal)])) === 'no_leaf') return { kind: 'no_leaf', isQueued }
  return isQueued ? { kind: 'queued' } : { kind: 'failed', error }
}

/** The device's answer; `no_leaf` when the model sees no leaf, null when it cannot run. */
type DeviceOutcome = DeviceAnswer | 'no_leaf' | null
const hasAnswer = (outcome: DeviceOutcome): outcome is DeviceAnswer => outcome !== null && outcome !== 'no_leaf'

const waitForAbort = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

async function runDeviceDiagnosis({ key, data: { photos, input } }: PhotoItem): Promise<DeviceOutcome> {
  try {
    // The server may still answer when the device cannot.
    if (!(await isModelReady())) return null
    const blobs = photos.map(({ photo }) => photo)
    const answer = await diagnosePhotos(blobs, parseStatedCrop(input.crop_type))
    if (answer === null) return 'no_leaf'
    await updateItem(key, item => withAnswer(item, answer)).catch(() => undefined)
    return answer
  } catch {
    return null
  }
}

const withAnswer = <Item extends OutboxItem>(item: Item, answer: DeviceAnswer): Item =>
  item.kind === 'photo' ? { ...item, data: { ...item.data, answer } } : item
