import type { FlaggedContent as Flagged } from '@kutu/contract/admin'
import { useQuery } from '@tanstack/react-query'
import { EyeOff, FlagOff, Undo2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { callApi } from '../../../api/api-client.ts'
import { apiPageQuery } from '../../../api/api-query.ts'
import type { ApiRequestBody } from '../../../api/endpoints.ts'
import { useChange } from '../../../api/use-change.ts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import { LoadError } from '../../../ui/feedback/LoadError.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { ChoiceChips } from '../../../ui/form/ChoiceChips.tsx'
import { PageTitle } from '../../../ui/layout/PageTitle.tsx'
import { ReasonDialog } from '../../../ui/overlay/ReasonDialog.tsx'
import { useReturnFocus } from '../../../ui/overlay/use-return-focus.ts'
import type { DataColumn } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { rowsPerPage } from '../../../ui/table/table-view.ts'
import { useUrlView } from '../../../ui/table/use-url-view.ts'
import { UserText } from '../../../ui/UserText.tsx'

const kinds = ['post', 'response'] as const
const states = ['flagged', 'hidden'] as const
const decisionIcons = { hide: EyeOff, dismiss: FlagOff, undo: Undo2 }

/** Lists posts and responses that experts flagged. An admin hides them for good or dismisses the flag. */
export function FlaggedContent() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const kind = kinds.find(known => known === params.get('kind')) ?? 'post'
  const status = states.find(known => known === params.get('state')) ?? 'flagged'
  const [hidden, setHidden] = useState<Flagged>()
  const { place, focusAfter } = useReturnFocus(hidden !== undefined)
  const { run: decide, isBusy } = useDecide()
  const columns = useFlaggedColumns({ status, isBusy }, (row, action) =>
    action === 'hide' ? setHidden(row) : void decide(row, { kind: row.kind, action }),
  )
  const [view, setView] = useUrlView(columns)
  const query = { kind, status, page: view.page, page_size: rowsPerPage(view.pageSize, 0, true) }
  const flagged = useQuery(apiPageQuery(['flagged', query], 'GET /api/admin/flagged/', { query }))
  return (
    <div ref={place} tabIndex={-1} className="flex flex-col gap-6 outline-none">
      <PageTitle title={t('menu.flagged')} />
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
          rows={flagged.data?.results ?? []}
          getRowId={row => row.id}
          getRowLabel={row => row.title}
          isLoading={flagged.isFetching}
          view={view}
          onViewChange={setView}
          serverRowCount={flagged.data?.count ?? 0}
          isCapped={flagged.data?.count_is_capped}
        />
      )}
      {hidden && (
        <ReasonDialog
          title={t(`flagged.hide_title.${hidden.kind}`)}
          lead={t('flagged.hide_lead')}
          confirmLabel={t('flagged.hide')}
          onReason={reason => {
            void decide(hidden, { kind: hidden.kind, action: 'hide', reason })
            focusAfter()
            setHidden(undefined)
          }}
          onClose={() => setHidden(undefined)}
        />
      )}
    </div>
  )
}

type Decision = ApiRequestBody<'PUT /api/admin/flagged/{id}/'>

/** Returns the action that applies a decision. Its toast offers to undo it. */
function useDecide() {
  const { t } = useTranslation()
  const { mutateAsync } = useChange(
    ({ id, body }: { id: string; body: Decision }) => callApi('PUT /api/admin/flagged/{id}/', { params: { id }, body }),
    { queryKey: ['flagged'] },
  )
  const undo = useAction(async ({ id, kind }: Flagged) => {
    await mutateAsync({ id, body: { kind, action: 'undo' } })
    return t('flagged.done.undo')
  })
  return useAction(async (row: Flagged, body: Decision) => {
    await mutateAsync({ id: row.id, body })
    const message = t(`flagged.done.${body.action}`)
    if (body.action === 'undo') return message
    return { message, action: { label: t('action.undo'), run: () => void undo.run(row) } }
  })
}

/** Returns the table columns: content, author, flag, hiding (for hidden content) and decisions. */
function useFlaggedColumns(
  { status, isBusy }: { status: (typeof states)[number]; isBusy: boolean },
  onDecide: (row: Flagged, action: Decision['action']) => void,
): readonly DataColumn<Flagged>[] {
  const { t, language } = useTranslation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts change with the language
  return useMemo(() => {
    const hiddenColumn: DataColumn<Flagged> = {
      id: 'hiding',
      header: t('flagged.hiding'),
      cell: ({ hidden }) => (
        <ReasonAndAuthor reason={hidden?.reason ?? null} by={hidden?.by ?? null} at={hidden?.at ?? null} />
      ),
    }
    return [
      {
        id: 'content',
        header: t('flagged.content'),
        cell: ({ title, content }) => (
          <div className="flex min-w-48 flex-col gap-1">
            <span dir="auto">{title}</span>
            <UserText className="line-clamp-4 text-sm font-normal">{content}</UserText>
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
      {
        id: 'flag',
        header: t('flagged.flag'),
        cell: row => <ReasonAndAuthor reason={row.reason} by={row.flagged_by} at={row.flagged_at} />,
      },
      ...(status === 'hidden' ? [hiddenColumn] : []),
      {
        id: 'decisions',
        header: t('flagged.decide'),
        isHeaderHidden: true,
        cell: row => (
          <div className="flex flex-wrap gap-2">
            {(row.hidden ? (['undo'] as const) : (['hide', 'dismiss'] as const)).map(action => (
              <Button
                key={action}
                variant="secondary"
                aria-label={t(`flagged.${action}_of`, { title: row.title })}
                icon={decisionIcons[action]}
                softDisabled={isBusy}
                onClick={() => onDecide(row, action)}
              >
                {t(`flagged.${action}`)}
              </Button>
            ))}
          </div>
        ),
      },
    ]
  }, [language, status, isBusy])
}

/** Shows the reason, the author and the time of a flag or a hiding. */
function ReasonAndAuthor({ reason, by, at }: { reason: string | null; by: Flagged['flagged_by']; at: string | null }) {
  const { t, dateTime } = useTranslation()
  const username = by?.username ?? t('flagged.unknown')
  return (
    <div className="flex flex-col gap-1">
      {reason !== null && (
        <span dir="auto" className="text-start wrap-anywhere">
          {reason}
        </span>
      )}
      <span className="text-sm text-muted">{at === null ? username : `${username} · ${dateTime(at)}`}</span>
    </div>
  )
}
