import type { Senders } from '../../api/outbox/send-writes.ts'
import { sendComment, sendPost } from '../../features/community/outbox/send.ts'

const loadConsultations = () => import('../../features/consultations/outbox/send.ts')

/** How each kind of write in the outbox is sent. Every screen loads this file, so what is rarely needed is loaded when it is. */
export const senders: Senders = {
  post: sendPost,
  comment: sendComment,
  booking: async (client, write) => (await loadConsultations()).sendBooking(client, write),
  cancellation: async (client, write) => (await loadConsultations()).sendCancellation(client, write),
  report: async (client, write) =>
    (await import('../../features/detection/outbox/send-report.ts')).sendReport(client, write),
  details: async (client, write) =>
    (await import('../../features/accounts/outbox/send-details.ts')).sendDetails(client, write),
}
