import type { ExpertProfile, Slot } from '@kutu/contract/consultations/consultations'
import { CalendarPlus, MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { useUser } from '../../../api/session/session.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { expertTitleId } from '../shared/ExpertFacts.tsx'
import { AlternativeSlots } from '../slots/AlternativeSlots.tsx'
import { BookSlotDialog } from '../slots/BookSlotDialog.tsx'
import { parseLeaf } from '../slots/booking-topic.ts'
import { useSlotBooking } from '../slots/use-slot-booking.ts'
import { emptySlotFilter } from '../slots/use-slot-filter.ts'
import { formatSlotRange } from '../time/format-slot-time.ts'
import { TimeRange } from '../time/TimeRange.tsx'

/** The next free slots of an expert. Farmers book them with one tap and a confirmation. */
export function FreeSlots({ expert: { free_slots: freeSlots, ...expert } }: { expert: ExpertProfile }) {
  const { t } = useTranslation()
  const isFarmer = useUser()?.role === 'farmer'
  const [searchParams] = useSearchParams()
  const [leaf] = useState(() => parseLeaf(searchParams))
  const booking = useSlotBooking(leaf)
  return (
    <section aria-labelledby={expertTitleId(expert.id)} className="flex flex-col gap-3">
      <h2 id={expertTitleId(expert.id)} tabIndex={-1} className="text-xl outline-none">
        {t('book.next_free')}
      </h2>
      {isFarmer && freeSlots.length > 0 && <p className="text-muted">{t('expert.tap')}</p>}
      {booking.failure && (
        <AlternativeSlots failure={booking.failure} filter={emptySlotFilter} onBook={booking.selectSlot} />
      )}
      {freeSlots.length === 0 ? (
        <NothingFree isFarmer={isFarmer} />
      ) : (
        <ul className="flex flex-col gap-2">
          {freeSlots.map(slot => (
            <li key={slot.id}>
              <FreeSlot slot={slot} onBook={isFarmer ? () => booking.selectSlot({ ...slot, expert }) : undefined} />
            </li>
          ))}
        </ul>
      )}
      <BookSlotDialog
        key={booking.selectedSlot?.id ?? ''}
        slot={booking.selectedSlot}
        leaf={leaf}
        isSending={booking.isSending}
        onConfirm={booking.confirm}
        onClose={booking.close}
      />
    </section>
  )
}

function FreeSlot({ slot, onBook }: { slot: Omit<Slot, 'expert'>; onBook: (() => void) | undefined }) {
  const { t } = useTranslation()
  const when = <TimeRange>{formatSlotRange(slot.start_time, slot.end_time)}</TimeRange>
  if (!onBook) return <p className="rounded-lg border border-line bg-white p-4 font-bold">{when}</p>
  return (
    <Button variant="secondary" wide icon={CalendarPlus} onClick={onBook} className="justify-start! text-start">
      <span className="min-w-0">
        <span className="sr-only">{t('book.slot')}: </span>
        {when}
      </span>
    </Button>
  )
}

function NothingFree({ isFarmer }: { isFarmer: boolean }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col items-start gap-3 rounded-lg border border-line bg-white p-4 sm:p-5">
      <p>{t('expert.none_free')}</p>
      {isFarmer && (
        <LinkButton to="/account/addresses/community-posts" variant="secondary" icon={MessagesSquare}>
          {t('action.ask_community')}
        </LinkButton>
      )}
    </div>
  )
}
