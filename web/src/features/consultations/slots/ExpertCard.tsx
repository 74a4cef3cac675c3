import type { Slot } from '@kutu/contract/consultations/consultations'
import { CalendarPlus, ThumbsUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'wouter'
import { getAwaitedPhoto, type OutboxItem } from '../../../api/outbox/outbox-item.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { Badge, type Tone } from '../../../ui/feedback/Badge.tsx'
import { Fold } from '../../../ui/layout/Accordion.tsx'
import { Avatar } from '../../../ui/media/Avatar.tsx'
import {
  CheckedSince,
  describeAnswers,
  describeHelp,
  describeReplyTime,
  expertTitleId,
  FactList,
  nameDistricts,
} from '../shared/ExpertFacts.tsx'
import { expertPath, myBookingsPath } from '../shared/paths.ts'
import { formatClockTime, formatShortDay, formatSlotTime } from '../time/format-slot-time.ts'
import { TimeRange } from '../time/TimeRange.tsx'
import { parseLeaf, toLeafSearch } from './booking-topic.ts'

const maxTimes = 3

type SlotCardState = 'available' | 'booked' | 'inactive'
const tones: Record<SlotCardState, Tone> = { available: 'leaf', booked: 'amber', inactive: 'plain' }

/** Maps the slot state to what farmers see: a past slot cannot be booked, like an inactive one. */
const getCardState = ({ state }: Slot): SlotCardState => (state === 'past' ? 'inactive' : state)

/** Names what a booking in the outbox waits for. One that the server refused waits for the farmer. */
function describeWaiting(write: OutboxItem<'booking'>) {
  if (write.state.kind === 'refused') return 'book.not_sent'
  return getAwaitedPhoto(write) === undefined ? 'book.waiting' : 'book.waits_for_photo'
}

/** One expert with the next free times. A tap on a time books it. */
export function ExpertCard({
  slots,
  ownIds,
  waiting,
  onBook,
  children,
}: {
  /** Slots of one expert, soonest first; at least one. */
  slots: readonly [Slot, ...Slot[]]
  /** Slots that the current user has booked. */
  ownIds: readonly string[]
  /** The current user's bookings in the outbox. */
  waiting: readonly OutboxItem<'booking'>[]
  onBook: (slot: Slot) => void
  /** Result of a failed booking attempt. */
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const [searchParams] = useSearchParams()
  const { expert } = slots[0]
  const titleId = expertTitleId(expert.id)
  const path = `${expertPath(expert.id)}${toLeafSearch(parseLeaf(searchParams))}`
  const ownWrites = waiting.filter(({ data }) => slots.some(({ id }) => id === data.slot.id))
  const free = slots.filter(
    slot => getCardState(slot) === 'available' && !ownWrites.some(({ data }) => data.slot.id === slot.id),
  )
  const help = describeHelp(expert)
  return (
    <article
      aria-labelledby={titleId}
      className="flex h-full flex-col gap-4 rounded-lg border border-line bg-white p-4 sm:p-5"
    >
      <div className="flex items-center gap-3">
        <Avatar name={expert.user.username} photo={expert.photo} size="large" />
        <div className="flex min-w-0 grow flex-col">
          <div className="flex flex-wrap items-center justify-between gap-x-3">
            <h2 id={titleId} tabIndex={-1} className="max-w-full text-lg wrap-anywhere outline-none">
              <Link
                to={path}
                className="-my-1.5 inline-block py-2.5 underline decoration-1 underline-offset-4 hover:decoration-2"
              >
                {expert.user.username}
              </Link>
            </h2>
            <StateBadge slot={free[0] ?? slots[0]} />
          </div>
          <dl dir="auto" className="text-start wrap-anywhere text-muted">
            {[
              [t('book.areas'), expert.areas_of_expertise],
              [t('book.languages'), expert.languages_spoken],
            ].map(
              ([name, value]) =>
                value && (
                  <div key={name}>
                    <dt className="sr-only">{name} </dt>
                    <dd>{value}</dd>
                  </div>
                ),
            )}
          </dl>
        </div>
      </div>
      {help && (
        <p className="flex items-center gap-2 font-bold text-leaf-ink">
          <ThumbsUp aria-hidden="true" className="size-5 shrink-0" /> {help}
        </p>
      )}
      {free.length > 0 && (
        <div className="flex flex-col gap-2">
          <h3 className="text-base">{t('book.slot')}</h3>
          <ul className="grid grid-cols-[repeat(auto-fit,minmax(5.25rem,1fr))] gap-2">
            {free.slice(0, maxTimes).map(slot => (
              <li key={slot.id}>
                <Button wide className="h-full px-1!" onClick={() => onBook(slot)}>
                  <span className="flex flex-col">
                    <span className="sr-only">{t('book.slot')}: </span>
                    <span className="text-xs font-normal tracking-tight sm:text-sm">
                      {formatShortDay(slot.start_time)}
                    </span>{' '}
                    {formatClockTime(slot.start_time)}
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {children}
      {ownWrites.map(write => (
        <p key={write.key} className="flex flex-wrap items-center justify-between gap-x-4">
          {t(describeWaiting(write))} <TextLink to="/account/outbox">{t('outbox.show')}</TextLink>
        </p>
      ))}
      {slots.some(slot => ownIds.includes(slot.id) && getCardState(slot) === 'booked') && (
        <p className="flex flex-wrap items-center justify-between gap-x-4">
          {t('book.yours')} <TextLink to={myBookingsPath}>{t('menu.my_bookings')}</TextLink>
        </p>
      )}
      {free.length > maxTimes && (
        <TextLink to={path} className="gap-2 self-start">
          <CalendarPlus aria-hidden="true" className="size-5 shrink-0" />
          {t('book.more_times')}
        </TextLink>
      )}
      <Details slots={slots} />
    </article>
  )
}

function StateBadge({ slot }: { slot: Slot }) {
  const { t } = useTranslation()
  const state = getCardState(slot)
  return <Badge tone={tones[state]}>{t(`book.state.${state}`)}</Badge>
}

/** The facts of the expert, and each period with its state. */
function Details({ slots }: { slots: readonly [Slot, ...Slot[]] }) {
  const { t } = useTranslation()
  const { expert } = slots[0]
  return (
    <Fold title={t('book.details')} className="mt-auto border-t border-line">
      <div className="flex flex-col gap-3">
        <CheckedSince at={expert.approved_at} />
        <p dir="auto" className="line-clamp-2 text-start wrap-anywhere">
          {expert.bio || t('book.no_bio')}
        </p>
        <FactList
          facts={[
            [t('expert.certifications'), expert.certifications],
            [t('book.serves'), nameDistricts(expert)],
            [t('book.help'), [describeAnswers(expert), describeReplyTime(expert)].filter(Boolean).join(' ')],
          ]}
        />
        <p className="text-sm text-muted">{t('book.period')}</p>
        <ul className="flex flex-col gap-2">
          {slots.map(slot => (
            <li key={slot.id} className="flex flex-wrap items-center justify-between gap-2 rounded-lg bg-sunken p-3">
              <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-2">
                {[[t('book.start'), slot.start_time] as const, [t('book.end'), slot.end_time] as const].map(
                  ([name, instant]) => (
                    <div key={name} className="contents">
                      <dt className="text-sm">{name}</dt>
                      <dd>
                        <time dateTime={instant}>
                          <TimeRange>{formatSlotTime(instant)}</TimeRange>
                        </time>
                      </dd>
                    </div>
                  ),
                )}
              </dl>
              <StateBadge slot={slot} />
            </li>
          ))}
        </ul>
      </div>
    </Fold>
  )
}
