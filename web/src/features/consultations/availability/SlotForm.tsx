import { maxRepeatWeeks } from '@kutu/contract/consultations/booking-actions'
import { CalendarPlus } from 'lucide-react'
import { type FormEvent, useId } from 'react'
import { getServerTime } from '../../../api/session/server-clock.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { describeTimeZone, isOutsideEastAfricaTime, toLocalDateTime } from '../time/date-time-input.ts'
import { SlotPreview } from './SlotPreview.tsx'
import { endAfter } from './slot-draft.ts'
import { useSlotForm } from './use-slot-form.ts'
import { WeeklyRepeat } from './WeeklyRepeat.tsx'

/** Form for one slot or a weekly series in the expert's own time zone, with a preview of the result. */
export function SlotForm() {
  const { t } = useTranslation()
  const titleId = useId()
  const { formRef, draft, updateDraft, preview, clashes, conflictMessage, getDraftError, isSending, submit } =
    useSlotForm()
  const minStart = toLocalDateTime(getServerTime()).slice(0, 16)

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    void submit()
  }

  return (
    <section aria-labelledby={titleId} className="rounded-lg border border-line bg-white p-4 sm:p-6">
      <form ref={formRef} noValidate onSubmit={handleSubmit} className="flex flex-col gap-6">
        <div className="flex flex-col gap-1">
          <h2 id={titleId} className="text-lg">
            {t('slots.new')}
          </h2>
          <TimeZoneNote date={preview[0]?.start} />
        </div>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField
            type="datetime-local"
            name="start_time"
            label={t('slots.start')}
            min={minStart}
            value={draft.start}
            onChange={event => updateDraft({ start: event.target.value })}
            error={getDraftError('start_time')}
          />
          <div className="flex flex-col gap-2">
            <TextField
              type="datetime-local"
              name="end_time"
              label={t('slots.end')}
              min={draft.start || minStart}
              value={draft.end}
              onChange={event => updateDraft({ end: event.target.value })}
              error={getDraftError('end_time')}
            />
            <Lengths
              isDisabled={endAfter(draft.start, 30) === ''}
              onSelect={minutes => updateDraft({ end: endAfter(draft.start, minutes) })}
            />
          </div>
        </div>
        <DivideChoice
          minutes={draft.appointmentMinutes}
          error={getDraftError('appointment_minutes')}
          onChange={appointmentMinutes => updateDraft({ appointmentMinutes })}
        />
        <WeeklyRepeat draft={draft} max={maxRepeatWeeks} error={getDraftError('weeks')} onChange={updateDraft} />
        {conflictMessage && (
          <Notice kind="error" title={clashes.size > 0 ? t('slots.clashes', { count: clashes.size }) : conflictMessage}>
            {t('slots.clashes_hint')}
          </Notice>
        )}
        <SlotPreview slots={preview} clashes={clashes} />
        <Button type="submit" busy={isSending} icon={CalendarPlus} className="sm:self-start">
          {t('slots.submit')}
        </Button>
      </form>
    </section>
  )
}

const appointmentLengths = [15, 20, 30, 45, 60, 90, 120]

/** Choice between one slot for the whole time and several of one length, each for another farmer. */
function DivideChoice({
  minutes,
  error,
  onChange,
}: {
  minutes: number | null
  error: string | undefined
  onChange: (minutes: number | null) => void
}) {
  const { t } = useTranslation()
  return (
    <div className="max-w-md">
      <Select
        label={t('slots.divide')}
        error={error}
        options={[
          { value: '0', label: t('slots.divide.none') },
          ...appointmentLengths.map(count => ({ value: String(count), label: t('hours.minutes', { count }) })),
        ]}
        value={String(minutes ?? 0)}
        onChange={chosen => onChange(Number(chosen) || null)}
      />
    </div>
  )
}

const lengths = [30, 60, 120] as const

/** Buttons that set the end from common durations. */
function Lengths({ isDisabled, onSelect }: { isDisabled: boolean; onSelect: (minutes: number) => void }) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields, these are buttons
    <div role="group" aria-label={t('slots.length')} className="flex flex-wrap gap-2">
      {lengths.map(minutes => (
        <button
          key={minutes}
          type="button"
          disabled={isDisabled}
          onClick={() => onSelect(minutes)}
          className="min-h-12 rounded-full border border-edge bg-white px-4 hover:border-ink disabled:cursor-not-allowed disabled:border-line disabled:text-muted"
        >
          {t(`slots.length.${minutes}`)}
        </button>
      ))}
    </div>
  )
}

/** States the time zone of the form, and that farmers may see other times. */
function TimeZoneNote({ date = new Date() }: { date?: Date | undefined }) {
  const { t } = useTranslation()
  return (
    <p className="max-w-prose text-muted">
      {t('slots.zone', { zone: describeTimeZone(date) })} {isOutsideEastAfricaTime(date) && t('slots.zone_far')}
    </p>
  )
}
