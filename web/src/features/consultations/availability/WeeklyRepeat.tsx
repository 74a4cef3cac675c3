import { useTranslation } from '../../../i18n/use-translation.ts'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import type { SlotDraft } from './slot-draft.ts'

/** Checkbox for a weekly series and the number of weeks. */
export function WeeklyRepeat({
  draft: { isWeekly, weeks },
  max,
  error,
  onChange,
}: {
  draft: SlotDraft
  max: number
  error: string | undefined
  onChange: (changes: Partial<SlotDraft>) => void
}) {
  const { t, number } = useTranslation()
  return (
    <div className="flex flex-col gap-2">
      <div className="flex">
        <Checkbox
          label={t('slots.repeat')}
          isChecked={isWeekly}
          onCheckedChange={isOn => onChange({ isWeekly: isOn })}
        />
      </div>
      {isWeekly && (
        <div className="max-w-md">
          <NumberField
            name="weeks"
            inputMode="numeric"
            min={1}
            max={max}
            step={1}
            label={t('slots.weeks')}
            hint={t('slots.weeks_hint', { most: number(max) })}
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
