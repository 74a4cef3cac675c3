import type { DevicePlantDiagnosis } from '@kutu/vision/browser/device-model'
import type { UploadSize } from '@kutu/vision/browser/upload-size'
import type { StatedCrop } from '@kutu/vision/inference/crop'
import type { FrameHint } from '@kutu/vision/quality/frame-hint'
import type { QualityThresholds, QualityWarning } from '@kutu/vision/quality/photo-quality'
import type { VisionErrorCode } from '@kutu/vision/vision-error'

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
  | { type: 'diagnose'; diagnosis: DevicePlantDiagnosis }
  /** The photo is invalid. An error would lose its class on the way, so it is sent as data. */
  | { type: 'rejected'; code: VisionErrorCode; message: string }
  /** The device or the network failed: the server may still be able to diagnose. */
  | { type: 'failed'; message: string }

export type WithId<Message> = Message & { id: number }
