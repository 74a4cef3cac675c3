import { imageLimits } from '@kutu/contract/upload-limits'
import { dataSaverUploadSize, defaultUploadSize } from '@kutu/vision/browser/upload-size'
import type { StatedCrop } from '@kutu/vision/inference/crop'
import type { FrameHint } from '@kutu/vision/quality/frame-hint'
import type { QualityWarning } from '@kutu/vision/quality/photo-quality'
import { VisionError } from '@kutu/vision/vision-error'
import { isDataSaverOn, prefersReducedData } from '../api/device-settings.ts'
import { ApiError } from '../api/errors.ts'
import type { DeviceAnswer } from '../api/outbox/outbox-item.ts'
import { t } from '../i18n/i18n.ts'
import { getActiveHead } from './active-model.ts'
import { setLoadedBytes } from './download-progress.ts'
import { areCached, fetchCachedChunks, hasCachedFiles } from './model-cache.ts'
import { afterModelDownload, duringModelDownload } from './model-download-lock.ts'
import { modelFiles, qualityThresholds } from './model-files.ts'
import type { WithId, WorkerProgress, WorkerRequest, WorkerResponse } from './worker.ts'

/**
 * This device cannot diagnose now: the files cannot be fetched, or the browser lacks a feature. The server may still be
 * able to.
 */
export class OnDeviceUnavailableError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'OnDeviceUnavailableError'
  }
}

type PendingRequest = { resolve: (response: WorkerResponse) => void; reject: (error: Error) => void }
type WorkerHandle = { worker: Worker; pending: Map<number, PendingRequest>; isOpen: boolean }

let activeWorker: WorkerHandle | undefined
let nextId = 0

function startWorker(): WorkerHandle {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'vision' })
  const handle: WorkerHandle = { worker, pending: new Map(), isOpen: false }
  worker.addEventListener('message', ({ data }: MessageEvent<WithId<WorkerResponse> | WorkerProgress>) => {
    if (data.type === 'progress') return setLoadedBytes(data.loadedBytes)
    handle.pending.get(data.id)?.resolve(data)
    handle.pending.delete(data.id)
  })
  // The script did not load, or memory ran out. Pending requests fail and the next one starts a new worker.
  worker.addEventListener('error', event => {
    event.preventDefault()
    if (activeWorker === handle) activeWorker = undefined
    worker.terminate()
    for (const { reject } of handle.pending.values())
      reject(new OnDeviceUnavailableError(event.message ?? 'The worker ended'))
  })
  return handle
}

async function sendRequest<Type extends WorkerRequest['type']>(
  request: WorkerRequest & { type: Type },
): Promise<WorkerResponse & { type: Type }> {
  if (!('Worker' in window && 'OffscreenCanvas' in window))
    throw new OnDeviceUnavailableError('This browser has no workers or no OffscreenCanvas')
  activeWorker ??= startWorker()
  const { worker, pending } = activeWorker
  const response = await new Promise<WorkerResponse>((resolve, reject) => {
    const id = nextId++
    pending.set(id, { resolve, reject })
    worker.postMessage({ ...request, id } satisfies WithId<WorkerRequest>)
  })
  if (response.type === 'rejected') throw new VisionError(response.code, response.message)
  if (isResponse(response, request.type)) return response
  throw new OnDeviceUnavailableError(
    response.type === 'failed' ? response.message : `The worker answered ${response.type}`,
  )
}

const isResponse = <Type extends WorkerResponse['type']>(
  response: WorkerResponse,
  type: Type,
): response is WorkerResponse & { type: Type } => response.type === type

/**
 * Opens the model, which is fetched unless it is cached.
 * @throws OnDeviceUnavailableError
 */
export async function openModel(): Promise<void> {
  const refit = await getActiveHead()
  await duringModelDownload(() => sendRequest({ type: 'open', files: modelFiles, refit }))
  if (activeWorker) activeWorker.isOpen = true
}

/** Returns true if this device can diagnose offline, also after a restart. */
export const isModelCached = (): Promise<boolean> => areCached(Object.values(modelFiles).flat())

/** Returns true if this device can diagnose without a download. */
export const isModelReady = async (): Promise<boolean> => activeWorker?.isOpen === true || isModelCached()

/**
 * Fetches the model in the background once somebody is signed in, so that photos are diagnosed offline whatever screen was
 * opened before. It waits for a download that a screen has started. To save data, it only updates or completes a model that is
 * on this device.
 */
export const fetchModelInBackground = (): Promise<void> =>
  afterModelDownload(async () => {
    if (!(await isModelCached()) && (!prefersReducedData() || (await hasCachedFiles())))
      await Promise.all(Object.values(modelFiles).map(urls => fetchCachedChunks(urls)))
  })

/** A photo as it is sent, with its quality warnings. These are empty if the browser cannot check the quality. */
export type PreparedPhoto = { photo: File; quality: QualityWarning[] }

/**
 * Returns the photo to upload: upright JPEG without metadata, with a longer side of at most 1600 px, or 1024 px in data saver mode.
 * A browser that lacks a feature returns the original without its metadata, which the server converts in the same way.
 * @throws VisionError if the file is not a photo; ApiError too_big in a browser that cannot reduce it
 */
export const prepareUpload = async (original: File): Promise<File> => (await prepare(original, null)).photo

/**
 * Returns the photo to diagnose, with its quality warnings.
 * @throws VisionError if the file is not a photo; ApiError too_big in a browser that cannot reduce it
 */
export const prepareLeafPhoto = (original: File): Promise<PreparedPhoto> => prepare(original, qualityThresholds)

async function prepare(original: File, thresholds: typeof qualityThresholds | null): Promise<PreparedPhoto> {
  const size = isDataSaverOn() ? dataSaverUploadSize : defaultUploadSize
  try {
    const { photo, quality } = await sendRequest({ type: 'prepare', photo: original, thresholds, size })
    return { photo: new File([photo], toJpegName(original), { type: photo.type }), quality }
  } catch (error) {
    if (!(error instanceof OnDeviceUnavailableError)) throw error
    // What the server would answer, without sending the photo.
    if (original.size > imageLimits.bytes)
      throw new ApiError({ status: 413, error: 'too_big', message: t('upload.too_big') })
    const { removeMetadata } = await import('./remove-metadata.ts')
    return { photo: await removeMetadata(original), quality: [] }
  }
}

const toJpegName = ({ name }: File): string => `${name.replace(/\.[^.]*$/, '')}.jpg`

/**
 * Returns what to change before the photo is taken, or null if nothing.
 * @param frame the central square of what the camera sees
 * @throws OnDeviceUnavailableError
 */
export const checkFrame = async (frame: ImageData): Promise<FrameHint | null> =>
  (await sendRequest({ type: 'frame', frame, thresholds: qualityThresholds })).hint

/** The last diagnosis, which may have been started before the photos are submitted. */
let latest: { photos: readonly Blob[]; statedCrop: StatedCrop; answer: Promise<DeviceAnswer | null> } | undefined

/**
 * Returns the device's answer about photos of one plant from `prepareLeafPhoto`. The server gives the same answer for the same
 * bytes and model. The same photos with the same crop are diagnosed once.
 * @returns null when none of them shows a leaf
 * @throws OnDeviceUnavailableError; VisionError if one is not a photo
 */
export function getDeviceAnswer(photos: readonly Blob[], statedCrop: StatedCrop): Promise<DeviceAnswer | null> {
  const isSame =
    latest?.statedCrop === statedCrop &&
    latest.photos.length === photos.length &&
    latest.photos.every((photo, index) => photo === photos[index])
  if (latest && isSame) return latest.answer
  const started = { photos, statedCrop, answer: diagnose(photos, statedCrop) }
  latest = started
  // A failure, such as a lost network, must not be kept.
  started.answer.catch(() => {
    if (latest === started) latest = undefined
  })
  return started.answer
}

/** Starts the diagnosis of prepared photos if that needs no download, so that pressing the button shows an answer at once. */
export async function startDiagnosis(photos: readonly Blob[], statedCrop: StatedCrop): Promise<void> {
  if (await isModelReady().catch(() => false)) void getDeviceAnswer(photos, statedCrop).catch(() => undefined)
}

async function diagnose(photos: readonly Blob[], statedCrop: StatedCrop): Promise<DeviceAnswer | null> {
  await openModel()
  const { diagnosis } = await sendRequest({ type: 'diagnose', photos, statedCrop })
  const leaves = diagnosis.photos.map(({ finding, heatmapPng }) => ({ finding, heatmapPng }))
  return diagnosis.answer && { ...diagnosis.answer, modelVersion: diagnosis.modelVersion, leaves }
}
