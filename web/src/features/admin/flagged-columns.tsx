import type { FlaggedContent as Flagged } from '@kutu/contract/admin'
import { useMemo } from 'react'
import { PostText } from '../../posts/PostText.tsx'
import { useText } from '../../text/use-text.ts'
import { TextLink } from '../../ui/TextLink.tsx'
import type { DataColumn } from '../../ui/table/table-columns.ts'
import { type AskedRuling, FlagRulings } from './FlagRulings.tsx'

/** What was written, by whom (the way to the account), why it is off the board, and what an admin can do about it. */
export function useFlaggedColumns(
  status: 'flagged' | 'hidden',
  onAsk: (asked: AskedRuling) => void,
): readonly DataColumn<Flagged>[] {
  const { t, language } = useText()
  // biome-ignore lint/correctness/useExhaustiveDependencies: in another language the same calls say other words
  return useMemo(() => {
    const hiding: DataColumn<Flagged> = {
      id: 'hiding',
      header: t('flagged.hiding'),
      cell: ({ hidden }) => <Act reason={hidden?.reason ?? null} by={hidden?.by ?? null} at={hidden?.at ?? null} />,
    }
    return [
      {
        id: 'content',
        header: t('flagged.content'),
        cell: ({ title, content }) => (
          <div className="flex min-w-48 flex-col gap-1">
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
      {
        id: 'flag',
        header: t('flagged.flag'),
        cell: each => <Act reason={each.reason} by={each.flagged_by} at={each.flagged_at} />,
      },
      ...(status === 'hidden' ? [hiding] : []),
      {
        id: 'rulings',
        header: t('flagged.decide'),
        cell: each => <FlagRulings flagged={each} onAsk={onAsk} />,
        isBare: true,
      },
    ]
  }, [language, status, onAsk])
}

/** The reason somebody gave, who it was and when. */
function Act({ reason, by, at }: { reason: string | null; by: Flagged['flagged_by']; at: string | null }) {
  const { t, dateTime } = useText()
  const who = by?.username ?? t('flagged.unknown')
  return (
    <div className="flex flex-col gap-1">
      {reason !== null && (
        <span dir="auto" className="text-start wrap-anywhere">
          {reason}
        </span>
      )}
      <span className="text-sm text-muted">{at === null ? who : `${who} · ${dateTime(at)}`}</span>
    </div>
  )
}
