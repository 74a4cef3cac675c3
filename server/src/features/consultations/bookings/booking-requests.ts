import type { Booking, Meeting } from '@kutu/contract/consultations/consultations'
import type { App } from '../../../context.ts'
import { insertInto } from '../../../platform/db/complete-insert.ts'
import type { Db, Tx } from '../../../platform/db/database.ts'
import { fieldError } from '../../../platform/http/api-error.ts'
import type { Caller } from '../../../platform/http/authorization.ts'
import { isOwnAnalysis, loadAnalysisResults } from '../../detection/analyses/find-analysis.ts'
import { photoKey } from '../../detection/photos/photos.ts'

/** The text that a farmer writes with a booking. */
export type BookingRequest = {
  question?: string | undefined
  analysis?: string | undefined
  meeting?: Meeting | undefined
  place?: string | undefined
}

/**
 * Saves what the farmer wrote with a new booking, if anything.
 * @throws ApiError validation_failed for an analysis of somebody else
 */
export async function insertBookingRequest(
  tx: Tx,
  caller: Caller,
  bookingId: string,
  { question = null, analysis = null, meeting = null, place = null }: Nullable<BookingRequest>,
): Promise<void> {
  if (analysis !== null && !(await isOwnAnalysis(tx, caller.id, analysis)))
    throw fieldError('analysis', 'field.analysis_unknown')
  if ([question, analysis, meeting, place].every(value => value === null)) return
  await insertInto(tx, 'booking_requests', {
    booking_id: bookingId,
    farmer_id: caller.id,
    question,
    analysis_id: analysis,
    meeting,
    place,
  }).execute()
}

type Nullable<T> = { [K in keyof T]: T[K] | null }

/** Returns the analyses of booking requests as their reply shows them, by id. */
export async function loadRequestedAnalyses(
  db: Db,
  app: App,
  ids: readonly string[],
  origin: string,
): Promise<Map<string, NonNullable<Booking['analysis']>>> {
  const results = await loadAnalysisResults(db, ids)
  return new Map(
    [...results].map(([id, { photo_hash: hash, uploaded_at, ...result }]) => [
      id,
      { id, image: app.files.signedUrl(photoKey(hash), origin), uploaded_at: uploaded_at.toISOString(), ...result },
    ]),
  )
}
