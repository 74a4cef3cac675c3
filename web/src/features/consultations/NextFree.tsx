import type { Slot } from '@kutu/contract/consultations'
import { useQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { nextFreeQuery, type SlotFilter } from './farmer-queries.ts'
import { span } from './slot-time.ts'
import { Told } from './Told.tsx'
import type { Refused } from './use-booking.ts'

/** On the card of a slot that somebody else got: why, and what can be booked instead, one tap away. */
export function NextFree({
  refused,
  filter,
  onBook,
}: {
  refused: Refused
  filter: SlotFilter
  onBook: (slot: Slot) => void
}) {
  const { t } = useText()
  const free = useQuery(nextFreeQuery(refused.slot, filter))
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-amber bg-amber-tint p-3">
      <p className="font-bold text-amber-ink">{refused.message}</p>
      {free.isPending && <Skeleton className="h-24 w-full" />}
      {free.isError && !free.data && (
        <LoadFailed error={free.error} busy={free.isFetching} onRetry={() => void free.refetch()} />
      )}
      {free.data?.length === 0 && <p>{t('book.no_next_free')}</p>}
      {free.data && free.data.length > 0 && (
        <>
          <p>{t('book.next_free')}</p>
          <ul className="flex flex-col gap-2">
            {free.data.map(slot => (
              <li key={slot.id}>
                <OtherSlot slot={slot} onBook={() => onBook(slot)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function OtherSlot({ slot, onBook }: { slot: Slot; onBook: () => void }) {
  const { t } = useText()
  const when = span(slot.start_time, slot.end_time)
  const { username: name } = slot.expert.user
  return (
    <Button
      variant="secondary"
      wide
      icon={<CalendarPlus aria-hidden="true" className="size-5 shrink-0" />}
      onClick={onBook}
      className="justify-start! text-start"
    >
      <span className="flex min-w-0 flex-col">
        <span>
          <span className="sr-only">{t('book.slot')}: </span>
          <Told>{when}</Told>
        </span>
        <span className="font-normal text-muted wrap-anywhere">{name}</span>
      </span>
    </Button>
  )
}
