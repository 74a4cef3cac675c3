import type { DeviceDiagnosis, DevicePlantDiagnosis } from '@kutu/vision/browser'
import type { QualityWarning } from '@kutu/vision/quality'
import { sparingSize, usualSize } from '@kutu/vision/sent-size'
import { VisionError } from '@kutu/vision/vision-error'
import { isSavingData } from '../api/device.ts'
import { activeHead } from './active-model.ts'
import { areKept, hasKeptAny, keptPieces } from './kept-files.ts'
import { modelFiles, qualityThresholds } from './model-files.ts'
import type { Answer, Numbered, Request } from './protocol.ts'

/** This device cannot diagnose now: no network for the model's files, or no means. The server may still answer. */
export class NotOnDevice extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NotOnDevice'
  }
}

type Waiting = { resolve: (answer: Answer) => void; reject: (error: Error) => void }
type Running = { worker: Worker; waiting: Map<number, Waiting>; isOpen: boolean }

let running: Running | undefined
let count = 0
/** Two share the work nearly by half; a third only waits for the others. */
let threads = self.crossOriginIsolated && navigator.hardwareConcurrency > 1 ? 2 : 1

function start(): Running {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'vision' })
  const started: Running = { worker, waiting: new Map(), isOpen: false }
  worker.addEventListener('message', ({ data }: MessageEvent<Numbered<Answer>>) => {
    started.waiting.get(data.id)?.resolve(data)
    started.waiting.delete(data.id)
  })
  // Its script did not arrive, or it ran out of memory: whoever waits is told, and the next call starts another.
  worker.addEventListener('error', event => {
    event.preventDefault()
    if (running === started) running = undefined
    threads = 1
    worker.terminate()
    for (const { reject } of started.waiting.values()) reject(new NotOnDevice(event.message ?? 'The worker ended'))
  })
  return started
}

async function ask<Kind extends Request['want']>(request: Request & { want: Kind }): Promise<Answer & { kind: Kind }> {
  if (!('Worker' in window && 'OffscreenCanvas' in window)) throw new NotOnDevice('This browser lacks the means')
  running ??= start()
  const { worker, waiting } = running
  const answer = await new Promise<Answer>((resolve, reject) => {
    const id = count++
    waiting.set(id, { resolve, reject })
    worker.postMessage({ ...request, id } satisfies Numbered<Request>)
  })
  if (answer.kind === 'refused') throw new VisionError(answer.word, answer.message)
  if (isOf(answer, request.want)) return answer
  throw new NotOnDevice(answer.kind === 'failed' ? answer.message : `The worker answered ${answer.kind}`)
}

const isOf = <Kind extends Answer['kind']>(answer: Answer, kind: Kind): answer is Answer & { kind: Kind } =>
  answer.kind === kind

/**
 * Fetches the model unless the device keeps it already, and opens it.
 * @returns its version
 * @throws NotOnDevice
 */
export async function openModel(): Promise<string> {
  const { version } = await ask({ want: 'opened', files: modelFiles, refit: await activeHead(), threads })
  if (running) running.isOpen = true
  return version
}

/** Whether this device answers without a network, now and after a new start. */
export const isModelKept = (): Promise<boolean> => areKept(Object.values(modelFiles).flat())

/** Whether this device answers at once: it need fetch nothing for it. */
export const canAnswerNow = async (): Promise<boolean> => running?.isOpen === true || isModelKept()

/**
 * A device that kept an earlier model gets the newer one as soon as the app is opened, not only when it is needed; one on
 * which a model came in part gets the rest.
 */
export async function keepCurrent(): Promise<void> {
  if ((await hasKeptAny()) && !(await isModelKept())) await Promise.all(Object.values(modelFiles).map(keptPieces))
}

/** A photo as it is sent, and what is wrong with it: nothing known where the browser lacks the means. */
export type Prepared = { photo: File; quality: QualityWarning[] }

/**
 * The photo to send in place of the chosen one: upright, at most 1600 px along its longer side, 1024 where its sender saves
 * data, JPEG. Where the browser lacks the means it stays as it is, and the server does the same to it.
 * @throws VisionError when it is no photo
 */
export const prepareUpload = async (chosen: File): Promise<File> => (await prepare(chosen, null)).photo

/**
 * The photo to have diagnosed, with what is wrong with it.
 * @throws VisionError when it is no photo
 */
export const prepareDiagnosis = (chosen: File): Promise<Prepared> => prepare(chosen, qualityThresholds)

async function prepare(chosen: File, thresholds: typeof qualityThresholds | null): Promise<Prepared> {
  const size = isSavingData() ? sparingSize : usualSize
  try {
    const { photo, quality } = await ask({ want: 'prepared', photo: chosen, thresholds, size })
    const isUnchanged = photo.size === chosen.size && photo.type === chosen.type
    return { photo: isUnchanged ? chosen : new File([photo], nameOf(chosen), { type: photo.type }), quality }
  } catch (error) {
    if (error instanceof NotOnDevice) return { photo: chosen, quality: [] }
    throw error
  }
}

const nameOf = ({ name }: File): string => `${name.replace(/\.[^.]*$/, '')}.jpg`

/**
 * Diagnoses a photo that prepareDiagnosis has made: the answer is the server's to the same bytes by the same model.
 * @throws NotOnDevice, VisionError when it is no photo
 */
export async function diagnoseHere(prepared: Blob): Promise<DeviceDiagnosis> {
  await openModel()
  const { diagnosis } = await ask({ want: 'diagnosis', photo: prepared })
  return diagnosis
}

/**
 * Diagnoses photos of one plant that prepareDiagnosis has made, each and together.
 * @throws NotOnDevice, VisionError when one is no photo
 */
export async function diagnosePlantHere(prepared: readonly Blob[]): Promise<DevicePlantDiagnosis> {
  await openModel()
  const { diagnosis } = await ask({ want: 'plant', photos: prepared })
  return diagnosis
}
