import { Pencil, Trash2 } from 'lucide-react'
import type { ComponentType } from 'react'
import { useId, useState } from 'react'
import type { WriteKind } from '../../api/outbox/outbox-write.ts'
import { getAnalysisRef, type OutboxWrite } from '../../api/outbox/outbox-write.ts'
import { removeWrite } from '../../api/outbox/write-store.ts'
import { ChangeDetails } from '../../features/accounts/outbox/ChangeDetails.tsx'
import { describeDetails } from '../../features/accounts/outbox/describe-details.ts'
import { changedElsewhere } from '../../features/accounts/outbox/send-details.ts'
import { ChangeComment } from '../../features/community/outbox/ChangeComment.tsx'
import { ChangePost } from '../../features/community/outbox/ChangePost.tsx'
import { BookedSlot, hasBookedSlot } from '../../features/consultations/outbox/BookedSlot.tsx'
import { ChangeBooking } from '../../features/consultations/outbox/ChangeBooking.tsx'
import { ChangeCancellation } from '../../features/consultations/outbox/ChangeCancellation.tsx'
import { formatSlotRange } from '../../features/consultations/time/format-slot-time.ts'
import { ChangeReport } from '../../features/detection/outbox/ChangeReport.tsx'
import { t } from '../../i18n/i18n.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/button/Button.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'

/** A write that waits on this device, with its state, and buttons to change or remove it. */
export function WriteRow({ write }: { write: OutboxWrite }) {
  const { t, dateTime } = useTranslation()
  const titleId = useId()
  const [dialog, setDialog] = useState<'change' | 'remove'>()
  const close = () => setDialog(undefined)
  const { label, title, note } = describeWrite(write)
  return (
    <li className="flex flex-col gap-1 py-4 first:pt-0 last:pb-0">
      <p dir="auto" className="text-start text-sm text-muted wrap-anywhere">
        {label}
      </p>
      <p id={titleId} dir="auto" className="line-clamp-3 text-start font-bold wrap-anywhere">
        {title}
      </p>
      {note !== undefined && <p className="text-sm">{note}</p>}
      <p className="text-sm text-muted">{dateTime(write.createdAt)}</p>
      {hasBookedSlot(write) ? <BookedSlot write={write} /> : <WriteStateText write={write} />}
      <div className="flex flex-wrap gap-2 pt-2">
        {write.state.kind !== 'arrived' && (
          <Button
            variant="secondary"
            aria-describedby={titleId}
            icon={<Pencil aria-hidden="true" className="size-5 shrink-0" />}
            onClick={() => setDialog('change')}
          >
            {t('unsent.change')}
          </Button>
        )}
        <Button
          variant="quiet"
          aria-describedby={titleId}
          icon={<Trash2 aria-hidden="true" className="size-5 shrink-0" />}
          onClick={() => setDialog('remove')}
        >
          {t('unsent.remove')}
        </Button>
      </div>
      {dialog === 'change' && <ChangeWrite write={write} onClose={close} />}
      <ConfirmDialog
        isOpen={dialog === 'remove'}
        onClose={close}
        title={t('unsent.remove_title')}
        cancelLabel={t('unsent.keep')}
        confirmLabel={t('unsent.remove')}
        onConfirm={async () => {
          await removeWrite(write.key)
          return t('unsent.removed')
        }}
      >
        <p>{t(write.state.kind === 'arrived' ? 'unsent.state_arrived' : 'unsent.remove_note')}</p>
      </ConfirmDialog>
    </li>
  )
}

function WriteStateText({ write }: { write: OutboxWrite }) {
  const { t } = useTranslation()
  const { state } = write
  if (state.kind === 'waiting')
    return <p className="text-sm">{t(getAnalysisRef(write) ? 'unsent.state_photo' : 'unsent.state_waiting')}</p>
  const isChangedElsewhere = state.kind === 'refused' && state.code === changedElsewhere
  return (
    <p role="status" className="text-sm text-rust-ink">
      {state.kind === 'arrived' && t('unsent.state_arrived')}
      {state.kind === 'refused' && (isChangedElsewhere ? t('unsent.changed_elsewhere') : state.message)}
    </p>
  )
}

type Props<Kind extends WriteKind> = { write: OutboxWrite<Kind>; onClose: () => void }

const forms: { readonly [Kind in WriteKind]: ComponentType<Props<Kind>> } = {
  post: ChangePost,
  comment: ChangeComment,
  booking: ChangeBooking,
  cancellation: ChangeCancellation,
  report: ChangeReport,
  details: ChangeDetails,
}

/** Changes a write before it is sent: in a dialog, or on the screen where it was written. */
function ChangeWrite({ write, onClose }: Props<WriteKind>) {
  const Form = forms[write.kind] as ComponentType<Props<WriteKind>>
  return <Form write={write} onClose={onClose} />
}

type Description = { label: string; title: string; note?: string }

/** Returns the texts that stand for a write in the list. */
function describeWrite({ kind, data }: OutboxWrite): Description {
  if (kind === 'comment') return { label: t('unsent.comment', { title: data.postTitle }), title: data.content }
  if (kind === 'booking') {
    const { slot, topic } = data
    const when = formatSlotRange(slot.start_time, slot.end_time)
    const label = t('unsent.booking', { name: slot.expert.username })
    return { label, title: when, ...(topic.question && { note: topic.question }) }
  }
  if (kind === 'cancellation') {
    const { expertName: name, startTime, endTime, reason } = data
    const label = t('unsent.cancellation', { name })
    return { label, title: formatSlotRange(startTime, endTime), ...(reason && { note: reason }) }
  }
  if (kind === 'report') {
    const label = t('unsent.report', { answer: t(`class.${data.predictedClass}`) })
    return { label, title: t(data.label === null ? 'report.unknown' : `class.${data.label}`) }
  }
  if (kind === 'details') return { label: t('unsent.profile'), title: describeDetails(data) }
  const { form, photo, analysis } = data
  return {
    label: t('unsent.post'),
    title: form.title,
    ...(photo && { note: t('unsent.photo') }),
    ...(analysis && { note: t('unsent.leaf') }),
  }
}
