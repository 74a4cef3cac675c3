import type { StatedCrop } from '../inference/crop.ts'
import type { Detection, LeafDetection, NotALeaf } from '../inference/detect.ts'
import type { QualityWarning } from '../quality/photo-quality.ts'
import type { VisionErrorCode } from '../vision-error.ts'

/** The answer to a photo. Only a leaf comes with images for storage. */
export type Diagnosis = LeafDiagnosis | (NotALeaf & PhotoSize & QualityInfo & ModelInfo)
export type LeafDiagnosis = LeafDetection &
  PhotoSize &
  QualityInfo &
  ModelInfo & {
    /** Share of the leaf that looks affected, 0 to 1; null for a healthy leaf or too little visible leaf. */
    affectedArea: number | null
    /** Embeddings of the views, float32 [views, embedding], to answer again with another crop. */
    viewEmbeddings: Float32Array
    /** JPEG in sRGB, at most 1600 px along its longer side, without metadata. */
    storedPhoto: Uint8Array
    /** RGBA PNG with the photo's aspect ratio, an overlay; null for a healthy leaf. */
    heatmapPng: Uint8Array | null
  }

/** A photo re-encoded for storage, as in a diagnosis. */
export type ReencodedPhoto = PhotoSize & { storedPhoto: Uint8Array }

/** A photo as training data: its embedding and its image, without a label. */
export type TrainingSample = ReencodedPhoto & {
  detection: Detection
  /** True for a photo of very few pixels or of one plain color. */
  isBlank: boolean
  /** Mean embedding of the views. It does not depend on the head. */
  embedding: Float32Array
  /** Perceptual hash of the photo, see perceptual-hash.ts. Stored in the column of this name. */
  fingerprint: bigint
}

/** The version that gave the answer. */
type ModelInfo = { modelVersion: string }

/** Warnings about the photo itself. */
type QualityInfo = { quality: QualityWarning[] }

/** Size of the upright original, in pixels. */
type PhotoSize = { width: number; height: number }

/** Time that a thread spent on a photo, in seconds. */
export type StageSeconds = { decode: number; inference: number; encode: number }

export type PhotoTaskKind = 'detection' | 'diagnosis' | 'photo' | 'sample'

/** A message from the pool to a thread. */
export type WorkerTask =
  | { kind: 'ready' }
  | { kind: PhotoTaskKind; bytes: Uint8Array; head: SharedHead; statedCrop: StatedCrop }

/** A head in memory that all threads share; `bytes` has the format of head.bin. */
export type SharedHead = { version: string; bytes: SharedArrayBuffer }

/** The result of a task. An error is data, because structured cloning would lose its class. */
export type WorkerResult =
  | { kind: 'ready' }
  | { kind: 'detection'; detection: Detection }
  | { kind: 'diagnosis'; diagnosis: Diagnosis; stages: StageSeconds }
  | { kind: 'photo'; photo: ReencodedPhoto }
  | { kind: 'sample'; sample: TrainingSample }
  | { kind: 'error'; code: VisionErrorCode; message: string }

/** Start data of a thread. `loaded` is a shared counter of the threads that have loaded the model. */
export type WorkerData = { dir: string; loaded: Int32Array<SharedArrayBuffer> }
