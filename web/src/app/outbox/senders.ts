import type { Senders } from '../../api/outbox/send-writes.ts'
import { sendComment, sendPost } from '../../features/community/outbox/send.ts'

/** How each kind of write in the outbox is sent. */
export const senders: Senders = {
  post: sendPost,
  comment: sendComment,
}
