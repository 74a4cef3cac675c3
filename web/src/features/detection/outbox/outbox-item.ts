import type { CropType, RustClass } from '@kutu/contract/common'
import type { QualityWarning } from '@kutu/contract/detection'
import type { Finding } from '@kutu/vision/inference/verdict'

/** What this phone said: of one photo, or of several of one plant together. */
export type DeviceAnswer = {
  finding: Finding
  modelVersion: string
  /** Of each photo, in their order. */
  leaves: DeviceLeaf[]
  /** The place of the photo that stands for the plant. */
  leading: number
  /** False where the leading photo's heat map would show another class than the answer. */
  showsHeatmap: boolean
}

/** What one photo said for itself; no finding where it showed no leaf. */
export type DeviceLeaf = { finding: Finding | null; heatmapPng: Blob | null }

/**
 * - sending: in the hands of the form; where its page was left meanwhile, as good as waiting
 * - waiting: to be sent as soon as the server can be reached
 * - refused: the server will not have it, and said why
 * - differs: filed, but the server's answer, which is the record, is another than this phone's
 */
export type OutboxState =
  | { kind: 'sending' }
  | { kind: 'waiting' }
  | { kind: 'refused'; message: string }
  | { kind: 'differs'; analysisId: string; rustClass: RustClass }

export type OutboxPhoto = { photo: Blob; name: string; quality: QualityWarning[] }

/** A photo on its way to the server, or several of one plant. */
export type OutboxItem = {
  /** The Idempotency-Key of every attempt to send it. */
  key: string
  /** Only its owner sends it: a phone may have several users. */
  ownerId: string
  photos: [OutboxPhoto, ...OutboxPhoto[]]
  crop: CropType | null
  takenAt: string
  answer: DeviceAnswer | null
  state: OutboxState
}
