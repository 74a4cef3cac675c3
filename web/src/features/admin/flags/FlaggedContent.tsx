import type { FlaggedContent as Flagged } from '@kutu/contract/admin'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { ChoiceChips } from '../../../ui/form/ChoiceChips.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { useReturnFocus } from '../../../ui/overlay/use-return-focus.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { rowsPerPage } from '../../../ui/table/table-view.ts'
import { useRowSelection } from '../../../ui/table/use-row-selection.ts'
import { useUrlView } from '../../../ui/table/use-url-view.ts'
import type { PendingDecision } from './FlagDecisionButtons.tsx'
import { FlagDecisionDialogs } from './FlagDecisionDialogs.tsx'
import { useFlaggedColumns } from './flagged-columns.tsx'
import { useFlagged } from './queries.ts'

const kinds = ['post', 'response'] as const
const states = ['flagged', 'hidden'] as const
const noRows: readonly Flagged[] = []

/** Lists posts and responses that experts flagged. An admin hides them for good or dismisses the flag. */
export function FlaggedContent() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const kind = kinds.find(known => known === params.get('kind')) ?? 'post'
  const status = states.find(known => known === params.get('state')) ?? 'flagged'
  const [pendingDecision, setPendingDecision] = useState<PendingDecision>()
  const { place: containerRef, focusAfter } = useReturnFocus(pendingDecision !== undefined)
  const columns = useFlaggedColumns(status, setPendingDecision)
  const [view, setView] = useUrlView(columns)
  const flagged = useFlagged({ kind, status, page: view.page, page_size: rowsPerPage(view.pageSize, 0, true) })
  const { selectedRows, selectionProps, clearSelection } = useRowSelection(
    flagged.data?.results ?? noRows,
    row => row.kind === kind && row.hidden === null,
  )
  const count = selectedRows.length
  function finishDecision() {
    clearSelection()
    focusAfter()
  }
  return (
    <div ref={containerRef} tabIndex={-1} className="flex flex-col gap-6 outline-none">
      <PageTitle title={t('menu.flagged')} lead={t('flagged.lead')} />
      <div className="flex flex-wrap gap-x-8 gap-y-4">
        <ChoiceChips
          legend={t('flagged.kind')}
          choices={kinds.map(value => ({ value, label: t(`flagged.kind.${value}`) }))}
          value={kind}
          onChange={next => setParams({ kind: next, state: status })}
        />
        <ChoiceChips
          legend={t('field.state')}
          choices={states.map(value => ({ value, label: t(`flagged.state.${value}`) }))}
          value={status}
          onChange={next => setParams({ kind, state: next })}
        />
      </div>
      {flagged.isError ? (
        <LoadError error={flagged.error} busy={flagged.isFetching} onRetry={() => flagged.refetch()} />
      ) : (
        <DataTable
          title={t(`flagged.kind.${kind}`)}
          isTitleHidden
          columns={columns}
          rows={flagged.data?.results ?? noRows}
          getRowId={row => row.id}
          getRowLabel={row => row.title}
          isLoading={flagged.isFetching}
          emptyMessage={t(status === 'hidden' ? `flagged.none_hidden.${kind}` : `flagged.none.${kind}`)}
          view={view}
          onViewChange={setView}
          serverRowCount={flagged.data?.count ?? 0}
          isCapped={flagged.data?.count_is_capped}
          {...(status === 'flagged' && selectionProps)}
          actions={
            <>
              <Button
                variant="secondary"
                onClick={() => setPendingDecision({ flagged: selectedRows, decision: 'hide' })}
              >
                {t('flagged.hide_chosen', { count })}
              </Button>
              <Button
                variant="secondary"
                onClick={() => setPendingDecision({ flagged: selectedRows, decision: 'dismiss' })}
              >
                {t('flagged.dismiss_chosen', { count })}
              </Button>
            </>
          }
        />
      )}
      <FlagDecisionDialogs
        pending={pendingDecision}
        onClose={() => setPendingDecision(undefined)}
        onDone={finishDecision}
      />
    </div>
  )
}
