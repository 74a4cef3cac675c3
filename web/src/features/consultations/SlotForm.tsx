import { mostWeeks } from '@kutu/contract/booking-moves'
import { CalendarPlus } from 'lucide-react'
import { type FormEvent, useId } from 'react'
import { currentTime } from '../../api/clock.ts'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { wallOf } from './date-time-input.ts'
import { endAfter } from './new-slots.ts'
import { SlotPreview } from './SlotPreview.tsx'
import { useSlotForm } from './use-slot-form.ts'
import { WeeklyRepeat } from './WeeklyRepeat.tsx'
import { ZoneNote } from './ZoneNote.tsx'

/** Start and end by the expert's clock, one slot or several weeks of it, and what will come of that before it is sent. */
export function SlotForm() {
  const { t } = useText()
  const titleId = useId()
  const { form, draft, change, preview, clashes, refusal, errorOf, isSending, submit } = useSlotForm()
  const now = wallOf(currentTime()).slice(0, 16)

  function send(event: FormEvent) {
    event.preventDefault()
    void submit()
  }

  return (
    <section aria-labelledby={titleId} className="rounded-lg border border-line bg-white p-4 sm:p-6">
      <form ref={form} noValidate onSubmit={send} className="flex flex-col gap-6">
        <div className="flex flex-col gap-1">
          <h2 id={titleId} className="text-lg">
            {t('slots.new')}
          </h2>
          <ZoneNote at={preview[0]?.start} />
        </div>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField
            type="datetime-local"
            name="start_time"
            label={t('slots.start')}
            min={now}
            value={draft.start}
            onChange={event => change({ start: event.target.value })}
            error={errorOf('start_time')}
          />
          <div className="flex flex-col gap-2">
            <TextField
              type="datetime-local"
              name="end_time"
              label={t('slots.end')}
              min={draft.start || now}
              value={draft.end}
              onChange={event => change({ end: event.target.value })}
              error={errorOf('end_time')}
            />
            <Lengths
              isOff={endAfter(draft.start, 30) === ''}
              onChoose={m => change({ end: endAfter(draft.start, m) })}
            />
          </div>
        </div>
        <WeeklyRepeat draft={draft} most={mostWeeks} error={errorOf('weeks')} onChange={change} />
        {refusal && (
          <Notice kind="error" title={clashes.size > 0 ? t('slots.clashes', { count: clashes.size }) : refusal}>
            {t('slots.clashes_hint')}
          </Notice>
        )}
        <SlotPreview slots={preview} clashes={clashes} />
        <Button
          type="submit"
          busy={isSending}
          icon={<CalendarPlus aria-hidden="true" className="size-5" />}
          className="sm:self-start"
        >
          {t('slots.submit')}
        </Button>
      </form>
    </section>
  )
}

const lengths = [30, 60, 120] as const

/** The usual lengths, one press away. */
function Lengths({ isOff, onChoose }: { isOff: boolean; onChoose: (minutes: number) => void }) {
  const { t } = useText()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls that are sent
    <div role="group" aria-label={t('slots.length')} className="flex flex-wrap gap-2">
      {lengths.map(minutes => (
        <button
          key={minutes}
          type="button"
          disabled={isOff}
          onClick={() => onChoose(minutes)}
          className="min-h-12 rounded-full border border-edge bg-white px-4 hover:border-ink disabled:cursor-not-allowed disabled:border-line disabled:text-muted"
        >
          {t(`slots.length.${minutes}`)}
        </button>
      ))}
    </div>
  )
}
