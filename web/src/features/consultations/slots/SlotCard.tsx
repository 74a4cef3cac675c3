import type { Slot } from '@kutu/contract/consultations/consultations'
import { CalendarPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { getAwaitedPhoto, type OutboxItem } from '../../../api/outbox/outbox-item.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { Badge, type Tone } from '../../../ui/feedback/Badge.tsx'
import { Avatar } from '../../../ui/media/Avatar.tsx'
import {
  CheckedSince,
  describeAnswers,
  describeHelp,
  describeReplyTime,
  FactList,
  nameDistricts,
} from '../shared/ExpertFacts.tsx'
import { expertPath, myBookingsPath } from '../shared/paths.ts'
import { formatSlotTime } from '../time/format-slot-time.ts'
import { TimeRange } from '../time/TimeRange.tsx'
import { parseLeaf, toLeafSearch } from './booking-topic.ts'
import { slotTitleId } from './slot-title-id.ts'

type SlotCardState = 'available' | 'booked' | 'inactive'
const tones: Record<SlotCardState, Tone> = { available: 'leaf', booked: 'amber', inactive: 'plain' }

/** Maps the slot state to what farmers see: a past slot cannot be booked, like an inactive one. */
const getCardState = ({ state }: Slot): SlotCardState => (state === 'past' ? 'inactive' : state)

/** Names what a booking in the outbox waits for. One that the server refused waits for the farmer. */
function describeWaiting(write: OutboxItem<'booking'>) {
  if (write.state.kind === 'refused') return 'book.not_sent'
  return getAwaitedPhoto(write) === undefined ? 'book.waiting' : 'book.waits_for_photo'
}

/** One slot of an expert. It can be booked only while it is available. */
export function SlotCard({
  slot,
  isOwn,
  waiting,
  onBook,
  children,
}: {
  slot: Slot
  /** Booked by the current user. */
  isOwn: boolean
  /** The current user's booking of it in the outbox. */
  waiting?: OutboxItem<'booking'> | undefined
  onBook: () => void
  /** Result of a failed booking attempt. */
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const [searchParams] = useSearchParams()
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
            <Link
              to={{ pathname: expertPath(slot.expert.id), search: toLeafSearch(parseLeaf(searchParams)) }}
              className="-my-1.5 inline-block py-2.5 underline decoration-1 underline-offset-4 hover:decoration-2"
            >
              {user.username}
            </Link>
          </h3>
          <Badge tone={tones[state]}>{t(`book.state.${state}`)}</Badge>
        </div>
      </div>
      <CheckedSince at={checkedAt} />
      <p dir="auto" className="line-clamp-2 text-start wrap-anywhere text-muted">
        {bio || t('book.no_bio')}
      </p>
      <SlotFacts expert={slot.expert} />
      <SlotPeriod slot={slot} />
      {children}
      {waiting && (
        <p className="mt-auto flex flex-wrap items-center justify-between gap-x-4">
          {t(describeWaiting(waiting))} <TextLink to="/account/outbox">{t('outbox.show')}</TextLink>
        </p>
      )}
      {state === 'available' && !waiting && (
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

function SlotFacts({ expert }: { expert: Slot['expert'] }) {
  const { t } = useTranslation()
  const help = [describeHelp(expert), describeAnswers(expert), describeReplyTime(expert)]
  const facts = [
    [t('book.areas'), expert.areas_of_expertise || t('book.none_given')],
    [t('book.certifications'), expert.certifications || t('book.none_given')],
    [t('book.languages'), expert.languages_spoken],
    [t('book.serves'), nameDistricts(expert)],
    [t('book.help'), help.filter(Boolean).join(' ')],
  ] as const
  return <FactList facts={facts} />
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
