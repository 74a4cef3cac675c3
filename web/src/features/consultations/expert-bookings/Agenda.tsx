import { getAppointmentEnd } from '@kutu/contract/consultations/booking-actions'
import type { Booking } from '@kutu/contract/consultations/consultations'
import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageCircle, Phone } from 'lucide-react'
import { getServerTime } from '../../../api/session/server-clock.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { getButtonClass } from '../../../ui/button/button-class.ts'
import { Badge } from '../../../ui/feedback/Badge.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { LoadMore } from '../../../ui/layout/LoadMore.tsx'
import { BookingTopic } from '../shared/BookingTopic.tsx'
import { hasBegun } from '../shared/booking-state.ts'
import { agendaQuery } from '../shared/expert-queries.ts'
import { formatClockTime, formatLongDay, formatZoneName, toIsoDate } from '../time/format-slot-time.ts'

const dayMs = 24 * 3600_000

/** The expert's appointments from now on, by day, each with one tap to call. */
export function Agenda() {
  const { t } = useTranslation()
  const list = useInfiniteQuery(agendaQuery())
  const today = toIsoDate(getServerTime())
  return (
    <Loaded query={list} skeleton={<SkeletonList className="h-40 w-full" />}>
      {({ pages }) => {
        const days = groupByDay(pages.flatMap(({ results }) => results))
        if (days.length === 0) return <EmptyState title={t('agenda.empty')}>{t('agenda.empty_note')}</EmptyState>
        return (
          <div className="flex flex-col gap-6">
            {days[0]?.day !== today && <p className="text-muted">{t('agenda.free_today')}</p>}
            {days.map(({ day, appointments }, index) => (
              <Day key={day} day={day} appointments={appointments} isFirst={index === 0} />
            ))}
            <LoadMore list={list} label={t('bookings.more')} />
          </div>
        )
      }}
    </Loaded>
  )
}

type Appointment = Booking & { selected_date: string }

const isAppointment = (booking: Booking): booking is Appointment => booking.selected_date !== null

/** Groups appointments by the local day on which they begin, in their order. */
function groupByDay(bookings: readonly Booking[]): { day: string; appointments: Appointment[] }[] {
  const days = new Map<string, Appointment[]>()
  for (const booking of bookings.filter(isAppointment)) {
    const day = toIsoDate(booking.selected_date)
    days.set(day, [...(days.get(day) ?? []), booking])
  }
  return [...days].map(([day, appointments]) => ({ day, appointments }))
}

function Day({ day, appointments, isFirst }: { day: string; appointments: Appointment[]; isFirst: boolean }) {
  const { t } = useTranslation()
  const now = getServerTime()
  const next = isFirst ? appointments.find(each => !hasBegun(each, now)) : undefined
  const [start = ''] = appointments.map(({ selected_date }) => selected_date)
  const names = [now, new Date(now.getTime() + dayMs)].map(date => toIsoDate(date))
  const relative = [t('agenda.today'), t('agenda.tomorrow')][names.indexOf(day)]
  return (
    <section aria-labelledby={`day-${day}`} className="flex flex-col gap-3">
      <h2 id={`day-${day}`} className="text-xl">
        {[relative, formatLongDay(start)].filter(Boolean).join(', ')}
      </h2>
      <ol className="flex flex-col divide-y divide-line rounded-lg border border-line bg-white">
        {appointments.map(appointment => (
          <AppointmentRow
            key={appointment.id}
            appointment={appointment}
            standing={hasBegun(appointment, now) ? 'now' : appointment === next ? 'next' : undefined}
          />
        ))}
      </ol>
    </section>
  )
}

function AppointmentRow({ appointment, standing }: { appointment: Appointment; standing: 'now' | 'next' | undefined }) {
  const { t } = useTranslation()
  const { selected_date: start, selected_end, slot, farmer, meeting } = appointment
  const end = selected_end ?? getAppointmentEnd(new Date(start), new Date(slot.end_time))
  const phone = farmer.phone_number
  return (
    <li className="flex flex-col gap-3 p-4 sm:flex-row sm:items-start sm:gap-6">
      <p className="flex shrink-0 items-center gap-2 sm:w-44 sm:flex-col sm:items-start">
        <time dateTime={start} className="font-bold whitespace-nowrap">
          {formatClockTime(start)}–{formatClockTime(end)} {formatZoneName(start)}
        </time>
        {standing && <Badge tone={standing === 'now' ? 'rust' : 'leaf'}>{t(`agenda.${standing}`)}</Badge>}
      </p>
      <div className="flex min-w-0 grow flex-col gap-2">
        <h3 className="text-lg wrap-anywhere">{farmer.username}</h3>
        <BookingTopic booking={appointment} />
      </div>
      {phone !== null && (
        <div className="flex shrink-0 flex-wrap gap-2">
          {meeting === 'whatsapp' && (
            <a
              href={`https://wa.me/${phone.replaceAll(/\D/g, '')}`}
              target="_blank"
              rel="noreferrer"
              aria-label={t('agenda.whatsapp_of', { name: farmer.username })}
              className={getButtonClass({ variant: 'primary' })}
            >
              <MessageCircle aria-hidden="true" className="size-5 shrink-0" />
              {t('my_bookings.whatsapp')}
            </a>
          )}
          <a
            href={`tel:${phone}`}
            aria-label={t('agenda.call_of', { name: farmer.username })}
            className={getButtonClass({ variant: meeting === 'whatsapp' ? 'secondary' : 'primary' })}
          >
            <Phone aria-hidden="true" className="size-5 shrink-0" />
            {t('agenda.call')}
          </a>
        </div>
      )}
    </li>
  )
}
