import type { Analysis } from '@kutu/contract/detection'
import type { QueryClient } from '@tanstack/react-query'
import { callApi } from '../../../api/api-client.ts'
import type { ApiError } from '../../../api/errors.ts'
import { getAnalysisId, type ItemData, type OutboxItem } from '../../../api/outbox/outbox-item.ts'
import { type AttemptResult, finishAttempt, getItem } from '../../../api/outbox/outbox-store.ts'
import { isPermanentError, type Sender, sendFromForm } from '../../../api/outbox/send-outbox.ts'
import { cacheAnalysis, replaceAnalysis } from '../queries.ts'

type PhotoItem = OutboxItem<'photo'>
type RequestOptions = { signal?: AbortSignal; onProgress?: (share: number) => void }

/** Sends photos of one plant for analysis. The server stores them once, by the item's key. */
async function postPhotos(
  client: QueryClient,
  { key, data: { photos, input, takenAt } }: PhotoItem,
  options: RequestOptions = {},
): Promise<Analysis> {
  const request = {
    files: photos.map(({ photo, name }) => new File([photo], name, { type: photo.type })),
    fields: { ...input, taken_at: takenAt },
    idempotencyKey: key,
    ...options,
  }
  const analysis = await (photos.length > 1
    ? callApi('POST /analysis/plant-analyses/', request)
    : callApi('POST /analysis/rust-detection/', request))
  cacheAnalysis(client, analysis)
  return analysis
}

/** Returns whether the server's analysis has a different class than the device's answer. */
export const differsFromStored = ({ answer }: Pick<ItemData['photo'], 'answer'>, storedAnalysis: Analysis): boolean =>
  answer !== null && answer.finding.rustClass !== storedAnalysis.rust_class

/** Photos that the server has answered leave the outbox, unless the device answered differently: its owner removes those. */
async function toResult({ key }: PhotoItem, storedAnalysis: Analysis): Promise<AttemptResult> {
  const { id: analysisId, rust_class: rustClass } = storedAnalysis
  // The device may have answered while the photo was being sent.
  const item = await getItem(key).catch(() => undefined)
  const differs = item?.kind === 'photo' && differsFromStored(item.data, storedAnalysis)
  return { analysisId, ...(differs && { state: { kind: 'differs', analysisId, rustClass } }) }
}

export const sendPhoto: Sender<'photo'> = async (client, item) => toResult(item, await postPhotos(client, item))

/** `unsent`: nobody took the photos for now. */
type SubmitResult =
  | { kind: 'answered'; storedAnalysis: Analysis }
  | { kind: 'refused'; error: ApiError }
  | { kind: 'unsent'; error: unknown }
  | { kind: 'stopped' }

/**
 * Puts photos into the outbox and sends them while their form waits. Refused and stopped ones leave the outbox, because
 * the form still has them.
 */
export function submitPhotos(
  client: QueryClient,
  item: PhotoItem,
  options: RequestOptions & { signal: AbortSignal },
): Promise<SubmitResult> {
  const finish = (result: AttemptResult) => finishAttempt(item, result).catch(() => undefined)
  return sendFromForm(item, async () => {
    try {
      const storedAnalysis = await postPhotos(client, item, options)
      await finish(await toResult(item, storedAnalysis))
      return { kind: 'answered', storedAnalysis }
    } catch (error) {
      if (options.signal.aborted) {
        await finish({})
        return { kind: 'stopped' }
      }
      if (!isPermanentError(error)) return { kind: 'unsent', error }
      await finish({})
      return { kind: 'refused', error }
    }
  })
}

export const sendReport: Sender<'report'> = async (_client, { key, data: { analysisId: id, label } }) => {
  const request = { params: { id }, body: label === null ? {} : { label }, idempotencyKey: key }
  await callApi('POST /analysis/rust-detection/{id}/report/', request)
  return undefined
}

/** Answers about a photo that was removed go nowhere. */
export const sendAnswers: Sender<'answers'> = async (client, { data: { analysis, answers } }) => {
  const id = getAnalysisId(analysis)
  if (id === undefined) return undefined
  const request = { params: { id }, body: { answers } }
  replaceAnalysis(client, await callApi('PUT /analysis/rust-detection/{id}/answers/', request))
  return undefined
}
