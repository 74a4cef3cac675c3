import type { RustClass } from '@kutu/contract/common'
import type { AnalysisInput, FieldAnswer, QualityWarning } from '@kutu/contract/detection'
import type { PlantAnswer } from '@kutu/vision/inference/plant'
import type { DiagnosedPhoto } from '../../vision/worker.ts'
import type { ApiRequestBody } from '../endpoints.ts'
import { newIdempotencyKey } from '../idempotency-key.ts'
import { getServerTime } from '../session/server-clock.ts'
import { getStoredUser } from '../session/session.ts'

/**
 * The device's answer, for one photo or for several photos of one plant. `leading`: the index of the photo that represents the
 * plant; `leaves`: in the order of the photos.
 */
export type DeviceAnswer = PlantAnswer<number> & {
  modelVersion: string
  leaves: Pick<DiagnosedPhoto, 'finding' | 'heatmapPng'>[]
}

type PostBody = ApiRequestBody<'POST /api/community/posts/'>
type BookingBody = ApiRequestBody<'POST /api/consultations/consultations/'>

/** A slot as it was when it was booked offline. */
export type SlotRef = {
  id: string
  start_time: string
  end_time: string
  expert: { id: string; username: string }
}

/** An analysis on the server, or a photo in the outbox that has no analysis yet. */
export type AnalysisRef = { id: string } | { itemKey: string }

export type OutboxPhoto = { photo: Blob; name: string; quality: QualityWarning[] }

/** The data of each kind of item. */
export type ItemData = {
  /** Photos of one plant for analysis. `input`: the text fields sent with them. `answer`: the device's, once it has one. */
  photo: {
    photos: [OutboxPhoto, ...OutboxPhoto[]]
    input: AnalysisInput
    takenAt: string
    answer: DeviceAnswer | null
  }
  post: {
    /** Only other clients spell leaf blast in two ways. */
    form: Pick<PostBody, 'title' | 'content' | 'crop_type' | 'urgency_level'> & {
      disease_type: Exclude<PostBody['disease_type'], 'leaf_blast'>
    }
    /** The photo of the post. `id` is its id once uploaded; `key` is the Idempotency-Key of the upload. */
    photo: { file: File; key: string; id?: string } | null
    analysis: AnalysisRef | null
  }
  comment: { postId: string; postTitle: string; content: string }
  /** `analysis`: a leaf in the outbox whose analysis the topic gets once it exists. */
  booking: { slot: SlotRef; topic: Omit<BookingBody, 'slot_id'>; analysis?: AnalysisRef }
  /** The farmer's answers about the plant of a leaf, in place of earlier ones. */
  answers: { analysis: AnalysisRef | null; answers: FieldAnswer[] }
  /** An answer found wrong. `label`: what the leaf shows, if the reader knows it. */
  report: { analysisId: string; predictedClass: RustClass; label: RustClass | null }
  cancellation: { bookingId: string; expertName: string; startTime: string; endTime: string; reason: string }
}
export type ItemKind = keyof ItemData
/** Everything but photos: what the user has written. */
export type WriteKind = Exclude<ItemKind, 'photo'>

/**
 * - sending: a form of this page is sending it and waits for the reply; never stored, so a closed page leaves it waiting
 * - waiting: sent as soon as the server can be reached
 * - refused: rejected by the server, with its message and error code; a write is sent again after a change
 * - arrived: changed after the first version had reached the server, which counts
 * - differs: stored by the server with a different class than the device's answer
 */
export type OutboxState =
  | { kind: 'sending' }
  | { kind: 'waiting' }
  | { kind: 'refused'; message: string; code?: string }
  | { kind: 'arrived' }
  | { kind: 'differs'; analysisId: string; rustClass: RustClass }

/** The meaning of each state: the server has the item; the user has to look at it before anything more can happen. */
export const stateRules: Readonly<Record<OutboxState['kind'], { isOnServer: boolean; needsDecision: boolean }>> = {
  sending: { isOnServer: false, needsDecision: false },
  waiting: { isOnServer: false, needsDecision: false },
  refused: { isOnServer: false, needsDecision: true },
  arrived: { isOnServer: true, needsDecision: true },
  differs: { isOnServer: true, needsDecision: false },
}

/** An item of the outbox, as it is in IndexedDB. */
export type OutboxItem<Kind extends ItemKind = ItemKind> = {
  [K in Kind]: {
    /** The Idempotency-Key of every attempt. */
    key: string
    /** Only the owner sends the item: several users may share one phone. */
    ownerId: string
    kind: K
    data: ItemData[K]
    createdAt: string
    /** Counts the changes, so that a change made while an earlier version is being sent is noticed. */
    revision: number
    state: OutboxState
  }
}[Kind]
export type OutboxWrite<Kind extends WriteKind = WriteKind> = OutboxItem<Kind>

export const isPhoto = (item: OutboxItem): item is OutboxItem<'photo'> => item.kind === 'photo'
export const isWrite = (item: OutboxItem): item is OutboxWrite => item.kind !== 'photo'

/** Builds an item of the signed-in user. `key`: the Idempotency-Key of an attempt that may have reached the server. */
export const makeItem = <Kind extends ItemKind>(
  kind: Kind,
  data: ItemData[Kind],
  key = newIdempotencyKey(),
): OutboxItem<Kind> =>
  ({
    key,
    ownerId: getStoredUser()?.id ?? '',
    kind,
    data,
    createdAt: getServerTime().toISOString(),
    revision: 0,
    state: { kind: 'waiting' },
  }) as OutboxItem<Kind>

/** Returns an item with new data, which is then sent again. */
export const withData = (item: OutboxItem, data: ItemData[ItemKind]): OutboxItem =>
  ({ ...item, data, revision: item.revision + 1, state: { kind: 'waiting' } }) as OutboxItem

/** Returns the key of the photo that an item waits for, if its analysis does not exist yet. */
export function getAwaitedPhoto({ data }: OutboxItem): string | undefined {
  const ref = 'analysis' in data ? data.analysis : null
  return ref && 'itemKey' in ref ? ref.itemKey : undefined
}

/** Returns the id of the analysis that a write refers to, or undefined if it refers to none. */
export const getAnalysisId = (ref: AnalysisRef | null): string | undefined =>
  ref !== null && 'id' in ref ? ref.id : undefined

export function withAnalysis(item: OutboxItem, id: string): OutboxItem {
  if (item.kind === 'post') return { ...item, data: { ...item.data, analysis: { id } } }
  if (item.kind === 'answers') return { ...item, data: { ...item.data, analysis: { id } } }
  if (item.kind !== 'booking') return item
  const { analysis: _, ...data } = item.data
  return { ...item, data: { ...data, topic: { ...data.topic, analysis: id } } }
}
