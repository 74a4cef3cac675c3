import type { Slot } from '@kutu/contract/consultations/consultations'
import { useQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { alternativeSlotsQuery, type SlotFilter, type SlotOfExpert } from '../shared/farmer-queries.ts'
import { formatSlotRange } from '../time/format-slot-time.ts'
import { TimeRange } from '../time/TimeRange.tsx'

/** Shown with a slot that was taken: the reason and other free slots to book. */
export function AlternativeSlots({
  failure,
  filter,
  onBook,
}: {
  failure: { slot: SlotOfExpert; message: string }
  filter: SlotFilter
  onBook: (slot: Slot) => void
}) {
  const { t } = useTranslation()
  const alternatives = useQuery(alternativeSlotsQuery(failure.slot, filter))
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-amber bg-amber-tint p-3">
      <p className="font-bold text-amber-ink">{failure.message}</p>
      <Loaded query={alternatives} skeleton={<Skeleton className="h-24 w-full" />}>
        {slots =>
          slots.length === 0 ? (
            <p>{t('book.no_next_free')}</p>
          ) : (
            <>
              <p>{t('book.next_free')}</p>
              <ul className="flex flex-col gap-2">
                {slots.map(slot => (
                  <li key={slot.id}>
                    <AlternativeSlotButton slot={slot} onBook={() => onBook(slot)} />
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </div>
  )
}

function AlternativeSlotButton({ slot, onBook }: { slot: Slot; onBook: () => void }) {
  const { t } = useTranslation()
  const when = formatSlotRange(slot.start_time, slot.end_time)
  const { username: name } = slot.expert.user
  return (
    <Button variant="secondary" wide icon={CalendarPlus} onClick={onBook} className="justify-start! text-start">
      <span className="flex min-w-0 flex-col">
        <span>
          <span className="sr-only">{t('book.slot')}: </span>
          <TimeRange>{when}</TimeRange>
        </span>
        <span className="font-normal text-muted wrap-anywhere">{name}</span>
      </span>
    </Button>
  )
}
