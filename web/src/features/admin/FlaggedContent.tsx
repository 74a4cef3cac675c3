import type { FlaggedContent as Flagged } from '@kutu/contract/admin'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '../../text/use-text.ts'
import { ChoiceChips } from '../../ui/ChoiceChips.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { rowsPerPage } from '../../ui/table/table-view.ts'
import { useAddressView } from '../../ui/table/use-address-view.ts'
import { useFocusAfter } from '../../ui/use-focus-after.ts'
import type { AskedRuling } from './FlagRulings.tsx'
import { useFlaggedColumns } from './flagged-columns.tsx'
import { useFlagged } from './flagged-queries.ts'
import { RulingDialogs } from './RulingDialogs.tsx'

const kinds = ['post', 'response'] as const
const states = ['flagged', 'hidden'] as const
const nothing: readonly Flagged[] = []

/** What experts took from the board, with who did it and why: here an admin hides it for good or dismisses the flag. */
export function FlaggedContent() {
  const { t } = useText()
  const [params, setParams] = useSearchParams()
  const kind = kinds.find(known => known === params.get('kind')) ?? 'post'
  const status = states.find(known => known === params.get('state')) ?? 'flagged'
  const [asked, setAsked] = useState<AskedRuling>()
  const { place, focusAfter } = useFocusAfter(asked !== undefined)
  const columns = useFlaggedColumns(status, setAsked)
  const [view, setView] = useAddressView(columns)
  const flagged = useFlagged({ kind, status, page: view.page, page_size: rowsPerPage(view.pageSize, 0, true) })
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-6 outline-none">
      <PageTitle title={t('flagged.title')} lead={t('flagged.lead')} />
      <div className="flex flex-wrap gap-x-8 gap-y-4">
        <ChoiceChips
          legend={t('flagged.kind')}
          choices={kinds.map(value => ({ value, label: t(`flagged.kind.${value}`) }))}
          value={kind}
          onChange={next => setParams({ kind: next, state: status })}
        />
        <ChoiceChips
          legend={t('flagged.state')}
          choices={states.map(value => ({ value, label: t(`flagged.state.${value}`) }))}
          value={status}
          onChange={next => setParams({ kind, state: next })}
        />
      </div>
      {flagged.isError ? (
        <LoadFailed error={flagged.error} busy={flagged.isFetching} onRetry={() => flagged.refetch()} />
      ) : (
        <DataTable
          title={t(`flagged.kind.${kind}`)}
          isTitleHidden
          columns={columns}
          rows={flagged.data?.results ?? nothing}
          rowId={each => each.id}
          rowName={each => each.title}
          isLoading={flagged.isFetching}
          none={t(status === 'hidden' ? `flagged.none_hidden.${kind}` : `flagged.none.${kind}`)}
          view={view}
          onView={setView}
          serverCount={flagged.data?.count ?? 0}
        />
      )}
      <RulingDialogs asked={asked} onClose={() => setAsked(undefined)} onDone={focusAfter} />
    </div>
  )
}
