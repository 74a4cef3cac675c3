import type { DeviceDiagnosis, DevicePlantDiagnosis } from '@kutu/vision/browser/device-model'
import { dataSaverUploadSize, defaultUploadSize } from '@kutu/vision/browser/upload-size'
import type { QualityWarning } from '@kutu/vision/quality/photo-quality'
import { VisionError } from '@kutu/vision/vision-error'
import { isDataSaverOn } from '../api/device-settings.ts'
import { getActiveHead } from './active-model.ts'
import { areCached, fetchCachedChunks, hasCachedFiles } from './model-cache.ts'
import { modelFiles, qualityThresholds } from './model-files.ts'
import type { WithId, WorkerRequest, WorkerResponse } from './worker-protocol.ts'

/** This device cannot diagnose now: no network for the model's files, or no means. The server may still answer. */
export class OnDeviceUnavailableError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NotOnDevice'
  }
}

type PendingRequest = { resolve: (response: WorkerResponse) => void; reject: (error: Error) => void }
type WorkerHandle = { worker: Worker; pending: Map<number, PendingRequest>; isOpen: boolean }

let activeWorker: WorkerHandle | undefined
let nextId = 0
/** Two share the work nearly by half; a third only waits for the others. */
let threads = self.crossOriginIsolated && navigator.hardwareConcurrency > 1 ? 2 : 1

function startWorker(): WorkerHandle {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'vision' })
  const handle: WorkerHandle = { worker, pending: new Map(), isOpen: false }
  worker.addEventListener('message', ({ data }: MessageEvent<WithId<WorkerResponse>>) => {
    handle.pending.get(data.id)?.resolve(data)
    handle.pending.delete(data.id)
  })
  // Its script did not arrive, or it ran out of memory: whoever waits is told, and the next call starts another.
  worker.addEventListener('error', event => {
    event.preventDefault()
    if (activeWorker === handle) activeWorker = undefined
    threads = 1
    worker.terminate()
    for (const { reject } of handle.pending.values())
      reject(new OnDeviceUnavailableError(event.message ?? 'The worker ended'))
  })
  return handle
}

async function sendRequest<Kind extends WorkerRequest['want']>(
  request: WorkerRequest & { want: Kind },
): Promise<WorkerResponse & { kind: Kind }> {
  if (!('Worker' in window && 'OffscreenCanvas' in window))
    throw new OnDeviceUnavailableError('This browser lacks the means')
  activeWorker ??= startWorker()
  const { worker, pending } = activeWorker
  const response = await new Promise<WorkerResponse>((resolve, reject) => {
    const id = nextId++
    pending.set(id, { resolve, reject })
    worker.postMessage({ ...request, id } satisfies WithId<WorkerRequest>)
  })
  if (response.kind === 'refused') throw new VisionError(response.code, response.message)
  if (isResponse(response, request.want)) return response
  throw new OnDeviceUnavailableError(
    response.kind === 'failed' ? response.message : `The worker answered ${response.kind}`,
  )
}

const isResponse = <Kind extends WorkerResponse['kind']>(
  response: WorkerResponse,
  kind: Kind,
): response is WorkerResponse & { kind: Kind } => response.kind === kind

/**
 * Fetches the model unless the device keeps it already, and opens it.
 * @returns its version
 * @throws NotOnDevice
 */
export async function openModel(): Promise<string> {
  const { version } = await sendRequest({ want: 'opened', files: modelFiles, refit: await getActiveHead(), threads })
  if (activeWorker) activeWorker.isOpen = true
  return version
}

/** Whether this device answers without a network, now and after a new start. */
export const isModelCached = (): Promise<boolean> => areCached(Object.values(modelFiles).flat())

/** Whether this device answers at once: it need fetch nothing for it. */
export const isModelReady = async (): Promise<boolean> => activeWorker?.isOpen === true || isModelCached()

/**
 * A device that kept an earlier model gets the newer one as soon as the app is opened, not only when it is needed; one on
 * which a model came in part gets the rest.
 */
export async function updateCachedModel(): Promise<void> {
  if ((await hasCachedFiles()) && !(await isModelCached()))
    await Promise.all(Object.values(modelFiles).map(fetchCachedChunks))
}

/** A photo as it is sent, and what is wrong with it: nothing known where the browser lacks the means. */
export type PreparedPhoto = { photo: File; quality: QualityWarning[] }

/**
 * The photo to send in place of the chosen one: upright, at most 1600 px along its longer side, 1024 where its sender saves
 * data, JPEG. Where the browser lacks the means it stays as it is, and the server does the same to it.
 * @throws VisionError when it is no photo
 */
export const prepareUpload = async (original: File): Promise<File> => (await prepare(original, null)).photo

/**
 * The photo to have diagnosed, with what is wrong with it.
 * @throws VisionError when it is no photo
 */
export const prepareDiagnosis = (original: File): Promise<PreparedPhoto> => prepare(original, qualityThresholds)

async function prepare(original: File, thresholds: typeof qualityThresholds | null): Promise<PreparedPhoto> {
  const size = isDataSaverOn() ? dataSaverUploadSize : defaultUploadSize
  try {
    const { photo, quality } = await sendRequest({ want: 'prepared', photo: original, thresholds, size })
    const isUnchanged = photo.size === original.size && photo.type === original.type
    return { photo: isUnchanged ? original : new File([photo], toJpegName(original), { type: photo.type }), quality }
  } catch (error) {
    if (error instanceof OnDeviceUnavailableError) return { photo: original, quality: [] }
    throw error
  }
}

const toJpegName = ({ name }: File): string => `${name.replace(/\.[^.]*$/, '')}.jpg`

/**
 * Diagnoses a photo that prepareDiagnosis has made: the answer is the server's to the same bytes by the same model.
 * @throws NotOnDevice, VisionError when it is no photo
 */
export async function diagnoseOnDevice(prepared: Blob): Promise<DeviceDiagnosis> {
  await openModel()
  const { diagnosis } = await sendRequest({ want: 'diagnosis', photo: prepared })
  return diagnosis
}

/**
 * Diagnoses photos of one plant that prepareDiagnosis has made, each and together.
 * @throws NotOnDevice, VisionError when one is no photo
 */
export async function diagnosePlantOnDevice(prepared: readonly Blob[]): Promise<DevicePlantDiagnosis> {
  await openModel()
  const { diagnosis } = await sendRequest({ want: 'plant', photos: prepared })
  return diagnosis
}
