import type { Slot } from '@kutu/contract/consultations'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useText } from '../../text/use-text.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { firstView, rowsPerPage } from '../../ui/table/table-view.ts'
import { useAddressView } from '../../ui/table/use-address-view.ts'
import { useFocusAfter } from '../../ui/use-focus-after.ts'
import { DeactivateDialog } from './DeactivateDialog.tsx'
import { ownSlotsQuery } from './expert-queries.ts'
import { StateFilter, useStateFilter } from './StateFilter.tsx'
import { slotColumns } from './slot-columns.tsx'
import { moment } from './slot-time.ts'

const states = ['available', 'booked', 'inactive'] as const
const tenRows = { ...firstView, pageSize: 10 }
const none: readonly Slot[] = []

/** The expert's slots, the latest first, ten at a time; the address holds page and filter. */
export function SlotTable() {
  const { t, language } = useText()
  const [ending, setEnding] = useState<Slot>()
  const { place, focusAfter } = useFocusAfter(ending !== undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the headings are said in the active language
  const columns = useMemo(() => slotColumns(setEnding), [language])
  const [view, setView] = useAddressView(columns, tenRows)
  const filter = useStateFilter(states)
  const pageSize = rowsPerPage(view.pageSize, 0, true)
  const slots = useQuery(ownSlotsQuery(filter, view.page, pageSize))
  const isEmpty = filter === 'all' && slots.data?.count === 0

  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      <h2 className="text-xl">{t('slots.yours')}</h2>
      {!isEmpty && (
        <StateFilter
          label={t('slots.filter')}
          states={(['all', ...states] as const).map(state => ({ state, label: t(`slots.filter.${state}`) }))}
          chosen={filter}
        />
      )}
      {slots.isError && !slots.data && (
        <LoadFailed error={slots.error} busy={slots.isFetching} onRetry={() => void slots.refetch()} />
      )}
      {isEmpty && <EmptyState title={t('slots.empty.title')}>{t('slots.empty.message')}</EmptyState>}
      {!isEmpty && (slots.data || slots.isPending) && (
        <DataTable
          title={t('slots.yours')}
          isTitleHidden
          {...{ columns, view }}
          onView={setView}
          rows={slots.data?.results ?? none}
          serverCount={slots.data?.count ?? 0}
          isLoading={slots.isPending || slots.isPlaceholderData}
          rowId={({ id }) => id}
          rowName={({ start_time }) => moment(start_time)}
          none={t('slots.none_of_kind')}
        />
      )}
      <DeactivateDialog slot={ending} onClose={() => setEnding(undefined)} onDone={focusAfter} />
    </div>
  )
}
