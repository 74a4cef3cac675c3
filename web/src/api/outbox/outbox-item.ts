import type { RustClass } from '@kutu/contract/common'
import type { AnalysisInput, QualityWarning } from '@kutu/contract/detection'
import type { Finding } from '@kutu/vision/inference/verdict'

/** The device's answer, for one photo or for several photos of one plant. */
export type DeviceAnswer = {
  finding: Finding
  modelVersion: string
  /** In the order of the photos. */
  leaves: DeviceLeaf[]
  /** The index of the photo that represents the plant. */
  leading: number
  /** False when the leading photo's heat map would show a different class than the answer. */
  showsHeatmap: boolean
}

/** The result of one photo. `finding` is null when it shows no leaf. */
export type DeviceLeaf = { finding: Finding | null; heatmapPng: Blob | null }

/**
 * - sending: the form is submitting it; treated as waiting if the page was closed meanwhile
 * - waiting: sent as soon as the server can be reached
 * - refused: rejected by the server, with its message
 * - differs: stored by the server with a different class than the device's answer
 */
export type OutboxState =
  | { kind: 'sending' }
  | { kind: 'waiting' }
  | { kind: 'refused'; message: string }
  | { kind: 'differs'; analysisId: string; rustClass: RustClass }

export type OutboxPhoto = { photo: Blob; name: string; quality: QualityWarning[] }

/** An outbox record in IndexedDB. Phones hold older records, so a change needs a migration in outbox-database.ts. */
export type OutboxItem = {
  /** The Idempotency-Key of every attempt. */
  key: string
  /** Only the owner submits the item: several users may share one phone. */
  ownerId: string
  photos: [OutboxPhoto, ...OutboxPhoto[]]
  /** The text fields that are sent with the photos. A record made by an older version lacks newer fields. */
  input: AnalysisInput
  takenAt: string
  /** When it was put into the outbox. A record made by an older version lacks it, and has that time in `takenAt`. */
  addedAt?: string
  answer: DeviceAnswer | null
  state: OutboxState
}

export const getTimeAdded = ({ addedAt, takenAt }: OutboxItem): string => addedAt ?? takenAt
