import type { Slot } from '@kutu/contract/consultations/consultations'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { useOutbox } from '../../../api/outbox/use-outbox.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { LinkButton } from '../../../ui/button/LinkButton.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { SkeletonList } from '../../../ui/feedback/Skeleton.tsx'
import { LoadMore } from '../../../ui/layout/LoadMore.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { agendaQuery, type SlotFilter, slotsQuery } from '../shared/farmer-queries.ts'
import { formatZoneName } from '../time/format-slot-time.ts'
import { AlternativeSlots } from './AlternativeSlots.tsx'
import { BookSlotDialog } from './BookSlotDialog.tsx'
import { parseLeaf } from './booking-topic.ts'
import { ExpertCard } from './ExpertCard.tsx'
import { SlotFilters } from './SlotFilters.tsx'
import { useSlotBooking } from './use-slot-booking.ts'
import { emptySlotFilter, serializeSlotFilter, useSlotFilter } from './use-slot-filter.ts'

/** Approved experts with their upcoming slots. */
export function Slots() {
  const { t } = useTranslation()
  const { filter, setFilter } = useSlotFilter()
  return (
    <>
      <PageTitle
        title={t('menu.slots')}
        lead={`${t('book.lead')} ${t('slots.zone', { zone: formatZoneName(new Date()) })}`}
      />
      <SlotFilters filter={filter} onFilter={setFilter} />
      <SlotList filter={filter} onShowAll={() => setFilter(emptySlotFilter)} />
    </>
  )
}

function SlotList({ filter, onShowAll }: { filter: SlotFilter; onShowAll: () => void }) {
  const { t } = useTranslation()
  const list = useInfiniteQuery(slotsQuery(filter))
  const bookedIds = useQuery(agendaQuery()).data?.map(({ slot }) => slot.id) ?? []
  const waiting = useOutbox().filter(write => write.kind === 'booking')
  const [searchParams] = useSearchParams()
  const [leaf] = useState(() => parseLeaf(searchParams))
  const booking = useSlotBooking(leaf)
  const { failure } = booking
  return (
    <Loaded query={list} skeleton={<SkeletonList className="h-96 w-full" />}>
      {({ pages }) => {
        const slots = pages.flatMap(({ results }) => results)
        if (slots.length === 0) return <NoSlots filter={filter} onShowAll={onShowAll} />
        return (
          <div aria-busy={list.isPlaceholderData} className="flex flex-col gap-6 aria-busy:opacity-60">
            <ul className="grid gap-4 lg:grid-cols-2">
              {groupByExpert(slots).map(slotsOfExpert => (
                <li key={slotsOfExpert[0].expert.id} className="min-w-0">
                  <ExpertCard
                    slots={slotsOfExpert}
                    ownIds={bookedIds}
                    waiting={waiting}
                    onBook={slot => booking.selectSlot(slot)}
                  >
                    {failure?.slot.expert.id === slotsOfExpert[0].expert.id && (
                      <AlternativeSlots failure={failure} filter={filter} onBook={booking.selectSlot} />
                    )}
                  </ExpertCard>
                </li>
              ))}
            </ul>
            <LoadMore list={list} label={t('book.more')} />
            <BookSlotDialog
              key={booking.selectedSlot?.id ?? ''}
              slot={booking.selectedSlot}
              leaf={leaf}
              isSending={booking.isSending}
              onConfirm={booking.confirm}
              onClose={booking.close}
            />
          </div>
        )
      }}
    </Loaded>
  )
}

function NoSlots({ filter, onShowAll }: { filter: SlotFilter; onShowAll: () => void }) {
  const { t } = useTranslation()
  const activeFilters = Object.keys(serializeSlotFilter(filter))
  if (activeFilters.length === 0)
    return (
      <EmptyState
        title={t('book.empty.title')}
        action={
          <LinkButton to="/account/addresses/community-posts" variant="secondary" icon={MessagesSquare}>
            {t('action.ask_community')}
          </LinkButton>
        }
      >
        {t('book.empty.message')}
      </EmptyState>
    )
  return (
    <EmptyState
      title={t('book.empty.title')}
      action={
        <Button variant="secondary" onClick={onShowAll}>
          {t('book.clear')}
        </Button>
      }
    >
      {t('book.none_found')}
    </EmptyState>
  )
}

/** Groups slots by expert; the expert who is free first comes first. */
function groupByExpert(slots: readonly Slot[]): [Slot, ...Slot[]][] {
  const experts = new Map<string, [Slot, ...Slot[]]>()
  for (const slot of slots) {
    const known = experts.get(slot.expert.id)
    if (known) known.push(slot)
    else experts.set(slot.expert.id, [slot])
  }
  return [...experts.values()]
}
