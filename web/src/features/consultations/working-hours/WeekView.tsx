import type { WeekSlot } from '@kutu/contract/consultations/working-hours'
import { addDays } from '@kutu/time/days'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { getServerTime } from '../../../api/session/server-clock.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { toInstant } from '../time/date-time-input.ts'
import { formatClockTime, formatShortDay, getUserTimeZone, toIsoDate } from '../time/format-slot-time.ts'
import { weekQuery } from './queries.ts'

const daysOfWeek = [0, 1, 2, 3, 4, 5, 6] as const

/** The expert's slots of seven days, from today on or weeks later. */
export function WeekView() {
  const { t } = useTranslation()
  const [week, setWeek] = useState(0)
  const timeZone = getUserTimeZone()
  const days = listDays(week, timeZone)
  const slots = useQuery(weekQuery(days[0] ?? '', timeZone))
  return (
    <section aria-labelledby="week-title" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="week-title" className="text-xl">
          {t('hours.week')}
        </h2>
        <div className="flex gap-2">
          <Button
            variant="secondary"
            aria-label={t('hours.week_before')}
            softDisabled={week === 0}
            onClick={() => setWeek(week - 1)}
          >
            <ChevronLeft aria-hidden="true" className="size-5" />
          </Button>
          <Button variant="secondary" aria-label={t('hours.week_after')} onClick={() => setWeek(week + 1)}>
            <ChevronRight aria-hidden="true" className="size-5" />
          </Button>
        </div>
      </div>
      <Loaded query={slots} skeleton={<Skeleton className="h-40 w-full" />}>
        {data => (
          <ol className={clsx('grid gap-3 lg:grid-cols-7', slots.isPlaceholderData && 'opacity-50')}>
            {days.map(day => (
              <WeekDay
                key={day}
                day={day}
                slots={data.filter(({ start_time }) => toIsoDate(start_time, timeZone) === day)}
              />
            ))}
          </ol>
        )}
      </Loaded>
    </section>
  )
}

/** Returns seven local dates. Noon exists on every day. */
function listDays(week: number, timeZone: string): string[] {
  const noon = toInstant(`${toIsoDate(new Date(getServerTime()), timeZone)}T12:00`, timeZone) ?? new Date()
  return daysOfWeek.map(day => toIsoDate(addDays(noon, 7 * week + day, timeZone) ?? noon, timeZone))
}

function WeekDay({ day, slots }: { day: string; slots: readonly WeekSlot[] }) {
  const { t } = useTranslation()
  return (
    <li className="flex flex-col gap-2 rounded-lg border border-line bg-white p-3 lg:p-2">
      <h3 className="text-base">{formatShortDay(toInstant(`${day}T12:00`) ?? day)}</h3>
      {slots.length === 0 && <p className="text-muted text-sm">{t('hours.no_slots')}</p>}
      <ul className="flex flex-wrap gap-2 lg:flex-col">
        {slots.map(slot => (
          <li
            key={slot.id}
            className={clsx(
              'rounded-md border px-2 py-1 text-sm lg:px-1 lg:text-center',
              slot.is_booked ? 'border-blue bg-blue-tint text-blue-ink' : 'border-leaf bg-leaf-tint text-leaf-ink',
              slot.state === 'past' && 'opacity-60',
            )}
          >
            {formatClockTime(slot.start_time)}–{formatClockTime(slot.end_time)}
            {slot.is_booked && <span className="block font-bold">{t('slots.booked')}</span>}
          </li>
        ))}
      </ul>
    </li>
  )
}
