import { Copy, Plus, X } from 'lucide-react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { controlClass, FieldError } from '../../../ui/form/Field.tsx'
import { formatWeekday } from '../time/format-slot-time.ts'
import type { DraftPeriod } from './hours-draft.ts'

/** The hours of one weekday, as rows of start and end. */
export function DayHours({
  weekday,
  periods,
  getError,
  onChange,
  onRemove,
  onAdd,
  onCopy,
}: {
  weekday: number
  periods: readonly DraftPeriod[]
  getError: (period: DraftPeriod) => string | undefined
  onChange: (key: number, changes: Partial<DraftPeriod>) => void
  onRemove: (key: number) => void
  onAdd: () => void
  /** Gives all days these hours. */
  onCopy?: () => void
}) {
  const { t } = useTranslation()
  const day = formatWeekday(weekday)
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2 border-line border-t py-3 sm:grid-cols-[9rem_1fr_auto] sm:items-start">
      <legend className="sr-only">{day}</legend>
      <div className="flex items-center justify-between gap-2">
        <span aria-hidden="true" className="flex min-h-12 items-center font-bold">
          {day}
        </span>
        {periods.length === 0 && <span className="text-muted sm:hidden">{t('hours.no_slots')}</span>}
      </div>
      <div className="flex flex-col gap-2">
        {periods.length === 0 && (
          <span className="flex min-h-12 items-center text-muted max-sm:hidden">{t('hours.no_slots')}</span>
        )}
        {periods.map((period, index) => (
          <PeriodRow
            key={period.key}
            {...{ period, day }}
            position={periods.length > 1 ? index + 1 : undefined}
            error={getError(period)}
            onChange={changes => onChange(period.key, changes)}
            onRemove={() => onRemove(period.key)}
          />
        ))}
      </div>
      <div className="flex flex-wrap sm:flex-col sm:items-start">
        <Button variant="quiet" aria-label={t('hours.add_on', { day })} onClick={onAdd} icon={Plus}>
          {t('hours.add')}
        </Button>
        {onCopy && periods.length > 0 && (
          <Button variant="quiet" aria-label={t('hours.copy_of', { day })} onClick={onCopy} icon={Copy}>
            {t('hours.copy')}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

/** A phone opens its clock at a tap on the field, so it needs no icon, which takes the space of the digits. */
const timeClass = `${controlClass} min-w-0 max-w-40 max-sm:px-2 max-sm:[&::-webkit-calendar-picker-indicator]:hidden`

function PeriodRow({
  period,
  day,
  position,
  error,
  onChange,
  onRemove,
}: {
  period: DraftPeriod
  day: string
  /** Tells several hours of a day apart. */
  position: number | undefined
  error: string | undefined
  onChange: (changes: Partial<DraftPeriod>) => void
  onRemove: () => void
}) {
  const { t } = useTranslation()
  const name = position === undefined ? day : `${day} ${position}`
  const errorId = `hours-error-${period.key}`
  const errorProps = { 'aria-invalid': error ? true : undefined, 'aria-describedby': error ? errorId : undefined }
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center gap-1 sm:gap-2">
        <input
          type="time"
          aria-label={t('hours.from_on', { day: name })}
          value={period.start}
          onChange={event => onChange({ start: event.target.value })}
          {...errorProps}
          className={timeClass}
        />
        <span aria-hidden="true">–</span>
        <input
          type="time"
          aria-label={t('hours.to_on', { day: name })}
          value={period.end}
          onChange={event => onChange({ end: event.target.value })}
          {...errorProps}
          className={timeClass}
        />
        <Button
          variant="quiet"
          aria-label={t('hours.remove_on', { day: name })}
          onClick={onRemove}
          className="w-12 shrink-0 px-0"
        >
          <X aria-hidden="true" className="size-5" />
        </Button>
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}
