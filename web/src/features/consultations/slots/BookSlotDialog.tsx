import type { Slot } from '@kutu/contract/consultations/consultations'
import { useState } from 'react'
import type { AnalysisRef } from '../../../api/outbox/outbox-item.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { formatSlotRange } from '../time/format-slot-time.ts'
import { TimeRange } from '../time/TimeRange.tsx'
import { emptyTopicForm, type TopicForm } from './booking-topic.ts'
import { TopicFields } from './TopicFields.tsx'

/** Confirms a booking: with whom, on which topics, when, and what the farmer wants to know. */
export function BookSlotDialog({
  slot,
  leaf,
  isSending,
  onConfirm,
  onClose,
}: {
  slot: Slot | undefined
  /** The leaf that the farmer came from. */
  leaf: AnalysisRef | null
  isSending: boolean
  onConfirm: (form: TopicForm) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const [form, setForm] = useState(emptyTopicForm)
  return (
    <Dialog
      isOpen={slot !== undefined}
      onClose={onClose}
      title={t('book.confirm_title')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button busy={isSending} onClick={() => onConfirm(form)}>
            {t('book.slot')}
          </Button>
        </>
      }
    >
      {slot && (
        <div className="flex flex-col gap-4">
          <BookingSummary slot={slot} />
          <TopicFields form={form} hasLeaf={leaf !== null} onChange={setForm} />
        </div>
      )}
    </Dialog>
  )
}

function BookingSummary({ slot }: { slot: Slot }) {
  const { t } = useTranslation()
  const { user, areas_of_expertise: areas } = slot.expert
  const rows = [
    [t('book.confirm_with'), user.username],
    [t('book.areas'), areas],
    [t('book.confirm_when'), <TimeRange key="when">{formatSlotRange(slot.start_time, slot.end_time)}</TimeRange>],
  ] as const
  return (
    <div className="flex flex-col gap-4">
      <dl className="flex flex-col gap-3 rounded-lg bg-sunken p-4">
        {rows
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt className="text-sm text-muted">{name}</dt>
              <dd dir="auto" className="text-start font-bold wrap-anywhere">
                {value}
              </dd>
            </div>
          ))}
      </dl>
      <p>{t('book.confirm_note')}</p>
    </div>
  )
}
