import { maxBookingTextLengths } from '@kutu/contract/consultations/booking-actions'
import type { Meeting } from '@kutu/contract/consultations/consultations'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { ChoiceChips } from '../../../ui/form/ChoiceChips.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import type { TopicForm } from './booking-topic.ts'

const meetings = ['call', 'whatsapp', 'visit'] as const

/** The fields of a booking: the question, the leaf, and how to meet. */
export function TopicFields({
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
