import { Plus, X } from 'lucide-react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import type { DraftDaysOff } from './hours-draft.ts'

/** Days without slots: holidays and days off, each from a first to a last day. */
export function DaysOff({
  daysOff,
  min,
  getError,
  onChange,
  onRemove,
  onAdd,
}: {
  daysOff: readonly DraftDaysOff[]
  /** The first day that can be chosen. */
  min: string
  getError: (index: number) => string | undefined
  onChange: (key: number, changes: Partial<DraftDaysOff>) => void
  onRemove: (key: number) => void
  onAdd: () => void
}) {
  const { t } = useTranslation()
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-bold">{t('hours.days_off')}</legend>
      {daysOff.map(({ key, first_day, last_day }, index) => (
        <div key={key} className="grid grid-cols-[1fr_auto] items-end gap-2 sm:grid-cols-[12rem_12rem_auto]">
          <TextField
            type="date"
            label={t('hours.first_day')}
            min={min}
            value={first_day}
            onChange={event => onChange(key, { first_day: event.target.value })}
            error={getError(index)}
          />
          <TextField
            type="date"
            label={t('hours.last_day')}
            min={first_day || min}
            value={last_day}
            onChange={event => onChange(key, { last_day: event.target.value })}
            className="max-sm:col-start-1"
          />
          <Button
            variant="quiet"
            aria-label={t('hours.remove_days_off', { date: first_day })}
            onClick={() => onRemove(key)}
            className="justify-self-start px-3"
          >
            <X aria-hidden="true" className="size-5" />
          </Button>
        </div>
      ))}
      <Button variant="secondary" onClick={onAdd} icon={Plus} className="self-start">
        {t('hours.add_days_off')}
      </Button>
    </fieldset>
  )
}
