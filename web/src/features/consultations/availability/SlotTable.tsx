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
import { CalendarPartFilter, useCalendarPart } from '../shared/CalendarTabs.tsx'
import { ownSlotsQuery } from '../shared/expert-queries.ts'
import { formatSlotTime } from '../time/format-slot-time.ts'
import { DeactivateSlotDialog } from './DeactivateSlotDialog.tsx'
import { canDeactivate, createSlotColumns } from './slot-columns.tsx'

const initialView = { ...defaultView, pageSize: 10 }
const noSlots: readonly Slot[] = []

/** The expert's slots, the coming or the past ones, ten per page. Page and part are kept in the URL. */
export function SlotTable() {
  const { t, language } = useTranslation()
  const [slotsToDeactivate, setSlotsToDeactivate] = useState(noSlots)
  const { place, focusAfter } = useReturnFocus(slotsToDeactivate.length > 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the headings depend on the active language
  const columns = useMemo(() => createSlotColumns(slot => setSlotsToDeactivate([slot])), [language])
  const [view, setView] = useUrlView(columns, initialView)
  const part = useCalendarPart()
  const pageSize = rowsPerPage(view.pageSize, 0, true)
  const slots = useQuery(ownSlotsQuery(part, view.page, pageSize))
  const { selectedRows, selectionProps, clearSelection } = useRowSelection(
    slots.data?.results ?? noSlots,
    canDeactivate,
  )
  const isEmpty = slots.data?.count === 0

  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      <h2 className="text-xl">{t('slots.yours')}</h2>
      <CalendarPartFilter selected={part} />
      {slots.isError && !slots.data && (
        <LoadError error={slots.error} busy={slots.isFetching} onRetry={() => void slots.refetch()} />
      )}
      {isEmpty && (
        <EmptyState title={t(part === 'past' ? 'slots.none_past' : 'slots.empty.title')}>
          {part === 'upcoming' && t('slots.empty.message')}
        </EmptyState>
      )}
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
