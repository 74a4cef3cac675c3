import type { OutboxItem, OutboxWrite } from '../../../api/outbox/outbox-item.ts'
import { changeItem } from '../../../api/outbox/outbox-store.ts'
import { isUnavailableCode } from '../shared/unavailable-codes.ts'
import { AlternativeSlots } from '../slots/AlternativeSlots.tsx'
import { toSlotRef } from '../slots/booking-topic.ts'
import { emptySlotFilter } from '../slots/use-slot-filter.ts'

/** Decides whether a write is a booking whose slot is gone, so that another slot can take its place. */
export const hasBookedSlot = (write: OutboxWrite): write is OutboxItem<'booking'> =>
  write.kind === 'booking' && write.state.kind === 'refused' && isUnavailableCode(write.state.code)

/** Offers other free slots for a booking whose slot was taken before it could be sent. */
export function BookedSlot({ write }: { write: OutboxItem<'booking'> }) {
  const { data, state } = write
  return (
    <AlternativeSlots
      failure={{ slot: data.slot, message: state.kind === 'refused' ? state.message : '' }}
      filter={emptySlotFilter}
      onBook={slot => void changeItem(write, { ...data, slot: toSlotRef(slot) })}
    />
  )
}
