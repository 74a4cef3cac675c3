import type { Senders } from '../../api/outbox/send-writes.ts'
import { sendComment, sendPost } from '../../features/community/outbox/send.ts'
import { sendBooking, sendCancellation } from '../../features/consultations/outbox/send.ts'
import { sendReport } from '../../features/detection/outbox/send-report.ts'

/** How each kind of write in the outbox is sent. */
export const senders: Senders = {
  post: sendPost,
  comment: sendComment,
  booking: sendBooking,
  cancellation: sendCancellation,
  report: sendReport,
}
