import type { DeviceDiagnosis, DevicePlantDiagnosis } from '@kutu/vision/browser/device-model'
import type { UploadSize } from '@kutu/vision/browser/upload-size'
import type { QualityThresholds, QualityWarning } from '@kutu/vision/quality/photo-quality'
import type { VisionErrorCode } from '@kutu/vision/vision-error'

import type { RefitHead } from './active-model.ts'

/** Addresses of the files of the model and of the runtime, each as a list of chunks. */
export type ModelFiles = Record<'card' | 'head' | 'network' | 'runtime', readonly string[]>

/** Messages from the page to the worker. Each gets one response with the same id. */
export type WorkerRequest =
  | { want: 'opened'; files: ModelFiles; refit: RefitHead | null; threads: number }
  /** With thresholds the quality is checked as well; without a size the usual upload size is used. */
  | { want: 'prepared'; photo: Blob; thresholds: QualityThresholds | null; size?: UploadSize }
  | { want: 'diagnosis'; photo: Blob }
  | { want: 'plant'; photos: readonly Blob[] }

export type WorkerResponse =
  | { kind: 'opened'; version: string }
  | { kind: 'prepared'; photo: Blob; quality: QualityWarning[] }
  | { kind: 'diagnosis'; diagnosis: DeviceDiagnosis }
  | { kind: 'plant'; diagnosis: DevicePlantDiagnosis }
  /** The photo is invalid. An error would lose its class on the way, so it is sent as data. */
  | { kind: 'refused'; code: VisionErrorCode; message: string }
  /** The device or the network failed: the server may still be able to diagnose. */
  | { kind: 'failed'; message: string }

export type WithId<Message> = Message & { id: number }
