import { Pencil, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { getAwaitedPhoto, type OutboxItem, type OutboxWrite } from '../../api/outbox/outbox-item.ts'
import { changeItem, removeItem } from '../../api/outbox/outbox-store.ts'
import { isUnavailableCode } from '../../features/consultations/shared/unavailable-codes.ts'
import { AlternativeSlots } from '../../features/consultations/slots/AlternativeSlots.tsx'
import { toSlotRef } from '../../features/consultations/slots/booking-topic.ts'
import { emptySlotFilter } from '../../features/consultations/slots/use-slot-filter.ts'
import { formatSlotRange } from '../../features/consultations/time/format-slot-time.ts'
import { t } from '../../i18n/i18n.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Button } from '../../ui/button/Button.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { ChangeWrite } from './ChangeWrite.tsx'

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
        {write.kind !== 'answers' && write.state.kind !== 'arrived' && (
          <Button variant="secondary" aria-describedby={titleId} icon={Pencil} onClick={() => setDialog('change')}>
            {t('action.change')}
          </Button>
        )}
        <Button variant="quiet" aria-describedby={titleId} icon={Trash2} onClick={() => setDialog('remove')}>
          {t('unsent.remove')}
        </Button>
      </div>
      {dialog === 'change' && write.kind !== 'answers' && <ChangeWrite write={write} onClose={close} />}
      <ConfirmDialog
        isOpen={dialog === 'remove'}
        onClose={close}
        title={t('unsent.remove_title')}
        cancelLabel={t('unsent.keep')}
        confirmLabel={t('unsent.remove')}
        onConfirm={async () => {
          await removeItem(write.key)
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
    return <p className="text-sm">{t(getAwaitedPhoto(write) ? 'unsent.state_photo' : 'outbox.waiting')}</p>
  return (
    <p role="status" className="text-sm text-rust-ink">
      {state.kind === 'arrived' && t('unsent.state_arrived')}
      {state.kind === 'refused' && state.message}
    </p>
  )
}

/** Decides whether a write is a booking whose slot is gone, so that another slot can take its place. */
const hasBookedSlot = (write: OutboxWrite): write is OutboxItem<'booking'> =>
  write.kind === 'booking' && write.state.kind === 'refused' && isUnavailableCode(write.state.code)

/** Offers other free slots for a booking whose slot was taken before it could be sent. */
function BookedSlot({ write }: { write: OutboxItem<'booking'> }) {
  const { data, state } = write
  return (
    <AlternativeSlots
      failure={{ slot: data.slot, message: state.kind === 'refused' ? state.message : '' }}
      filter={emptySlotFilter}
      onBook={slot => void changeItem(write, { ...data, slot: toSlotRef(slot) })}
    />
  )
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
  if (kind === 'answers')
    return { label: t('unsent.answers'), title: t('unsent.answers_count', { count: data.answers.length }) }
  const { form, photo, analysis } = data
  return {
    label: t('unsent.post'),
    title: form.title,
    ...(photo && { note: t('unsent.photo') }),
    ...(analysis && { note: t('unsent.leaf') }),
  }
}
