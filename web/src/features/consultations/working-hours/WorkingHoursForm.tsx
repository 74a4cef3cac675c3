import { workingHourLimits } from '@kutu/contract/consultations/booking-actions'
import type { WorkingHours } from '@kutu/contract/consultations/working-hours'
import { CalendarCheck } from 'lucide-react'
import type { FormEvent } from 'react'
import { getServerTime } from '../../../api/session/server-clock.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { describeTimeZone } from '../time/date-time-input.ts'
import { getUserTimeZone, toIsoDate } from '../time/format-slot-time.ts'
import { DayHours } from './DayHours.tsx'
import { DaysOff } from './DaysOff.tsx'
import { addDaysOff, addPeriod, copyToAllDays, weekdays } from './hours-draft.ts'
import { useHoursForm } from './use-hours-form.ts'

const lengths = [15, 20, 30, 45, 60, 90, 120, 180, 240]
const breaks = [0, 5, 10, 15, 20, 30, 60, 120]
const daysAhead = [7, 14, 28, 60, 90]

/** Hours per weekday, length of an appointment, break, how far ahead, and days off. */
export function WorkingHoursForm({ hours }: { hours: WorkingHours }) {
  const { t } = useTranslation()
  const { formRef, draft, updateDraft, getRowError, isSaving, save } = useHoursForm(hours)
  const today = toIsoDate(getServerTime(), draft.timeZone)
  const changeRow = <Row extends { key: number }>(rows: readonly Row[], key: number, changes: Partial<Row>) =>
    rows.map(row => (row.key === key ? { ...row, ...changes } : row))

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    void save()
  }

  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={handleSubmit}
      className="flex flex-col gap-6 rounded-lg border border-line bg-white p-4 sm:p-6"
    >
      <ZoneChoice timeZone={draft.timeZone} onChange={timeZone => updateDraft({ timeZone })} />
      <div className="border-line border-b">
        {weekdays.map(weekday => (
          <DayHours
            key={weekday}
            weekday={weekday}
            periods={draft.periods.filter(period => period.weekday === weekday)}
            getError={period => getRowError(`periods.${draft.periods.indexOf(period)}`)}
            onChange={(key, changes) => updateDraft({ periods: changeRow(draft.periods, key, changes) })}
            onRemove={key => updateDraft({ periods: draft.periods.filter(period => period.key !== key) })}
            onAdd={() => updateDraft({ periods: addPeriod(draft.periods, weekday) })}
            {...(weekday === 1 && {
              onCopy: () => updateDraft({ periods: copyToAllDays(draft.periods, weekday) }),
            })}
          />
        ))}
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <MinutesSelect
          label={t('hours.appointment')}
          choices={lengths}
          value={draft.appointmentMinutes}
          onChange={appointmentMinutes => updateDraft({ appointmentMinutes })}
        />
        <MinutesSelect
          label={t('hours.break')}
          choices={breaks}
          value={draft.breakMinutes}
          onChange={breakMinutes => updateDraft({ breakMinutes })}
        />
        <Select
          label={t('hours.days_ahead')}
          options={withCurrent(daysAhead, draft.daysAhead).map(count => ({
            value: String(count),
            label: t('hours.days', { count }),
          }))}
          value={String(draft.daysAhead)}
          onChange={value => updateDraft({ daysAhead: Number(value) })}
        />
      </div>
      <DaysOff
        daysOff={draft.daysOff}
        min={today}
        getError={index => getRowError(`days_off.${index}`)}
        onChange={(key, changes) => updateDraft({ daysOff: changeRow(draft.daysOff, key, changes) })}
        onRemove={key => updateDraft({ daysOff: draft.daysOff.filter(range => range.key !== key) })}
        onAdd={() => updateDraft({ daysOff: addDaysOff(draft.daysOff, today).slice(-workingHourLimits.maxDaysOff) })}
      />
      <Button type="submit" busy={isSaving} icon={CalendarCheck} className="sm:self-start">
        {t('hours.save')}
      </Button>
    </form>
  )
}

/** States the zone of the hours; after a move it can be replaced by that of the user. */
function ZoneChoice({ timeZone, onChange }: { timeZone: string; onChange: (timeZone: string) => void }) {
  const { t } = useTranslation()
  const userTimeZone = getUserTimeZone()
  const now = new Date(getServerTime())
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="text-muted">{t('slots.zone', { zone: describeTimeZone(now, timeZone) })}</p>
      {timeZone !== userTimeZone && (
        <Button variant="secondary" onClick={() => onChange(userTimeZone)}>
          {t('hours.use_zone', { zone: describeTimeZone(now, userTimeZone) })}
        </Button>
      )}
    </div>
  )
}

/** Another client may have saved a value that is not among the choices. */
const withCurrent = (choices: readonly number[], current: number): number[] =>
  [...new Set([...choices, current])].sort((a, b) => a - b)

function MinutesSelect({
  label,
  choices,
  value,
  onChange,
}: {
  label: string
  choices: readonly number[]
  value: number
  onChange: (minutes: number) => void
}) {
  const { t } = useTranslation()
  return (
    <Select
      label={label}
      options={withCurrent(choices, value).map(count => ({
        value: String(count),
        label: count === 0 ? t('hours.no_break') : t('hours.minutes', { count }),
      }))}
      value={String(value)}
      onChange={chosen => onChange(Number(chosen))}
    />
  )
}
