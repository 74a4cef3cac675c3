import type { Detection, LeafDetection, NotALeaf } from '../inference/detect.ts'
import type { QualityWarning } from '../quality/photo-quality.ts'
import type { VisionErrorCode } from '../vision-error.ts'

/** What a photo shows, with the pictures to keep. A photo of no leaf is answered, but nothing of it is kept. */
export type Diagnosis = LeafDiagnosis | (NotALeaf & PhotoSize & QualityInfo & ModelInfo)
export type LeafDiagnosis = LeafDetection &
  PhotoSize &
  QualityInfo &
  ModelInfo & {
    /** Share of the leaf that looks affected, 0 to 1; null for a healthy leaf or too little leaf in sight. */
    affectedArea: number | null
    /** JPEG, sRGB, at most 1600 px along its longer side, without metadata. */
    storedPhoto: Uint8Array
    /** RGBA PNG of the whole photo's shape, to lay over it; null for a healthy leaf. */
    heatmapPng: Uint8Array | null
  }

/** A photo to keep that nobody asked about; `storedPhoto` as in a diagnosis. */
export type StoredPhoto = PhotoSize & { storedPhoto: Uint8Array }

/** What there is to learn from a photo, besides what it is said to show. */
export type TrainingSample = StoredPhoto & {
  detection: Detection
  /** What the network makes of it, whichever head is in use. */
  embedding: Float32Array
  /** Of what it looks like: see fingerprint.ts. */
  fingerprint: bigint
}

/** The version that answered. */
type ModelInfo = { modelVersion: string }

/** What is wrong with the photo itself. */
type QualityInfo = { quality: QualityWarning[] }

/** Of the upright original, in pixels. */
type PhotoSize = { width: number; height: number }

/** Between the pool and its threads. A refusal is data here, for an error loses its class on the way. */
export type WorkerTask =
  | { kind: 'ready' }
  | { kind: 'detection' | 'diagnosis' | 'photo' | 'lesson'; bytes: Uint8Array; head: SharedHead }

/** A head, shared by all threads; `bytes` are head.bin's. */
export type SharedHead = { version: string; bytes: SharedArrayBuffer }

export type WorkerResult =
  | { kind: 'ready' }
  | { kind: 'detection'; detection: Detection }
  | { kind: 'diagnosis'; diagnosis: Diagnosis }
  | { kind: 'photo'; photo: StoredPhoto }
  | { kind: 'lesson'; sample: TrainingSample }
  | { kind: 'refused'; code: VisionErrorCode; message: string }

/** What a thread is given at its start. `loaded` counts, over all threads, those that have read the model. */
export type WorkerData = { dir: string; loaded: Int32Array<SharedArrayBuffer> }
