import { useText } from '../../text/use-text.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import type { SlotDraft } from './new-slots.ts'

/** Whether the slot comes again every week, and for how many weeks. */
export function WeeklyRepeat({
  draft: { isWeekly, weeks },
  most,
  error,
  onChange,
}: {
  draft: SlotDraft
  most: number
  error: string | undefined
  onChange: (changed: Partial<SlotDraft>) => void
}) {
  const { t, number } = useText()
  return (
    <div className="flex flex-col gap-2">
      <div className="flex">
        <Checkbox label={t('slots.repeat')} isChecked={isWeekly} onCheck={isOn => onChange({ isWeekly: isOn })} />
      </div>
      {isWeekly && (
        <div className="max-w-md">
          <NumberField
            name="weeks"
            inputMode="numeric"
            min={1}
            max={most}
            step={1}
            label={t('slots.weeks')}
            hint={t('slots.weeks_hint', { most: number(most) })}
            value={weeks}
            onChange={event => onChange({ weeks: event.target.value })}
            error={error}
            className="max-w-32"
          />
        </div>
      )}
    </div>
  )
}
