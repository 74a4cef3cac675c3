import type { Slot } from '@kutu/contract/consultations/consultations'
import { BadgeCheck, CalendarPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../../i18n/i18n.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { Badge, type Tone } from '../../../ui/feedback/Badge.tsx'
import { Avatar } from '../../../ui/media/Avatar.tsx'
import { myBookingsPath } from '../shared/paths.ts'
import { formatSlotTime } from '../time/format-slot-time.ts'
import { TimeRange } from '../time/TimeRange.tsx'
import { slotTitleId } from './slot-title-id.ts'

type SlotCardState = 'available' | 'booked' | 'inactive'
const tones: Record<SlotCardState, Tone> = { available: 'leaf', booked: 'amber', inactive: 'plain' }

/** Maps the slot state to what farmers see: a past slot cannot be booked, like an inactive one. */
const getCardState = ({ state }: Slot): SlotCardState => (state === 'past' ? 'inactive' : state)

/** One slot of an expert. It can be booked only while it is available. */
export function SlotCard({
  slot,
  isOwn,
  isWaiting = false,
  onBook,
  children,
}: {
  slot: Slot
  /** Booked by the current user. */
  isOwn: boolean
  /** The current user's booking of it waits in the outbox. */
  isWaiting?: boolean
  onBook: () => void
  /** Result of a failed booking attempt. */
  children?: ReactNode
}) {
  const { t, date } = useTranslation()
  const state = getCardState(slot)
  const { bio, photo, user, approved_at: checkedAt } = slot.expert
  return (
    <article
      aria-labelledby={slotTitleId(slot.id)}
      className="flex h-full flex-col gap-4 rounded-lg border border-line bg-white p-4 sm:p-5"
    >
      <div className="flex items-center gap-3">
        <Avatar name={user.username} photo={photo} />
        <div className="flex min-w-0 flex-col-reverse items-start gap-2">
          <h3 id={slotTitleId(slot.id)} tabIndex={-1} className="max-w-full text-lg wrap-anywhere outline-none">
            {user.username}
          </h3>
          <Badge tone={tones[state]}>{t(`book.state.${state}`)}</Badge>
        </div>
      </div>
      {checkedAt && (
        <p className="flex items-center gap-2 text-sm text-leaf-ink">
          <BadgeCheck aria-hidden="true" className="size-5 shrink-0" />
          {t('book.expert_checked', { date: date(checkedAt) })}
        </p>
      )}
      <p dir="auto" className="line-clamp-2 text-start wrap-anywhere text-muted">
        {bio || t('book.no_bio')}
      </p>
      <ExpertFacts slot={slot} />
      <SlotPeriod slot={slot} />
      {children}
      {isWaiting && (
        <p className="mt-auto flex flex-wrap items-center justify-between gap-x-4">
          {t('book.waiting')} <TextLink to="/account/outbox">{t('outbox.show')}</TextLink>
        </p>
      )}
      {state === 'available' && !isWaiting && (
        <Button
          wide
          aria-describedby={slotTitleId(slot.id)}
          icon={<CalendarPlus aria-hidden="true" className="size-5 shrink-0" />}
          onClick={onBook}
          className="mt-auto"
        >
          {t('book.slot')}
        </Button>
      )}
      {isOwn && state === 'booked' && (
        <p className="mt-auto flex flex-wrap items-center justify-between gap-x-4">
          {t('book.yours')} <TextLink to={myBookingsPath}>{t('book.to_my_bookings')}</TextLink>
        </p>
      )}
    </article>
  )
}

function ExpertFacts({ slot: { expert } }: { slot: Slot }) {
  const { t } = useTranslation()
  const facts = [
    [t('book.areas'), expert.areas_of_expertise || t('book.none_given')],
    [t('book.certifications'), expert.certifications || t('book.none_given')],
    [t('book.languages'), expert.languages_spoken],
    [t('book.serves'), expert.districts.map(({ name }) => name).join(', ')],
    [t('book.help'), describeHelp(expert)],
  ] as const
  return (
    <dl className="flex flex-col gap-2">
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd dir="auto" className="text-start wrap-anywhere">
              {value}
            </dd>
          </div>
        ))}
    </dl>
  )
}

const minutesPerHour = 60
const hoursPerDay = 24

/** Says how often the expert helped and how fast the expert replies, as far as known. */
function describeHelp({ help: { helpful, reply_minutes: minutes } }: Slot['expert']): string {
  const parts = helpful > 0 ? [t('book.helped', { count: helpful })] : []
  if (minutes !== null) {
    const hours = Math.max(1, Math.ceil(minutes / minutesPerHour))
    parts.push(
      hours > hoursPerDay
        ? t('book.replies_in_days', { count: Math.ceil(hours / hoursPerDay) })
        : t('book.replies_in_hours', { count: hours }),
    )
  }
  return parts.join(' ')
}

function SlotPeriod({ slot: { start_time: start, end_time: end } }: { slot: Slot }) {
  const { t } = useTranslation()
  const bounds = [
    [t('book.start'), start],
    [t('book.end'), end],
  ] as const
  return (
    <div className="rounded-lg bg-sunken p-3">
      <p className="text-sm text-muted">{t('book.period')}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-2">
        {bounds.map(([name, instant]) => (
          <div key={name} className="contents">
            <dt className="text-sm">{name}</dt>
            <dd className="font-bold">
              <time dateTime={instant}>
                <TimeRange>{formatSlotTime(instant)}</TimeRange>
              </time>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
