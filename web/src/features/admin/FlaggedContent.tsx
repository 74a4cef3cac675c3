import type { FlaggedContent as Flagged } from '@kutu/contract/admin'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { PostText } from '../../posts/PostText.tsx'
import { useText } from '../../text/use-text.ts'
import { ChoiceChips } from '../../ui/ChoiceChips.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { PageTitle } from '../../ui/PageTitle.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import type { DataColumn } from '../../ui/table/table-columns.ts'
import { rowsPerPage } from '../../ui/table/table-view.ts'
import { useAddressView } from '../../ui/table/use-address-view.ts'

const kinds = ['post', 'response'] as const
const nothing: readonly Flagged[] = []

/** What experts took from the board, with who did it and why; from here an admin comes to the account that wrote it. */
export function FlaggedContent() {
  const { t } = useText()
  const columns = useColumns()
  const [view, setView] = useAddressView(columns)
  const [params, setParams] = useSearchParams()
  const kind = kinds.find(known => known === params.get('kind')) ?? 'post'
  const query = { kind, page: view.page, page_size: rowsPerPage(view.pageSize, 0, true) }
  const flagged = useQuery({
    queryKey: ['flagged', query],
    queryFn: ({ signal }) => call('GET /api/admin/flagged/', { query, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="flex flex-col gap-6">
      <PageTitle title={t('flagged.title')} lead={t('flagged.lead')} />
      <ChoiceChips
        legend={t('flagged.kind')}
        choices={kinds.map(value => ({ value, label: t(`flagged.kind.${value}`) }))}
        value={kind}
        onChange={next => setParams({ kind: next })}
      />
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
          none={t(`flagged.none.${kind}`)}
          view={view}
          onView={setView}
          serverCount={flagged.data?.count ?? 0}
        />
      )}
    </div>
  )
}

function useColumns(): readonly DataColumn<Flagged>[] {
  const { t, dateTime, language } = useText()
  // biome-ignore lint/correctness/useExhaustiveDependencies: in another language the same calls say other words
  return useMemo(
    () => [
      {
        id: 'content',
        header: t('flagged.content'),
        cell: ({ title, content }) => (
          <div className="flex min-w-56 flex-col gap-1">
            <span dir="auto">{title}</span>
            <PostText className="line-clamp-4 text-sm font-normal">{content}</PostText>
          </div>
        ),
      },
      {
        id: 'author',
        header: t('flagged.author'),
        cell: ({ author }) => (
          <TextLink to={`/account/admin/users?${new URLSearchParams({ search: author.username })}`}>
            {author.username}
          </TextLink>
        ),
      },
      { id: 'reason', header: t('flagged.reason'), cell: ({ reason }) => reason ?? '–' },
      { id: 'flagged_by', header: t('flagged.by'), cell: each => each.flagged_by?.username ?? '–' },
      {
        id: 'flagged_at',
        header: t('flagged.at'),
        cell: each => (each.flagged_at ? dateTime(each.flagged_at) : '–'),
      },
    ],
    [language],
  )
}
