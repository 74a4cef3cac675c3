import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { toNoonUtc } from '../calendar-days.ts'
import { addWeeks, countWeeks } from './subject.ts'

/** Weeks that the slider reaches back. */
const reach = 52

const stepClass =
  'flex size-12 shrink-0 items-center justify-center rounded-lg border border-edge bg-white hover:border-ink disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted'

/** Chooses one of the weeks that have ended. */
export function WeekSlider({
  week,
  lastWeek,
  onChange,
}: {
  week: string
  lastWeek: string
  onChange: (week: string) => void
}) {
  const { t, date } = useTranslation()
  const id = useId()
  const position = Math.min(reach, Math.max(0, reach - countWeeks(week, lastWeek)))
  const move = (next: number) => onChange(addWeeks(lastWeek, next - reach))
  const label = t('map.week_of', { date: date(toNoonUtc(week)) })
  return (
    <div className="flex flex-col gap-1 print:hidden">
      <label htmlFor={id} className="font-bold">
        {label}
      </label>
      <div className="flex items-center gap-3">
        <button
          type="button"
          className={stepClass}
          aria-label={t('map.week_before')}
          disabled={position === 0}
          onClick={() => move(position - 1)}
        >
          <ChevronLeft aria-hidden="true" className="size-6" />
        </button>
        <input
          id={id}
          type="range"
          min={0}
          max={reach}
          value={position}
          aria-valuetext={label}
          onChange={event => move(Number(event.target.value))}
          className="h-12 min-w-0 grow accent-leaf"
        />
        <button
          type="button"
          className={stepClass}
          aria-label={t('map.week_after')}
          disabled={position === reach}
          onClick={() => move(position + 1)}
        >
          <ChevronRight aria-hidden="true" className="size-6" />
        </button>
      </div>
    </div>
  )
}
