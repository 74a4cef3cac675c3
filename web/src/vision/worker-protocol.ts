import type { DeviceDiagnosis, DevicePlantDiagnosis } from '@kutu/vision/browser/device-model'
import type { UploadSize } from '@kutu/vision/browser/upload-size'
import type { QualityThresholds, QualityWarning } from '@kutu/vision/quality/photo-quality'
import type { VisionErrorCode } from '@kutu/vision/vision-error'

import type { RefitHead } from './active-model.ts'

/** Addresses of the model's files and of the runtime, each in its pieces. */
export type ModelFiles = Record<'card' | 'head' | 'network' | 'runtime', readonly string[]>

/** What the page asks of the worker; each is answered once, under its number. */
export type WorkerRequest =
  | { want: 'opened'; files: ModelFiles; refit: RefitHead | null; threads: number }
  /** With thresholds the photo is judged, too; without a size it is sent as large as usual. */
  | { want: 'prepared'; photo: Blob; thresholds: QualityThresholds | null; size?: UploadSize }
  | { want: 'diagnosis'; photo: Blob }
  | { want: 'plant'; photos: readonly Blob[] }

export type WorkerResponse =
  | { kind: 'opened'; version: string }
  | { kind: 'prepared'; photo: Blob; quality: QualityWarning[] }
  | { kind: 'diagnosis'; diagnosis: DeviceDiagnosis }
  | { kind: 'plant'; diagnosis: DevicePlantDiagnosis }
  /** The photo is at fault. An error loses its class on the way, so a refusal is data here. */
  | { kind: 'refused'; code: VisionErrorCode; message: string }
  /** This device, or the network, is at fault: the server may still answer. */
  | { kind: 'failed'; message: string }

export type WithId<Message> = Message & { id: number }
