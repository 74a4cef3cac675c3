import { maxBookingTextLengths } from '@kutu/contract/consultations/booking-actions'
import type { Meeting, Slot } from '@kutu/contract/consultations/consultations'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { ChoiceChips } from '../../../ui/form/ChoiceChips.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { formatSlotRange } from '../time/format-slot-time.ts'
import { TimeRange } from '../time/TimeRange.tsx'
import { type BookingTopic, emptyTopicForm, type TopicForm, toBookingTopic } from './booking-topic.ts'

const meetings = ['call', 'whatsapp', 'visit'] as const

/** Confirms a booking: with whom, on which topics, when, and what the farmer wants to know. */
export function BookSlotDialog({
  slot,
  analysisId,
  isSending,
  onConfirm,
  onClose,
}: {
  slot: Slot | undefined
  /** The leaf that the farmer came from. */
  analysisId: string | null
  isSending: boolean
  onConfirm: (topic: BookingTopic) => void
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
          <Button busy={isSending} onClick={() => onConfirm(toBookingTopic(form, analysisId))}>
            {t('book.slot')}
          </Button>
        </>
      }
    >
      {slot && (
        <div className="flex flex-col gap-4">
          <BookingSummary slot={slot} />
          <TopicFields form={form} hasLeaf={analysisId !== null} onChange={setForm} />
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

function TopicFields({
  form,
  hasLeaf,
  onChange,
}: {
  form: TopicForm
  hasLeaf: boolean
  onChange: (form: TopicForm) => void
}) {
  const { t } = useTranslation()
  return (
    <>
      <TextArea
        label={t('book.question')}
        hint={t('book.question_hint')}
        optional
        rows={3}
        maxLength={maxBookingTextLengths.question}
        value={form.question}
        onChange={event => onChange({ ...form, question: event.target.value })}
      />
      {hasLeaf && (
        <Checkbox
          label={t('book.show_leaf')}
          isChecked={form.showsLeaf}
          onCheckedChange={showsLeaf => onChange({ ...form, showsLeaf })}
        />
      )}
      <ChoiceChips<Meeting>
        legend={t('book.meeting')}
        choices={meetings.map(value => ({ value, label: t(`book.meeting.${value}`) }))}
        value={form.meeting}
        onChange={meeting => onChange({ ...form, meeting })}
      />
      {form.meeting === 'visit' && (
        <TextField
          label={t('book.place')}
          optional
          maxLength={maxBookingTextLengths.place}
          value={form.place}
          onChange={event => onChange({ ...form, place: event.target.value })}
        />
      )}
    </>
  )
}
