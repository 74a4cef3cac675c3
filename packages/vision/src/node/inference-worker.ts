import { workerData } from 'piscina'
import type { StatedCrop } from '../inference/crop.ts'
import {
  type Detection,
  diagnoseImage,
  type ImageDiagnosis,
  type LeafDetection,
  type Model,
  type NotALeaf,
} from '../inference/detect.ts'
import { parseHead } from '../inference/head.ts'
import { perceptualHash } from '../quality/perceptual-hash.ts'
import { VisionError, type VisionErrorCode } from '../vision-error.ts'
import { readDecodedSize } from './decoded-size.ts'
import { readModelFiles } from './model-files.ts'
import { openNetwork } from './network.ts'
import { decodePhoto, encodeStoredPhoto, packHeatmap } from './photo-codec.ts'

/** The answer to a photo. Only a leaf comes with images for storage. */
export type Diagnosis = LeafDiagnosis | (NotALeaf & PhotoInfo)
export type LeafDiagnosis = LeafDetection &
  PhotoInfo &
  ReencodedPhoto &
  Pick<ImageDiagnosis, 'affectedArea' | 'viewEmbeddings'> &
  Fingerprinted & {
    /** The packed heat map, see encodeHeatmap; null for a healthy leaf. */
    heatmap: Uint8Array | null
  }
/** Size of the upright original, in pixels. */
type PhotoSize = { width: number; height: number }
/** `modelVersion`: the version that gave the answer. */
type PhotoInfo = PhotoSize & Pick<ImageDiagnosis, 'quality'> & { modelVersion: string }

/** A photo as it is stored: a JPEG in sRGB, at most 1600 px along its longer side, without metadata. */
export type ReencodedPhoto = PhotoSize & { photoJpeg: Uint8Array }

/** Perceptual hash of the photo, see perceptual-hash.ts. Stored in the columns of this name. */
type Fingerprinted = { fingerprint: bigint }

/** A photo as training data: its embedding and its image, without a label. */
export type TrainingSample = ReencodedPhoto &
  Fingerprinted &
  Pick<ImageDiagnosis, 'detection' | 'isBlank'> & {
    /** Mean embedding of the views. It does not depend on the head. */
    embedding: Float32Array
  }

export type PhotoTaskKind = 'detection' | 'diagnosis' | 'photo' | 'sample'

/** A message from the pool to a thread. */
export type WorkerTask =
  | { kind: 'ready' }
  | { kind: PhotoTaskKind; bytes: Uint8Array; head: SharedHead; statedCrop: StatedCrop }

/** A head in memory that all threads share; `bytes` has the format of head.bin. Two heads can have the same version. */
export type SharedHead = { id: string; version: string; bytes: SharedArrayBuffer }

/** The result of a task. An error is data, because structured cloning would lose its class. */
export type WorkerResult =
  | { kind: 'ready' }
  | { kind: 'detection'; detection: Detection }
  | { kind: 'diagnosis'; diagnosis: Diagnosis }
  | { kind: 'photo'; photo: ReencodedPhoto }
  | { kind: 'sample'; sample: TrainingSample }
  | { kind: 'error'; code: VisionErrorCode; message: string }

/** Start data of a thread. `loaded` is a shared counter of the threads that have loaded the model. */
export type WorkerData = { dir: string; loaded: Int32Array<SharedArrayBuffer> }

const { dir, loaded } = workerData as WorkerData
const shipped = await loadModel(dir)
let current = { headId: '', model: shipped }
Atomics.add(loaded, 0, 1)
Atomics.notify(loaded, 0)

/** Runs one task of the pool. Piscina calls it by this name. */
export async function runTask(task: WorkerTask): Promise<WorkerResult> {
  if (task.kind === 'ready') return { kind: 'ready' }
  try {
    if (task.kind === 'photo') {
      const { width, height } = await readDecodedSize(task.bytes)
      return { kind: 'photo', photo: { width, height, photoJpeg: await encodeStoredPhoto(task.bytes) } }
    }
    const photo = await decodePhoto(task.bytes)
    const { width, height } = photo
    const diagnose = async () => diagnoseImage(photo.resized, photo, getModelWithHead(task.head), task.statedCrop)
    if (task.kind === 'detection') return { kind: 'detection', detection: (await diagnose()).detection }
    // The photo for storage is encoded meanwhile, on a thread of libvips.
    const [encoded, diagnosed] = await Promise.allSettled([encodeStoredPhoto(task.bytes), diagnose()])
    if (diagnosed.status === 'rejected') throw diagnosed.reason
    if (encoded.status === 'rejected') throw encoded.reason
    const [photoJpeg, result] = [encoded.value, diagnosed.value]
    const { detection, affectedArea, heatmap, quality, isBlank, viewEmbeddings } = result
    const fingerprint = perceptualHash(photo.resized)
    if (task.kind === 'sample') {
      const embedding = Float32Array.from(result.embedding)
      return { kind: 'sample', sample: { width, height, photoJpeg, detection, isBlank, embedding, fingerprint } }
    }
    const info = { width, height, quality, modelVersion: task.head.version }
    const diagnosis: Diagnosis = detection.isLeaf
      ? {
          ...detection,
          ...info,
          affectedArea,
          viewEmbeddings,
          fingerprint,
          photoJpeg,
          heatmap: heatmap && packHeatmap(heatmap),
        }
      : { ...detection, ...info }
    return { kind: 'diagnosis', diagnosis }
  } catch (error) {
    if (error instanceof VisionError) return { kind: 'error', code: error.code, message: error.message }
    throw error
  }
}

/** Returns the model with the given head. The last head is cached, since it rarely changes. */
function getModelWithHead({ id, bytes }: SharedHead): Model {
  if (current.headId !== id) {
    const { card } = shipped
    const head = parseHead(new Uint8Array(bytes), card.classes.length, card.embeddingSize)
    current = { headId: id, model: { ...shipped, head } }
  }
  return current.model
}

async function loadModel(dir: string): Promise<Model> {
  const { card, head, networkPath } = await readModelFiles(dir)
  return { card, head, network: await openNetwork(networkPath, card) }
}
