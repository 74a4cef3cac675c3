import type { FlaggedContent as Flagged } from '@kutu/contract/admin'
import { useMemo } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { TextLink } from '../../../ui/button/TextLink.tsx'
import type { DataColumn } from '../../../ui/table/columns.ts'
import { UserText } from '../../../ui/UserText.tsx'
import { FlagDecisionButtons, type PendingDecision } from './FlagDecisionButtons.tsx'

/** Returns the table columns: content, author, flag, hiding (for hidden content) and decisions. */
export function useFlaggedColumns(
  status: 'flagged' | 'hidden',
  onSelect: (decision: PendingDecision) => void,
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
        cell: row => <FlagDecisionButtons flagged={row} onSelect={onSelect} />,
        isHeaderHidden: true,
      },
    ]
  }, [language, status, onSelect])
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
