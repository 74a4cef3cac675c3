import {
  checkPhotoQuality,
  type DeviceDiagnosis,
  type DeviceModel,
  openDeviceModel,
  preparePhoto,
} from '@kutu/vision/browser/device-model'
import { unpackRgb } from '@kutu/vision/browser/downscale'
import type { UploadSize } from '@kutu/vision/browser/upload-size'
import type { StatedCrop } from '@kutu/vision/inference/crop'
import { type FrameHint, findFrameHint } from '@kutu/vision/quality/frame-hint'
import type { QualityThresholds, QualityWarning } from '@kutu/vision/quality/photo-quality'
import { VisionError, type VisionErrorCode } from '@kutu/vision/vision-error'
import { evictOtherFiles, fetchCached, fetchCachedChunks, type OnBytes } from './model-cache.ts'

/** Addresses of the files of the model, each as a list of chunks. */
export type ModelFiles = Record<'card' | 'head' | 'network', readonly string[]>

/** A head that was refitted with experts' photos. `head` is its address. */
export type RefitHead = { version: string; head: string }

/** Messages from the page to the worker. Each gets one response with the same id. */
export type WorkerRequest =
  | { type: 'open'; files: ModelFiles; refit: RefitHead | null }
  /** With thresholds the quality is checked as well. */
  | { type: 'prepare'; photo: Blob; thresholds: QualityThresholds | null; size: UploadSize }
  | { type: 'frame'; frame: ImageData; thresholds: QualityThresholds }
  | { type: 'diagnose'; photos: readonly Blob[]; statedCrop: StatedCrop }

/** Sent while the files of the model arrive, before the response: the number of bytes so far, decompressed. */
export type WorkerProgress = { type: 'progress'; loadedBytes: number }

export type WorkerResponse =
  | { type: 'open'; version: string }
  | { type: 'prepare'; photo: Blob; quality: QualityWarning[] }
  | { type: 'frame'; hint: FrameHint | null }
  | { type: 'diagnose'; diagnosis: DeviceDiagnosis }
  /** The photo is invalid. An error would lose its class on the way, so it is sent as data. */
  | { type: 'rejected'; code: VisionErrorCode; message: string }
  /** The device or the network failed: the server may still be able to diagnose. */
  | { type: 'failed'; message: string }

export type WithId<Message> = Message & { id: number }

let vision: DeviceModel | undefined

async function loadVision(files: ModelFiles): Promise<DeviceModel> {
  const onBytes = createProgressReport()
  const downloads = [files.card, files.head, files.network].map(urls => fetchCachedChunks(urls, onBytes))
  // If one download fails the others still finish and are cached for the next attempt.
  await Promise.allSettled(downloads)
  const [card, head, network] = await Promise.all(downloads)
  if (!(card && head && network)) throw new Error('The model is not whole')
  const bytes = { card: new Uint8Array(card), head: new Uint8Array(head), network: new Uint8Array(network) }
  return openDeviceModel(bytes)
}

/** A message for each packet of a fast network would keep the page busy. */
const progressIntervalMs = 200

/** Returns a function that adds up the bytes and reports the sum to the page. */
function createProgressReport(): OnBytes {
  let loadedBytes = 0
  let reportedAt = 0
  return count => {
    loadedBytes += count
    const now = performance.now()
    if (now - reportedAt < progressIntervalMs) return
    reportedAt = now
    const message: WorkerProgress = { type: 'progress', loadedBytes }
    self.postMessage(message)
  }
}

/** Switches to the requested head. If it cannot be fetched now, the current one stays. */
async function selectHead(opened: DeviceModel, { files, refit }: WorkerRequest & { type: 'open' }): Promise<void> {
  if (refit === null) opened.resetHead()
  else if (refit.version !== opened.version) {
    try {
      opened.setHead(refit.version, decodeHead(await fetchCached(refit.head)))
    } catch {
      return
    }
  }
  await evictOtherFiles([...Object.values(files).flat(), ...(refit ? [refit.head] : [])])
}

/** Decodes the head, which the server sends in base64. */
function decodeHead(response: ArrayBuffer): Uint8Array {
  const { head }: { head: string } = JSON.parse(new TextDecoder().decode(response))
  return Uint8Array.from(atob(head), character => character.charCodeAt(0))
}

async function handleRequest(request: WorkerRequest): Promise<WorkerResponse> {
  try {
    if (request.type === 'prepare') {
      const photo = await preparePhoto(request.photo, request.size)
      // A photo whose quality cannot be checked is sent anyway.
      const quality = request.thresholds ? await checkPhotoQuality(photo, request.thresholds).catch(() => []) : []
      return { type: 'prepare', photo, quality }
    }
    if (request.type === 'frame') {
      const { width, height, data } = request.frame
      const frame = { width, height, data: unpackRgb(new Int32Array(data.buffer)) }
      return { type: 'frame', hint: findFrameHint(frame, request.thresholds) }
    }
    if (request.type === 'open') {
      vision ??= await loadVision(request.files)
      await selectHead(vision, request)
      return { type: 'open', version: vision.version }
    }
    if (vision === undefined) throw new Error('The model is not open')
    return { type: 'diagnose', diagnosis: await vision.diagnose(request.photos, request.statedCrop) }
  } catch (error) {
    if (error instanceof VisionError) return { type: 'rejected', code: error.code, message: error.message }
    return { type: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}

const respond = (response: WorkerResponse, id: number): void => {
  const message: WithId<WorkerResponse> = { ...response, id }
  self.postMessage(message)
}

let queue: Promise<void> = Promise.resolve()

function onMessage({ data }: MessageEvent<WithId<WorkerRequest>>): void {
  const run = async () => respond(await handleRequest(data), data.id)
  // Photos are prepared and frames checked while the model is still loading. Everything else runs one after the other: two
  // photos at a time would take twice the memory and no less time.
  if (data.type === 'prepare' || data.type === 'frame') void run()
  else queue = queue.then(run)
}

self.addEventListener('message', onMessage)
