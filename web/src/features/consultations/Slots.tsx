import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { useText } from '../../text/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { join } from '../../ui/join.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { SkeletonList } from '../../ui/Skeleton.tsx'
import { BookDialog } from './BookDialog.tsx'
import { heldSlotsQuery, type SlotFilter, slotsQuery } from './farmer-queries.ts'
import { ListEnd } from './ListEnd.tsx'
import { NextFree } from './NextFree.tsx'
import { SlotCard } from './SlotCard.tsx'
import { SlotDays } from './SlotDays.tsx'
import { SlotFilters } from './SlotFilters.tsx'
import { zoneName } from './slot-time.ts'
import { useBooking } from './use-booking.ts'
import { noFilter, paramsOf, useSlotFilter } from './use-slot-filter.ts'

/** Upcoming slots of approved experts, day by day, to book. */
export function Slots() {
  const { t } = useText()
  const { filter, show } = useSlotFilter()
  return (
    <>
      <PageTitle title={t('menu.slots')} lead={t('book.lead')} />
      <p className="-mt-2 text-sm text-muted">{t('book.zone', { zone: zoneName(new Date()) })}</p>
      <SlotFilters filter={filter} onFilter={show} />
      <SlotList filter={filter} onAll={() => show(noFilter)} />
    </>
  )
}

function SlotList({ filter, onAll }: { filter: SlotFilter; onAll: () => void }) {
  const { t } = useText()
  const list = useInfiniteQuery(slotsQuery(filter))
  const held = useQuery(heldSlotsQuery()).data ?? []
  const booking = useBooking()
  const { refused } = booking
  if (list.isPending) return <SkeletonList className="h-96 w-full" />
  if (!list.data) return <LoadFailed error={list.error} busy={list.isFetching} onRetry={() => void list.refetch()} />
  const slots = list.data.pages.flatMap(({ results }) => results)
  if (slots.length === 0) return <NoSlots filter={filter} onAll={onAll} />
  return (
    <div
      aria-busy={list.isPlaceholderData}
      className={join('flex flex-col gap-6', list.isPlaceholderData && 'opacity-60')}
    >
      <SlotDays slots={slots}>
        {slot => (
          <SlotCard slot={slot} isOwn={held.includes(slot.id)} onBook={() => booking.ask(slot)}>
            {refused?.slot.id === slot.id && <NextFree refused={refused} filter={filter} onBook={booking.ask} />}
          </SlotCard>
        )}
      </SlotDays>
      <ListEnd list={list} more={t('book.more')} />
      <BookDialog
        slot={booking.asked}
        isSending={booking.isSending}
        onConfirm={booking.confirm}
        onClose={booking.close}
      />
    </div>
  )
}

function NoSlots({ filter, onAll }: { filter: SlotFilter; onAll: () => void }) {
  const { t } = useText()
  const on = Object.keys(paramsOf(filter))
  if (on.length === 0)
    return (
      <EmptyState
        title={t('book.empty.title')}
        action={
          <LinkButton
            to="/account/addresses/community-posts"
            variant="secondary"
            icon={<MessagesSquare aria-hidden="true" className="size-5 shrink-0" />}
          >
            {t('book.empty.ask')}
          </LinkButton>
        }
      >
        {t('book.empty.message')}
      </EmptyState>
    )
  const { crop } = filter
  return (
    <EmptyState
      title={t('book.empty.title')}
      action={
        <Button variant="secondary" onClick={onAll}>
          {t('book.clear')}
        </Button>
      }
    >
      {crop !== null && on.length === 1
        ? t('book.none_for_crop', { crop: t(`book.crop.${crop}`) })
        : t('book.none_found')}
    </EmptyState>
  )
}
