import type { ComponentType } from 'react'
import { Navigate } from 'react-router'
import type { OutboxWrite, WriteKind } from '../../api/outbox/outbox-item.ts'
import { ChangeComment } from '../../features/community/outbox/ChangeComment.tsx'
import { ChangePost } from '../../features/community/outbox/ChangePost.tsx'
import { ChangeBooking } from '../../features/consultations/outbox/ChangeBooking.tsx'
import { ChangeCancellation } from '../../features/consultations/outbox/ChangeCancellation.tsx'
import { ChangeReport } from '../../features/detection/outbox/ChangeReport.tsx'

/** Answers are changed where they were given. */
type ChangedKind = Exclude<WriteKind, 'answers'>
type Props<Kind extends ChangedKind> = { write: OutboxWrite<Kind>; onClose: () => void }

const forms: { readonly [Kind in ChangedKind]: ComponentType<Props<Kind>> } = {
  post: ChangePost,
  comment: ChangeComment,
  booking: ChangeBooking,
  cancellation: ChangeCancellation,
  report: ChangeReport,
  // The forms of the profile show the details that wait.
  details: () => <Navigate to="/account/profile#correct" />,
}

/** Changes a write before it is sent: in a dialog, or on the screen where it was written. */
export function ChangeWrite({ write, onClose }: Props<ChangedKind>) {
  const Form = forms[write.kind] as ComponentType<Props<ChangedKind>>
  return <Form write={write} onClose={onClose} />
}
