import type { ProfileDetails } from '@kutu/contract/accounts/corrections'
import type { RustClass } from '@kutu/contract/common'
import type { ApiRequestBody } from '../endpoints.ts'

type PostBody = ApiRequestBody<'POST /api/community/posts/'>
type BookingBody = ApiRequestBody<'POST /api/consultations/consultations/'>

/** The parts of a profile that wait offline. Personal details do not: a shared phone should not keep the number of an ID. */
export type DetailsBodies = {
  phone_number: Pick<ProfileDetails, 'phone_number'>
  farm: NonNullable<ProfileDetails['farm']> & { farm_size: number; district: string }
  expert: NonNullable<ProfileDetails['expert']>
}
export type DetailsPart = keyof DetailsBodies
/** A new version of a part. `known`: the versions that the server may hold unless somebody changed it elsewhere. */
export type DetailsChange<Part extends DetailsPart = DetailsPart> = {
  [P in Part]: { part: P; body: DetailsBodies[P]; known: object[] }
}[Part]

/** A slot as it was when it was booked offline. */
export type SlotRef = {
  id: string
  start_time: string
  end_time: string
  expert: { id: string; username: string }
}

/** An analysis on the server, or a photo in the outbox that has no analysis yet. */
export type AnalysisRef = { id: string } | { itemKey: string }

/** The data of each kind of write, beside photos for analysis, that waits in the outbox. */
export type WriteData = {
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
  /** An answer found wrong. `label`: what the leaf shows, if the reader knows it. */
  report: { analysisId: string; predictedClass: RustClass; label: RustClass | null }
  cancellation: { bookingId: string; expertName: string; startTime: string; endTime: string; reason: string }
  details: DetailsChange
}
export type WriteKind = keyof WriteData

/**
 * - waiting: sent as soon as the server can be reached
 * - refused: rejected by the server, with its message and error code; sent again after a change
 * - arrived: changed after the first version had reached the server, which counts
 */
export type WriteState = { kind: 'waiting' } | { kind: 'refused'; message: string; code?: string } | { kind: 'arrived' }

/** A write in IndexedDB. Phones hold older records, so a change needs a migration in outbox-database.ts. */
export type OutboxWrite<Kind extends WriteKind = WriteKind> = {
  [K in Kind]: {
    /** The Idempotency-Key of every attempt. */
    key: string
    /** Only the owner sends the write: several users may share one phone. */
    ownerId: string
    kind: K
    data: WriteData[K]
    createdAt: string
    /** Counts the changes, so that a change made while an earlier version is being sent is noticed. */
    revision: number
    state: WriteState
  }
}[Kind]

const getRef = ({ data }: OutboxWrite): AnalysisRef | null => ('analysis' in data ? (data.analysis ?? null) : null)

/** Returns the key of the photo that a write waits for, if its analysis does not exist yet. */
export function getAnalysisRef(write: OutboxWrite): string | undefined {
  const ref = getRef(write)
  return ref !== null && 'itemKey' in ref ? ref.itemKey : undefined
}

/** Returns the id of the analysis that a write refers to, or undefined if it refers to none. */
export const getAnalysisId = (ref: AnalysisRef | null): string | undefined =>
  ref !== null && 'id' in ref ? ref.id : undefined

export function withAnalysis(write: OutboxWrite, id: string): OutboxWrite {
  if (write.kind === 'post') return { ...write, data: { ...write.data, analysis: { id } } }
  if (write.kind !== 'booking') return write
  const { analysis: _, ...data } = write.data
  return { ...write, data: { ...data, topic: { ...data.topic, analysis: id } } }
}
