import type { Slot } from '@kutu/contract/consultations/consultations'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { useReturnFocus } from '../../../ui/overlay/use-return-focus.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { defaultView, rowsPerPage } from '../../../ui/table/table-view.ts'
import { useRowSelection } from '../../../ui/table/use-row-selection.ts'
import { useUrlView } from '../../../ui/table/use-url-view.ts'
import { ownSlotsQuery } from '../shared/expert-queries.ts'
import { StateFilter, useStateFilter } from '../shared/StateFilter.tsx'
import { formatSlotTime } from '../time/format-slot-time.ts'
import { DeactivateSlotDialog } from './DeactivateSlotDialog.tsx'
import { createSlotColumns } from './slot-columns.tsx'

const states = ['available', 'booked', 'inactive'] as const
const initialView = { ...defaultView, pageSize: 10 }
const noSlots: readonly Slot[] = []
const isActive = ({ is_active }: Slot): boolean => is_active

/** The expert's slots, upcoming ones first, ten per page. Page and filter are kept in the URL. */
export function SlotTable() {
  const { t, language } = useTranslation()
  const [slotsToDeactivate, setSlotsToDeactivate] = useState(noSlots)
  const { place, focusAfter } = useReturnFocus(slotsToDeactivate.length > 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the headings depend on the active language
  const columns = useMemo(() => createSlotColumns(slot => setSlotsToDeactivate([slot])), [language])
  const [view, setView] = useUrlView(columns, initialView)
  const filter = useStateFilter(states)
  const pageSize = rowsPerPage(view.pageSize, 0, true)
  const slots = useQuery(ownSlotsQuery(filter, view.page, pageSize))
  const { selectedRows, selectionProps, clearSelection } = useRowSelection(slots.data?.results ?? noSlots, isActive)
  const isEmpty = filter === 'all' && slots.data?.count === 0

  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      <h2 className="text-xl">{t('slots.yours')}</h2>
      {!isEmpty && (
        <StateFilter
          label={t('slots.filter')}
          states={(['all', ...states] as const).map(state => ({ state, label: t(`slots.filter.${state}`) }))}
          selected={filter}
        />
      )}
      {slots.isError && !slots.data && (
        <LoadError error={slots.error} busy={slots.isFetching} onRetry={() => void slots.refetch()} />
      )}
      {isEmpty && <EmptyState title={t('slots.empty.title')}>{t('slots.empty.message')}</EmptyState>}
      {!isEmpty && (slots.data || slots.isPending) && (
        <DataTable
          title={t('slots.yours')}
          isTitleHidden
          {...{ columns, view }}
          onViewChange={setView}
          rows={slots.data?.results ?? noSlots}
          serverRowCount={slots.data?.count ?? 0}
          isCapped={slots.data?.count_is_capped}
          isLoading={slots.isPending || slots.isPlaceholderData}
          getRowId={({ id }) => id}
          getRowLabel={({ start_time }) => formatSlotTime(start_time)}
          emptyMessage={t('slots.none_of_kind')}
          {...selectionProps}
          actions={
            <Button variant="secondary" onClick={() => setSlotsToDeactivate(selectedRows)}>
              {t('slots.deactivate_chosen', { count: selectedRows.length })}
            </Button>
          }
        />
      )}
      <DeactivateSlotDialog
        slots={slotsToDeactivate}
        onClose={() => setSlotsToDeactivate(noSlots)}
        onSettled={() => {
          clearSelection()
          focusAfter()
        }}
      />
    </div>
  )
}
